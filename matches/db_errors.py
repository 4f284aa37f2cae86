"""Classification of database errors: unreachable or overloaded, as opposed to errors in our queries."""

from django.db import InterfaceError, OperationalError

UNAVAILABLE_STATES = ("08", "53", "57P")
"""SQLSTATE prefixes of PostgreSQL: no connection; out of memory, disk or connections; stopping or starting."""
OVERLOADED_STATES = {"53200", "53300", "53400"}
OVERLOADED_MESSAGES = ("too many clients", "remaining connection slots", "too many connections", "no more connections allowed")
"""Messages of PostgreSQL and PgBouncer for refused connections, for which psycopg has no SQLSTATE."""
SQLITE_UNAVAILABLE = ("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_LOCKED", "SQLITE_READONLY")


def is_database_unavailable(error: BaseException | None) -> bool:
    """Return whether the database is down. Errors without a SQLSTATE mean a failed or lost connection."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    sqlite_error = getattr(cause, "sqlite_errorname", None)
    if sqlite_error is not None:
        return str(sqlite_error).startswith(SQLITE_UNAVAILABLE)
    state = getattr(cause, "sqlstate", None)
    return state is None or str(state).startswith(UNAVAILABLE_STATES)


def is_database_overloaded(error: BaseException) -> bool:
    """Return whether the database is running but out of connections or memory, or waiting for locks."""
    cause = error.__cause__
    sqlite_error = getattr(cause, "sqlite_errorname", None)
    if sqlite_error is not None:
        return str(sqlite_error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
    state = str(getattr(cause, "sqlstate", None) or "")
    return state in OVERLOADED_STATES or any(message in str(error) for message in OVERLOADED_MESSAGES)


def describe_database_error(error: BaseException) -> str:
    """Return one line for a terminal: the database is down or has no tables yet, and what to do."""
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return f"Can't use the database ({reason}). Check DATABASE_URL, and run manage.py migrate if it is new."
