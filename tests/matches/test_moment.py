"""The one clock: the database's where several hosts share it, asked seldom and well."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches import server_time

NEAR = timedelta(seconds=2)


@pytest.fixture
def database_clock(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MATCH_CLOCK = "database"
    monkeypatch.setattr(server_time, "_asked", None)


@pytest.mark.django_db
def test_a_single_host_asks_nobody(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert abs(server_time.now() - datetime.now(UTC)) < NEAR


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.usefixtures("database_clock")
def test_the_databases_clock_is_asked_once_counted_on_and_asked_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    with CaptureQueriesContext(connection) as asked:
        moments = [server_time.now() for _ in range(100)]
    assert len(asked) == 1
    assert moments == sorted(moments)
    assert abs(moments[-1] - datetime.now(UTC)) < NEAR
    with monkeypatch.context() as stepped:  # a step of the calendar clock of this host moves nothing
        stepped.setattr(server_time, "datetime", SimpleNamespace(now=lambda zone: moments[0] - timedelta(hours=1)))
        assert moments[0] <= server_time.now() < moments[0] + NEAR
    monkeypatch.setattr(server_time, "REFRESH_S", 0.0)
    with CaptureQueriesContext(connection) as asked:
        server_time.now()
    assert len(asked) == 1


TRUE = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Server:
    """A database whose clock starts at TRUE, and a monotonic clock; the first questions are answered late."""

    def __init__(self, pauses: list[float]) -> None:
        self.elapsed, self.pauses, self.questions = 0.0, list(pauses), 0

    def cursor(self) -> Server:
        return self

    __enter__ = cursor

    def __exit__(self, *_: object) -> None:
        pass

    def execute(self, _: str) -> None:
        """The server answers at once; the process is stopped before it reads that."""
        self.questions += 1
        self.answer = TRUE + timedelta(seconds=self.elapsed)
        self.elapsed += self.pauses.pop(0) if self.pauses else 0.001

    def fetchone(self) -> tuple[datetime]:
        return (self.answer,)

    def monotonic(self) -> float:
        return self.elapsed


@pytest.mark.parametrize(("pauses", "questions"), [([], 1), ([5.0, 5.0, 0.3, 5.0], 4)])
def test_a_process_that_was_stopped_while_it_asked_asks_again(
    pauses: list[float], questions: int, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    server = Server(pauses)
    settings.MATCH_CLOCK = "database"
    monkeypatch.setattr(server_time, "connection", server)
    monkeypatch.setattr(server_time.time, "monotonic", server.monotonic)
    monkeypatch.setattr(server_time, "_asked", None)
    error = abs(server_time.now() - (TRUE + timedelta(seconds=server.elapsed)))
    assert server.questions == questions
    assert error <= timedelta(seconds=0.15)


def test_a_request_arrived_before_it_waited_for_a_thread(settings: Any) -> None:
    settings.MATCH_CLOCK = "host"
    waited = server_time.received_at({server_time.ARRIVED: time.monotonic() - 2})
    assert timedelta(seconds=1.9) < datetime.now(UTC) - waited < timedelta(seconds=2.5)
    assert datetime.now(UTC) - server_time.received_at({}) < timedelta(seconds=0.5)
