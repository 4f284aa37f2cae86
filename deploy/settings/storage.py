"""Database and the clock that belongs to it, and the page cache."""

from pathlib import Path

from deploy.settings.celery import REDIS_URL
from deploy.settings.env import VAR, env
from deploy.settings.private_file import make_private

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
        make_private(Path(_default["NAME"]))
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
