"""The one clock: the database's where several hosts share it, asked seldom."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches import moment

NEAR = timedelta(seconds=2)


@pytest.fixture
def database_clock(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MATCH_CLOCK = "database"
    monkeypatch.setattr(moment, "_asked", None)


@pytest.mark.django_db
def test_a_single_host_asks_nobody(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert abs(moment.now() - datetime.now(UTC)) < NEAR


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.usefixtures("database_clock")
class TestTheDatabaseClock:
    def test_it_is_asked_once_and_counted_on(self) -> None:
        with CaptureQueriesContext(connection) as asked:
            moments = [moment.now() for _ in range(100)]
        assert len(asked) == 1
        assert moments == sorted(moments)
        assert abs(moments[-1] - datetime.now(UTC)) < NEAR

    def test_it_is_asked_again_after_a_while(self, monkeypatch: pytest.MonkeyPatch) -> None:
        moment.now()
        monkeypatch.setattr(moment, "ASK_AGAIN_S", 0.0)
        with CaptureQueriesContext(connection) as asked:
            moment.now()
        assert len(asked) == 1

    def test_a_step_of_the_calendar_clock_of_this_host_moves_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        first = moment.now()

        class Stepped(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> datetime:
                return first - timedelta(hours=1)

        monkeypatch.setattr(moment, "datetime", Stepped)
        assert first <= moment.now() < first + NEAR
