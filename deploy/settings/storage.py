"""Database and the clock that belongs to it, Redis, the page cache and Celery.

Redis carries hints only, so nothing is kept there that a row does not hold.
"""

from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from kombu.entity import Exchange, Queue

from deploy.settings.env import VAR, env


def _as_celery_has_it(url: str) -> str:
    """Return the address of a broker for Celery, which has a scheme of its own for sockets of this machine."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    database = parse_qs(parts.query).get("db", ["0"])[0]
    signed_in = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"redis+socket://{signed_in}{quote(parts.path)}?virtual_host={database}"


def _make_private(database: Path) -> None:
    """Give an SQLite database mode 0600, and make it with that: SQLite would let everybody on the machine read it."""
    with suppress(OSError):  # of another user, or in no folder: SQLite then says what is wrong
        database.touch(mode=0o600)
    for path in (database, *(database.with_name(f"{database.name}-{end}") for end in ("wal", "shm", "journal"))):
        with suppress(OSError):
            path.chmod(0o600)


DATABASE_POOLED = env.bool("DATABASE_POOLED", default=False)
"""Whether DATABASE_URL leads to PgBouncer in transaction mode, or a pooler like it. The next transaction may then be
on another connection, so nothing is left on one: no prepared statements, no cursors."""
DIRECT_DATABASE = env.db("DIRECT_DATABASE_URL") if env("DIRECT_DATABASE_URL", default="") else None
"""The same database without the pooler, for backups: they need one connection to themselves."""

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR / 'league.sqlite3'}")}

_default = DATABASES["default"]
if _default["ENGINE"].endswith("sqlite3"):
    # Without these, concurrent writers fail with "database is locked".
    _default["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: with NORMAL a power cut may take back what has been acknowledged.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    if _default["NAME"] and not _default["NAME"].startswith((":memory:", "file:")):
        _make_private(Path(_default["NAME"]))
    _default["CONN_MAX_AGE"] = None
    # One host writes the file, so its clock is the one clock.
    MATCH_CLOCK = "host"
else:
    # Each thread keeps its connection for a while and looks whether it is still alive before it uses it again.
    _default["CONN_MAX_AGE"] = 60
    # A move runs the same few statements each time: the server keeps them prepared, unless another one answers next.
    # What the URL asks for, as ?sslmode=verify-full, stays.
    _threshold = None if DATABASE_POOLED else 3
    _default["OPTIONS"] = {**_default.get("OPTIONS", {}), "server_side_binding": True, "prepare_threshold": _threshold}
    _default["DISABLE_SERVER_SIDE_CURSORS"] = DATABASE_POOLED
    _default["CONN_HEALTH_CHECKS"] = True
    MATCH_CLOCK = "database"

MATCH_IDLE_MS = env.int("MATCH_IDLE_MS", default=2000)
"""Who holds a match's lock and says nothing for so long has been stopped: PostgreSQL ends its transaction. 0: never."""
OVERLOAD_CREDIT_S = env.int("OVERLOAD_CREDIT_S", default=60)
"""The most that a match is credited with for overloads of the server, in seconds; other outages are credited whole."""

REDIS_URL = env("REDIS_URL", default="redis://127.0.0.1:6379/0")
PAGE_CACHE = env.bool("PAGE_CACHE", default=not env.bool("DEBUG", default=False))
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "league-zero:cache",
        # JSON: whoever can write to Redis must not be able to run code here, which pickles could.
        "OPTIONS": {
            "serializer": "django.core.signing.JSONSerializer",
            "socket_timeout": 1,
            "socket_connect_timeout": 1,
        },
    }
    if PAGE_CACHE
    else {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
}

CELERY_BROKER_URL = _as_celery_has_it(REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Letters that are printed for want of a mail server stay readable.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "socket_keepalive": True,
    # A hint that cannot be sent at once is not worth a wait: the sweep finds what is due.
    "socket_connect_timeout": 1,
    "max_retries": 0,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_TASK_DEFAULT_QUEUE = "league-zero"
# Hints need no acknowledgement: a lost one is made up for by the sweep.
CELERY_TASK_QUEUES = tuple(
    Queue(name, Exchange(name), routing_key=name, no_ack=True) for name in ("league-zero", "league-zero-bots")
)
# Bots think for a second: in a queue and processes of their own they hold up no referee.
CELERY_TASK_ROUTES = {"matches.tasks.play_bots": {"queue": "league-zero-bots", "routing_key": "league-zero-bots"}}
CELERY_TASK_DEFAULT_EXCHANGE = CELERY_TASK_DEFAULT_ROUTING_KEY = "league-zero"
CELERY_WORKER_DISABLE_RATE_LIMITS = True
