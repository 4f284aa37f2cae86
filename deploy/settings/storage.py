"""Database and the clock that belongs to it, Redis, the page cache and Celery.

Redis only carries hints: nothing is stored there that a database row does not hold.
"""

from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from kombu.entity import Exchange, Queue

from deploy.settings.env import VAR, env


def _to_celery_url(url: str) -> str:
    """Return the URL of a broker for Celery, which has its own scheme for Unix sockets."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    database = parse_qs(parts.query).get("db", ["0"])[0]
    credentials = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    return f"redis+socket://{credentials}{quote(parts.path)}?virtual_host={database}"


def _make_private(database: Path) -> None:
    """Create an SQLite database with mode 0600 or change its mode: SQLite would make it readable for every user."""
    with suppress(OSError):  # Another user's file, or no such folder: SQLite then reports the error.
        database.touch(mode=0o600)
    for path in (database, *(database.with_name(f"{database.name}-{end}") for end in ("wal", "shm", "journal"))):
        with suppress(OSError):
            path.chmod(0o600)


DATABASE_POOLED = env.bool("DATABASE_POOLED", default=False)
"""Whether DATABASE_URL leads to PgBouncer in transaction mode or a similar pooler. Each transaction may then use
another connection, so prepared statements and server-side cursors are disabled.
"""
DIRECT_DATABASE = env.db("DIRECT_DATABASE_URL") if env("DIRECT_DATABASE_URL", default="") else None
"""The same database without the pooler, for backups, which need a connection of their own."""

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
    # SQLite is used by one host, whose clock is the time of the game.
    MATCH_CLOCK = "host"
else:
    # Each thread keeps its connection for a while and checks it before reuse.
    _default["CONN_MAX_AGE"] = 60
    # A move runs the same few statements each time, so they stay prepared, unless a pooler changes the connection.
    # Options of the URL such as ?sslmode=verify-full are kept.
    _threshold = None if DATABASE_POOLED else 3
    _default["OPTIONS"] = {**_default.get("OPTIONS", {}), "server_side_binding": True, "prepare_threshold": _threshold}
    _default["DISABLE_SERVER_SIDE_CURSORS"] = DATABASE_POOLED
    _default["CONN_HEALTH_CHECKS"] = True
    MATCH_CLOCK = "database"

MATCH_IDLE_MS = env.int("MATCH_IDLE_MS", default=2000)
"""PostgreSQL ends a transaction that holds a match lock and is idle for this many ms. 0: never."""
ENGINE_CALL_S = env.float("ENGINE_CALL_S", default=1.0)
"""CPU seconds that one step of a game may take before its match goes to a referee; less than MATCH_IDLE_MS."""
OVERLOAD_CREDIT_S = env.int("OVERLOAD_CREDIT_S", default=60)
"""Maximum seconds credited to a match for server overload; other outages are credited in full."""

REDIS_URL = env("REDIS_URL", default="redis://127.0.0.1:6379/0")
PAGE_CACHE = env.bool("PAGE_CACHE", default=not env.bool("DEBUG", default=False))
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "league-zero:cache",
        # JSON, because unpickling would let anyone with write access to Redis run code here.
        "OPTIONS": {"serializer": "django.core.signing.JSONSerializer", "socket_timeout": 1, "socket_connect_timeout": 1},
    }
    if PAGE_CACHE
    else {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
}

CELERY_BROKER_URL = _to_celery_url(REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Keeps emails readable that are printed to the console.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "socket_keepalive": True,
    # A hint that cannot be sent at once is dropped: the sweep finds what is due.
    "socket_connect_timeout": 1,
    "max_retries": 0,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_TASK_DEFAULT_QUEUE = "league-zero"
# Hints need no acknowledgement: the sweep makes up for a lost one.
CELERY_TASK_QUEUES = tuple(
    Queue(name, Exchange(name), routing_key=name, no_ack=True)
    for name in ("league-zero", "league-zero-bots", "league-zero-reviews")
)
# Bots take a second per move, and reviews a minute per match, so they have queues and processes of their own and do not
# delay adjudication.
CELERY_TASK_ROUTES = {
    task: {"queue": queue, "routing_key": queue}
    for task, queue in {
        "matches.tasks.play_bots": "league-zero-bots",
        "league.tasks.review_matches": "league-zero-reviews",
        "league.tasks.compare_matches": "league-zero-reviews",
    }.items()
}
CELERY_TASK_DEFAULT_EXCHANGE = CELERY_TASK_DEFAULT_ROUTING_KEY = "league-zero"
CELERY_WORKER_DISABLE_RATE_LIMITS = True
