"""Health, readiness and metrics: asked in front of Django, and told without anything secret."""

import asyncio
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from deploy import health_checks, metrics
from deploy.health_checks import ComponentStatus
from matches.models import Heartbeat, Match
from matches.queries.service_health import read_service_metrics
from matches.server_time import now
from matches.stream.hub import Hub
from tests.deploy.asking import answer
from tests.factories import PlayerFactory, match
from tests.services import broker


def asked(path: str, *, method: str = "GET", **headers: str) -> tuple[int, dict[bytes, bytes], bytes]:
    hub, given = Hub("redis://127.0.0.1:1/0"), [(name.encode(), value.encode()) for name, value in headers.items()]
    health_checks._asked = None
    return answer(lambda scope, _, send: health_checks.serve(hub, scope, send), path=path, method=method, headers=given)


@pytest.fixture
def living_broker(settings: Any) -> Iterator[broker.Server]:
    server = broker.Server()
    server.start()
    settings.REDIS_URL = f"redis://127.0.0.1:{server.port}/0"
    try:
        yield server
    finally:
        server.kill()


def test_health_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_checks, "_run_query", lambda *_: pytest.fail("something was asked"))
    assert asked("/healthz")[::2] == (200, b'{"alive": true}')
    assert asked("/healthz", method="HEAD")[::2] == (200, b"")
    assert asked("/healthz", method="POST")[0] == 405


@pytest.mark.django_db
def test_ready_is_database_migrations_sweep_and_broker(living_broker: broker.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    Heartbeat.objects.create(pk=1, beat_at=now())
    assert {name: part.ok for name, part in health_checks.check_components().items()} == {
        "database": True, "migrations": True, "sweep": True, "broker": True,
    }  # fmt: skip
    Heartbeat.objects.update(beat_at=now() - timedelta(seconds=10))
    living_broker.kill()
    told = health_checks.check_components()
    assert told["database"].ok
    assert told["sweep"] == ComponentStatus(False, "no active worker: moves wait and no clock is charged")
    assert told["broker"] == ComponentStatus(False, "does not answer; the sweep finds work instead, more slowly")
    monkeypatch.setattr(health_checks, "_migrated", False)
    monkeypatch.setattr(health_checks.MigrationExecutor, "migration_plan", lambda *_: [object()])
    assert health_checks.check_components()["migrations"] == ComponentStatus(False, "1 pending: run manage.py migrate")


def test_a_part_that_is_missing_makes_503_and_tells_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> ComponentStatus:
        raise OSError("postgres://league:secret@db/league")

    monkeypatch.setattr(health_checks, "_database", broken)
    monkeypatch.setattr(health_checks, "_broker", lambda: ComponentStatus(True, "answers"))
    status, headers, body = asked("/readyz")
    told = json.loads(body)
    assert (status, headers[b"cache-control"]) == (503, b"no-store")
    assert told["ready"] is False
    assert told["parts"]["database"] == {"ok": False, "text": "does not answer"}
    assert told["parts"]["sweep"] == {"ok": False, "text": "unknown: no database"}
    assert told["parts"]["broker"]["ok"]
    assert b"secret" not in body


def test_all_parts_there_make_200_and_many_questions_one(monkeypatch: pytest.MonkeyPatch) -> None:
    times = []
    monkeypatch.setattr(
        health_checks, "check_components", lambda: times.append(1) or {"database": ComponentStatus(True, "answers")}
    )

    async def twice() -> None:
        await asyncio.gather(health_checks._get_components(), health_checks._get_components())
        await health_checks._get_components()

    health_checks._asked = None
    asyncio.run(twice())
    assert len(times) == 1
    assert asked("/readyz")[0] == 200


def test_metrics_are_for_whoever_shows_the_token(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_checks, "read_service_metrics", lambda at: None)
    settings.METRICS_TOKEN = ""
    assert asked("/metrics", authorization="Bearer ")[0] == 404
    settings.METRICS_TOKEN = "t" * 40
    assert asked("/metrics")[0] == 404
    assert asked("/metrics", authorization="Bearer no")[0] == 404
    status, _, body = asked("/metrics", authorization=f"Bearer {'t' * 40}")
    assert status == 200
    assert b"league_zero_database_up 0.0" in body


@pytest.mark.django_db
def test_the_figures_are_those_of_the_rows(at: Any) -> None:
    for late_s in (2, -2):
        made = match(PlayerFactory(), PlayerFactory(), at=at)
        Match.objects.filter(pk=made.pk).update(deadline_at=at - timedelta(seconds=late_s))
    Heartbeat.objects.create(pk=1, beat_at=at - timedelta(seconds=4))
    told = metrics.render_text(read_service_metrics(at), streams=3).decode()
    found = {(s.name, *s.labels.values()): s.value for f in text_string_to_metric_families(told) for s in f.samples}
    assert found["league_zero_matches", "playing"] == 2
    assert found["league_zero_flags_due",] == 1
    assert found["league_zero_flag_late_seconds",] == 2
    assert found["league_zero_silent_seconds", "sweep"] == 4
    assert found["league_zero_silent_seconds", "web"] == float("inf")
    assert found["league_zero_submissions_waiting",] == 0
    assert found["league_zero_streams",] == 3
