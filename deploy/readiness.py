"""What a process needs in order to serve: each part asked briefly, and told in words that give nothing away."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from redis import Redis

from matches.models import Heartbeat
from matches.models.presence import JUDGES
from matches.moment import now
from matches.queries.service_health import OUTAGE

logger = logging.getLogger(__name__)
BROKER_S = 1.0
_migrated = False


@dataclass(frozen=True, slots=True)
class Part:
    ok: bool
    text: str


def parts() -> dict[str, Part]:
    """Every part by its name. Asks the database three short questions and the broker one."""
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
    except Exception as error:  # whatever it is, the part is not there
        logger.warning("not ready: %s: %s", ask.__name__.strip("_"), error)
        return Part(False, otherwise)


def _database() -> Part:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return Part(True, "answers")


def _migrations() -> Part:
    """Once all have been applied that this process knows, they stay so while it lives."""
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
