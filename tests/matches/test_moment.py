"""The one clock: asked well, and a request's wait for a thread counted for nobody."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from matches import moment

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


@pytest.mark.parametrize(("pauses", "questions"), [([], 1), ([30.0], 2), ([5.0, 5.0, 0.3, 5.0], 4)])
def test_a_process_that_was_stopped_while_it_asked_asks_again(
    pauses: list[float], questions: int, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    server = Server(pauses)
    settings.MATCH_CLOCK = "database"
    monkeypatch.setattr(moment, "connection", server)
    monkeypatch.setattr(moment.time, "monotonic", server.monotonic)
    monkeypatch.setattr(moment, "_asked", None)
    error = abs(moment.now() - (TRUE + timedelta(seconds=server.elapsed)))
    assert server.questions == questions
    assert error <= timedelta(seconds=0.15)


def test_a_request_arrived_before_it_waited_for_a_thread(settings: Any) -> None:
    settings.MATCH_CLOCK = "host"
    waited = moment.arrival({moment.ARRIVED: time.monotonic() - 2})
    assert timedelta(seconds=1.9) < datetime.now(UTC) - waited < timedelta(seconds=2.5)
    assert datetime.now(UTC) - moment.arrival({}) < timedelta(seconds=0.5)
