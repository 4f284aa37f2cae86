"""Log lines as JSON objects that carry the request and the match they are about.

Every request is counted and has an id, which is sent in its response and included in its log lines.
"""

import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.urls import Resolver404, resolve

from deploy import metrics
from matches.db_errors import is_database_unavailable

logger = logging.getLogger(__name__)
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
MATCH_PATH = re.compile(r"/matches/([0-9]{1,18})/")
SLOW_S = 1.0
_log_context: ContextVar[dict[str, str | int] | None] = ContextVar("about", default=None)


@contextmanager
def log_context(**fields: str | int | None) -> Iterator[None]:
    """Add the fields that are not None to every line logged inside the context, in this thread or task."""
    known = {name: value for name, value in fields.items() if value is not None}
    token = _log_context.set({**(_log_context.get() or {}), **known})
    try:
        yield
    finally:
        _log_context.reset(token)


def set_log_context(**fields: str | int | None) -> None:
    """Replace the fields of all further log lines of this thread. For Celery tasks: the next one replaces them."""
    _log_context.set({name: value for name, value in fields.items() if value is not None})


class DatabaseErrorFilter(logging.Filter):
    """Filter that shortens "database is down" errors to one line: a traceback for every request and sweep adds nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_database_unavailable(error):
            reason = str(error).strip().partition("\n")[0]
            record.msg, record.args = f"{record.getMessage()} (database unavailable: {reason})", None
            record.exc_info = record.exc_text = None
        return True


class WarnOnly(logging.Filter):
    """Filter for errors that only a client can mend: one line of a warning, without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        return True


class JsonFormatter(logging.Formatter):
    """`at` (UTC), `level`, `logger`, `text`, `pid`; where known `request` or `task`, `match`, `error` (traceback)."""

    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "text": record.getMessage(),
            "pid": record.process,
            **(_log_context.get() or {}),
        }
        if record.exc_info:
            data["error"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False, default=str)


def find_route(path: str) -> str:
    """Return the pattern that the path matches: unlike the path, it holds no secrets of links."""
    try:
        return resolve(path).route
    except Resolver404:
        return "(no route)"


class RequestLogging:
    """WSGI middleware that gives requests an id, unless the proxy sent one, and counts and logs them."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]]) -> None:
        self.wsgi = wsgi

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        sent_id = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = sent_id if REQUEST_ID.fullmatch(sent_id) else secrets.token_hex(8)
        match = MATCH_PATH.search(environ["PATH_INFO"])
        started = time.monotonic()

        def log_and_start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            seconds = time.monotonic() - started
            metrics.count_response(environ["REQUEST_METHOD"], status, seconds)
            if seconds > SLOW_S:
                logger.warning("%s /%s took %.1f s", environ["REQUEST_METHOD"], find_route(environ["PATH_INFO"]), seconds)
            return start(status, [*headers, ("X-Request-Id", request_id)], exc_info)

        with log_context(request=request_id, match=int(match[1]) if match else None):
            return self.wsgi(environ, log_and_start)
