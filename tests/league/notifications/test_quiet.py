"""Quiet hours: nothing goes out in them, and everything goes out when they end."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st

from league.notifications.models import NotificationPreferences
from league.notifications.preferences import check_quiet_hours, list_time_zones
from matches.errors import ActionError

BERLIN = NotificationPreferences(zone="Europe/Berlin", quiet_from=time(22), quiet_until=time(7, 30))


def utc(day: int, hour: int, minute: int = 0, month: int = 6) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_the_wall_of_the_persons_zone_counts_over_midnight_and_over_the_year() -> None:
    for moment, sent in (
        (utc(1, 19, 59), utc(1, 19, 59)),
        (utc(1, 20), utc(2, 5, 30)),
        (utc(2, 3), utc(2, 5, 30)),
        (utc(2, 5, 30), utc(2, 5, 30)),
        (utc(1, 21, month=1), utc(2, 6, 30, month=1)),
    ):
        assert BERLIN.after_quiet_hours(moment) == sent
    noon = NotificationPreferences(zone="UTC", quiet_from=time(12), quiet_until=time(14))
    assert [noon.after_quiet_hours(utc(1, hour)) for hour in (11, 12, 13, 14)] == [utc(1, h) for h in (11, 14, 14, 14)]


@settings(max_examples=25)
@given(
    st.integers(0, 366 * 24 * 60).map(lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)),
    st.sampled_from(["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu"]),
    st.times(), st.times(),
)  # fmt: skip
def test_an_email_never_goes_out_before_its_time_nor_more_than_a_day_and_a_half_after(
    moment: datetime, zone: str, begins: time, ends: time
) -> None:
    begins, ends = begins.replace(second=0, microsecond=0), ends.replace(second=0, microsecond=0)
    quiet = NotificationPreferences(zone=zone, quiet_from=begins, quiet_until=ends)
    sent = quiet.after_quiet_hours(moment)
    assert moment <= sent <= moment + timedelta(hours=26)
    if sent > moment:
        assert abs(sent - datetime.combine(sent.astimezone(ZoneInfo(zone)).date(), ends, ZoneInfo(zone))) <= (
            timedelta(hours=1)
        )


def test_half_of_quiet_hours_and_zones_that_there_are_not_are_refused() -> None:
    check_quiet_hours("Europe/Berlin", None, None)
    check_quiet_hours("Europe/Berlin", time(22), time(7, 30))
    for zone, begins, ends, field in (
        ("Atlantis/Capital", None, None, "zone"),
        ("UTC", time(1), None, "quiet_until"),
        ("UTC", None, time(1), "quiet_from"),
        ("UTC", time(1), time(1), "quiet_until"),
    ):
        with pytest.raises(ActionError) as refused:
            check_quiet_hours(zone, begins, ends)
        assert refused.value.field == field
    assert {"UTC", "Europe/Berlin", "Asia/Tokyo"} <= set(list_time_zones())
