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
from matches.models.presence import WORKERS
from matches.queries.service_health import OUTAGE, read_service_metrics
from matches.server_time import now
from matches.stream.endpoint import Scope, Send
from matches.stream.hub import Hub

logger = logging.getLogger(__name__)
PATHS = {"/healthz", "/readyz", "/metrics"}
TIMEOUT_S = 5.0
CACHE_S = 1.0
"""Seconds for which a result is reused."""
BROKER_TIMEOUT_S = 1.0
T = TypeVar("T")
_migrated = False
_thread = ThreadPoolExecutor(1, "probe")
_asked: tuple[float, asyncio.Future[dict[str, ComponentStatus]]] | None = None


@dataclass(frozen=True, slots=True)
class ComponentStatus:
    """The state of one dependency, with a text that reveals nothing internal."""

    ok: bool
    text: str


async def serve(hub: Hub, scope: Scope, send: Send) -> None:
    """Respond to GET or HEAD of `/healthz`, `/readyz` or `/metrics`."""
    if scope["method"] not in ("GET", "HEAD"):
        await _send_response(scope, send, 405, {"code": "method-not-allowed", "text": "Use GET.", "field": None})
    elif scope["path"] == "/healthz":
        await _send_response(scope, send, 200, {"alive": True})
    elif scope["path"] == "/readyz":
        statuses = await _get_components()
        ready = all(status.ok for status in statuses.values())
        components = {name: asdict(status) for name, status in statuses.items()}
        await _send_response(scope, send, 200 if ready else 503, {"ready": ready, "parts": components})
    elif settings.METRICS_TOKEN and secrets.compare_digest(
        dict(scope["headers"]).get(b"authorization", b""), f"Bearer {settings.METRICS_TOKEN}".encode()
    ):
        await _send_response(scope, send, 200, await _render_metrics(len(hub.everyone())))
    else:
        await _send_response(scope, send, 404, {"code": "not-found", "text": "Not found.", "field": None})


async def _get_components() -> dict[str, ComponentStatus]:
    global _asked
    if _asked is None or (_asked[1].done() and time.monotonic() - _asked[0] > CACHE_S):
        _asked = time.monotonic(), asyncio.get_running_loop().run_in_executor(_thread, _run_query, check_components)
    try:
        return await asyncio.wait_for(asyncio.shield(_asked[1]), TIMEOUT_S)
    except TimeoutError:
        return {"database": ComponentStatus(False, f"no answer within {TIMEOUT_S:.0f} s")}


async def _render_metrics(streams: int) -> bytes:
    future = asyncio.get_running_loop().run_in_executor(_thread, _run_query, lambda: read_service_metrics(now()))
    try:
        service_metrics = await asyncio.wait_for(future, TIMEOUT_S)
    except Exception as error:
        logger.warning("can't read metrics from the database: %s", error)
        service_metrics = None
    return metrics.render_text(service_metrics, streams)


def _run_query(query: Callable[[], T]) -> T:
    """Call `query` with a working database connection, and close the connection if it fails."""
    close_old_connections()
    try:
        return query()
    except Exception:
        connection.close()
        raise


async def _send_response(scope: Scope, send: Send, status: int, data: object) -> None:
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


def check_components() -> dict[str, ComponentStatus]:
    """Return the status of each dependency by name. Makes three short database queries and one call to the broker."""
    database = _try_check(_database, "does not answer")
    unknown = ComponentStatus(False, "unknown: no database")
    return {
        "database": database,
        "migrations": _try_check(_migrations, "can't be read") if database.ok else unknown,
        "sweep": _try_check(_sweep, "can't be read") if database.ok else unknown,
        "broker": _try_check(_broker, "does not answer; the sweep finds work instead, more slowly"),
    }


def _try_check(check: Callable[[], ComponentStatus], failure_text: str) -> ComponentStatus:
    try:
        return check()
    except Exception as error:  # Any error means that the dependency is down.
        logger.warning("not ready: %s: %s", check.__name__.strip("_"), error)
        return ComponentStatus(False, failure_text)


def _database() -> ComponentStatus:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ComponentStatus(True, "answers")


def _migrations() -> ComponentStatus:
    """Return whether all migrations are applied. A positive result is kept for the lifetime of the process."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        remaining = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if remaining:
            return ComponentStatus(False, f"{len(remaining)} pending: run manage.py migrate")
        _migrated = True
    return ComponentStatus(True, "all applied")


def _sweep() -> ComponentStatus:
    if Heartbeat.objects.filter(pk=WORKERS, beat_at__gte=now() - OUTAGE).exists():
        return ComponentStatus(True, "alive")
    return ComponentStatus(False, "no active worker: moves wait and no clock is charged")


def _broker() -> ComponentStatus:
    redis = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=BROKER_TIMEOUT_S, socket_timeout=BROKER_TIMEOUT_S)
    try:
        redis.ping()
    finally:
        redis.close()
    return ComponentStatus(True, "answers")
