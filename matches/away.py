"""Whether an error says that the database cannot be reached or used just now, and not that we asked it nonsense."""

from django.db import InterfaceError, OperationalError

AWAY = ("08", "53", "57P")
"""How states of PostgreSQL begin: no connection; no memory, disk or places left; stopping, starting or restarted."""
FULL = {"53200", "53300", "53400"}
FULL_WORDS = ("too many clients", "remaining connection slots", "too many connections", "no more connections allowed")
"""What PostgreSQL and PgBouncer say at a connection that they refuse; psycopg gives no state there."""
BUSY = ("SQLITE_BUSY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_LOCKED", "SQLITE_READONLY")


def database_away(error: BaseException | None) -> bool:
    """Errors without a state come from a connection that could not be made, or was lost."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    name = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return str(name).startswith(BUSY)
    state = getattr(cause, "sqlstate", None)
    return state is None or str(state).startswith(AWAY)


def database_busy(error: BaseException) -> bool:
    """Whether the database runs and has no place left for us: no connection, no memory, or a lock held by others."""
    cause = error.__cause__
    name = getattr(cause, "sqlite_errorname", None)
    if name is not None:
        return str(name).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
    state = str(getattr(cause, "sqlstate", None) or "")
    return state in FULL or any(words in str(error) for words in FULL_WORDS)


def without_database(error: BaseException) -> str:
    """Return one line for a terminal: that the database is away or has no tables yet, and what to do."""
    reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return f"The database cannot be used ({reason}). Check DATABASE_URL, and run manage.py migrate if it is new."
