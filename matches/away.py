"""Classification of database errors: unreachable or overloaded, as opposed to errors in our queries."""

from django.db import InterfaceError, OperationalError

AWAY = ("08", "53", "57P")
"""SQLSTATE prefixes of PostgreSQL: no connection; out of memory, disk or connections; stopping or starting."""
FULL = {"53200", "53300", "53400"}
FULL_WORDS = ("too many clients", "remaining connection slots", "too many connections", "no more connections allowed")
"""Messages of PostgreSQL and PgBouncer for refused connections, for which psycopg has no SQLSTATE."""
BUSY = ("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_LOCKED", "SQLITE_READONLY")


def database_away(error: BaseException | None) -> bool:
    """Return whether the database is down. Errors without a SQLSTATE mean a failed or lost connection."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    name = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return str(name).startswith(BUSY)
    state = getattr(cause, "sqlstate", None)
    return state is None or str(state).startswith(AWAY)


def database_busy(error: BaseException) -> bool:
    """Return whether the database is running but out of connections or memory, or waiting for locks."""
    cause = error.__cause__
    name = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return str(name).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
    state = str(getattr(cause, "sqlstate", None) or "")
    return state in FULL or any(words in str(error) for words in FULL_WORDS)


def without_database(error: BaseException) -> str:
    """Return one line for a terminal: the database is down or has no tables yet, and what to do."""
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return f"The database cannot be used ({reason}). Check DATABASE_URL, and run manage.py migrate if it is new."
