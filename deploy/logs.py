"""Lines of the log for programs: one JSON object each, with the request and the match that it is about."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from matches.away import database_away

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
