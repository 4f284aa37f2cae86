"""Health checks and metrics, served in front of Django, without host checks, sessions or redirects.

/healthz  200 while this process serves requests; checks nothing else.
/readyz   200 if database, migrations, sweep and broker work, otherwise 503; each part in JSON.
/metrics  Prometheus' text format, for requests with METRICS_TOKEN.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TypeVar

from django.conf import settings
from django.db import close_old_connections, connection
from django.db.migrations.executor import MigrationExecutor
from redis import Redis

from deploy import metrics
from matches.models import Heartbeat
from matches.models.presence import JUDGES
from matches.moment import now
from matches.queries.service_health import OUTAGE, pulse
from matches.stream.door import Scope, Send
from matches.stream.hub import Hub

logger = logging.getLogger(__name__)
PATHS = {"/healthz", "/readyz", "/metrics"}
PATIENCE_S = 5.0
KEPT_S = 1.0
"""Seconds for which a result is reused."""
BROKER_S = 1.0
T = TypeVar("T")
_migrated = False
_thread = ThreadPoolExecutor(1, "probe")
_asked: tuple[float, asyncio.Future[dict[str, Part]]] | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The state of one dependency, with a text that reveals nothing internal."""

    ok: bool
    text: str


async def serve(hub: Hub, scope: Scope, send: Send) -> None:
    """Respond to GET or HEAD of one of the paths."""
    if scope["method"] not in ("GET", "HEAD"):
        await _say(scope, send, 405, {"code": "method-not-allowed", "text": "Ask with GET.", "field": None})
    elif scope["path"] == "/healthz":
        await _say(scope, send, 200, {"alive": True})
    elif scope["path"] == "/readyz":
        found = await _parts()
        ready = all(part.ok for part in found.values())
        named = {name: asdict(part) for name, part in found.items()}
        await _say(scope, send, 200 if ready else 503, {"ready": ready, "parts": named})
    elif settings.METRICS_TOKEN and secrets.compare_digest(
        dict(scope["headers"]).get(b"authorization", b""), f"Bearer {settings.METRICS_TOKEN}".encode()
    ):
        await _say(scope, send, 200, await _metrics(len(hub.everyone())))
    else:
        await _say(scope, send, 404, {"code": "not-found", "text": "There is nothing here.", "field": None})


async def _parts() -> dict[str, Part]:
    global _asked
    if _asked is None or (_asked[1].done() and time.monotonic() - _asked[0] > KEPT_S):
        _asked = time.monotonic(), asyncio.get_running_loop().run_in_executor(_thread, _fresh, parts)
    try:
        return await asyncio.wait_for(asyncio.shield(_asked[1]), PATIENCE_S)
    except TimeoutError:
        return {"database": Part(False, f"no answer within {PATIENCE_S:.0f} s")}


async def _metrics(streams: int) -> bytes:
    asked = asyncio.get_running_loop().run_in_executor(_thread, _fresh, lambda: pulse(now()))
    try:
        found = await asyncio.wait_for(asked, PATIENCE_S)
    except Exception as error:
        logger.warning("no figures from the database: %s", error)
        found = None
    return metrics.text(found, streams)


def _fresh(ask: Callable[[], T]) -> T:
    """Call `ask` with a working database connection, and close the connection if it fails."""
    close_old_connections()
    try:
        return ask()
    except Exception:
        connection.close()
        raise


async def _say(scope: Scope, send: Send, status: int, data: object) -> None:
    """Send JSON, or Prometheus' text unchanged."""
    kind = b"text/plain; version=0.0.4; charset=utf-8" if isinstance(data, bytes) else b"application/json"
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def parts() -> dict[str, Part]:
    """Return every dependency by name. Makes three short database queries and one call to the broker."""
    database = _tried(_database, "does not answer")
    unknown = Part(False, "not known without the database")
    return {
        "database": database,
        "migrations": _tried(_migrations, "cannot be read") if database.ok else unknown,
        "sweep": _tried(_sweep, "cannot be read") if database.ok else unknown,
        "broker": _tried(_broker, "does not answer; what it hints is found by the sweep, later"),
    }


def _tried(ask: Callable[[], Part], otherwise: str) -> Part:
    try:
        return ask()
    except Exception as error:  # Any error means that the dependency is down.
        logger.warning("not ready: %s: %s", ask.__name__.strip("_"), error)
        return Part(False, otherwise)


def _database() -> Part:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return Part(True, "answers")


def _migrations() -> Part:
    """Return whether all migrations are applied. A positive result is kept for the lifetime of the process."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        left = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if left:
            return Part(False, f"{len(left)} to be applied: manage.py migrate")
        _migrated = True
    return Part(True, "all applied")


def _sweep() -> Part:
    if Heartbeat.objects.filter(pk=JUDGES, beat_at__gte=now() - OUTAGE).exists():
        return Part(True, "alive")
    return Part(False, "no worker sweeps: nothing is judged, and no clock is charged")


def _broker() -> Part:
    redis = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=BROKER_S, socket_timeout=BROKER_S)
    try:
        redis.ping()
    finally:
        redis.close()
    return Part(True, "answers")
