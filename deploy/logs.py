"""Lines of the log for programs: one JSON object each, with the request and the match that it is about.

Every request has an id, which its answer and its lines in the log carry, and is counted.
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

from deploy import metrics
from matches.away import database_away

logger = logging.getLogger(__name__)
GIVEN = re.compile(r"[A-Za-z0-9-]{8,64}")
MATCH = re.compile(r"/matches/([0-9]{1,18})/")
SLOW_S = 1.0
_about: ContextVar[dict[str, str | int] | None] = ContextVar("about", default=None)


@contextmanager
def about(**what: str | int | None) -> Iterator[None]:
    """Name what is being done: every line logged meanwhile, in this thread or task, says so. None says nothing."""
    named = {name: value for name, value in what.items() if value is not None}
    before = _about.set({**(_about.get() or {}), **named})
    try:
        yield
    finally:
        _about.reset(before)


def from_here(**what: str | int | None) -> None:
    """The same until something else is named in this thread: for tasks, of which nobody says when they end."""
    _about.set({name: value for name, value in what.items() if value is not None})


class OneLineOfTheDatabase(logging.Filter):
    """While the database is away, every request and every look says so: in a line, for a traceback tells no more."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if database_away(error):
            reason = str(error).strip().partition("\n")[0]
            record.msg, record.args = f"{record.getMessage()} (the database is away: {reason})", None
            record.exc_info = record.exc_text = None
        return True


class JsonLines(logging.Formatter):
    """`at` (UTC), `level`, `logger`, `text`, `pid`; where known `request` or `task`, `match`, `error` (traceback)."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "text": record.getMessage(),
            "pid": record.process,
            **(_about.get() or {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class Noted:
    """A WSGI application around another one. An id that the proxy gives is kept."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]]) -> None:
        self.wsgi = wsgi

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        request = given if GIVEN.fullmatch(given) else secrets.token_hex(8)
        match = MATCH.search(environ["PATH_INFO"])
        began = time.monotonic()

        def noting(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            seconds = time.monotonic() - began
            metrics.answered(environ["REQUEST_METHOD"], status, seconds)
            if seconds > SLOW_S:
                logger.warning("%s %s took %.1f s", environ["REQUEST_METHOD"], environ["PATH_INFO"], seconds)
            return start(status, [*headers, ("X-Request-Id", request)], exc_info)

        with about(request=request, match=int(match[1]) if match else None):
            return self.wsgi(environ, noting)
