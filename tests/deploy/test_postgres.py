"""Moments come out of PostgreSQL as they went in, however the server writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import DataError, connection

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 22, 4, 5, 6, tzinfo=UTC),
        datetime(2026, 11, 22, 4, 5, 6, 120_000, tzinfo=UTC),
        datetime(2026, 11, 22, 4, 5, 6, 1, tzinfo=UTC),
        datetime(2026, 11, 22, 1, 0, tzinfo=timezone(timedelta(hours=-5, minutes=-30))),
        datetime(1, 1, 1, tzinfo=UTC),
        datetime.max.replace(tzinfo=UTC),
    ],
)
def test_a_moment_is_read_as_it_was_stored_and_in_utc(moment: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz", [moment])
        (read,) = cursor.fetchone()
    assert (read, read.tzinfo) == (moment, UTC)


def test_a_moment_that_python_has_not_is_refused_not_guessed() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 'infinity'::timestamptz")
        with pytest.raises(DataError):
            cursor.fetchone()
