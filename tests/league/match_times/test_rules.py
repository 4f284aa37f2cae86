"""Availability, common slots and deadlines across changes of clocks, without a database."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise, product
from zoneinfo import ZoneInfo

import pytest

from league.match_times.rules.availability import (
    ExceptionDays,
    Week,
    add_days,
    choose_default_slot,
    format_ranges,
    list_free_spans,
    parse_ranges,
    parse_week,
    to_moment,
)
from league.match_times.rules.negotiation import MAX_STEPS, Negotiation, Terms
from league.match_times.rules.slots import MATCH_LENGTH, find_common_slots
from matches.errors import ActionError
from tests.load.match_times import Simulation
from tests.thorough import WHOLE

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CHANGES = {
    ("America/New_York", "gap"): ("2026-03-08", "07:00", 120), ("America/New_York", "overlap"): ("2026-11-01", "06:00", 60),
    ("Europe/Berlin", "gap"): ("2026-03-29", "01:00", 120), ("Europe/Berlin", "overlap"): ("2026-10-25", "01:00", 120),
    ("Australia/Adelaide", "gap"): ("2026-10-04", "16:30", 120),
    ("Australia/Adelaide", "overlap"): ("2026-04-05", "16:30", 120),
}  # fmt: skip
"""By zone and kind: the local day of the change, its moment in UTC, and the minute of the day that is skipped or repeated."""
ZONES = ("America/New_York", "Europe/London", "Europe/Berlin", "Asia/Kolkata", "Australia/Adelaide")


def moment_of(zone: str, kind: str) -> tuple[date, datetime, int]:
    day, clock, minute = CHANGES[zone, kind]
    local = date.fromisoformat(day)
    utc_day = local - DAY if zone.startswith("Australia") else local
    return local, datetime.combine(utc_day, time.fromisoformat(clock), UTC), minute


@pytest.mark.parametrize("zone", [zone for zone, kind in CHANGES if kind == "gap"])
def test_a_skipped_hour_is_left_out(zone: str) -> None:
    day, change, minute = moment_of(zone, "gap")
    info = ZoneInfo(zone)
    assert {to_moment(day, minute + later, info, last=last) for later in (0, 30, 59) for last in (True, False)} == {change}
    assert to_moment(day, minute + 60, info) == change
    assert to_moment(day, minute - 1, info) == change - timedelta(minutes=1)
    week = Week(zone, (((minute - 60, minute + 120),),) * 7)
    assert list_free_spans(week, change - 3 * HOUR, change + 6 * HOUR)[0] == (change - HOUR, change + HOUR)
    asleep = Week(zone, (((minute, minute + 60),),) * 7)
    assert list_free_spans(asleep, change - 2 * HOUR, change + 2 * HOUR) == []


@pytest.mark.parametrize("zone", [zone for zone, kind in CHANGES if kind == "overlap"])
def test_a_repeated_hour_begins_late_and_ends_early(zone: str) -> None:
    day, change, minute = moment_of(zone, "overlap")
    info = ZoneInfo(zone)
    assert (to_moment(day, minute + 30, info), to_moment(day, minute + 30, info, last=True)) == (
        change - HOUR / 2,
        change + HOUR / 2,
    )
    week = Week(zone, (((minute, minute + 60),),) * 7)
    assert list_free_spans(week, change - 2 * HOUR, change + 3 * HOUR)[0] == (change, change + HOUR)
    until = Week(zone, (((minute - 60, minute + 30),),) * 7)
    assert list_free_spans(until, change - 3 * HOUR, change + 3 * HOUR)[0] == (change - 2 * HOUR, change - HOUR / 2)
    around = Week(zone, (((minute - 60, minute + 120),),) * 7)
    assert list_free_spans(around, change - 3 * HOUR, change + 3 * HOUR)[0] == (change - 2 * HOUR, change + 2 * HOUR)


@pytest.mark.parametrize("zone", ZONES)
def test_days_are_added_by_the_clock(zone: str) -> None:
    for month in (3, 4, 10, 11):
        begins = datetime(2026, month, 1, tzinfo=UTC).astimezone(ZoneInfo(zone))
        later = add_days(begins, 28, zone).astimezone(ZoneInfo(zone))
        assert (later.time(), later.date() - begins.date()) == (begins.time(), 28 * DAY)


@pytest.mark.parametrize(("one", "other"), list(product(ZONES, ZONES)) if WHOLE else list(pairwise(ZONES)))
@pytest.mark.parametrize("begins", ["2026-03-05", "2026-03-26", "2026-04-02", "2026-10-01", "2026-10-22", "2026-10-29"])
def test_common_slots_suit_both_by_their_own_clocks(one: str, other: str, begins: str) -> None:
    weeks = [Week(one, parse_week("mon-sun 7-24")), Week(other, parse_week("mon-fri 17-23; sat-sun 9-23"))]
    opens = datetime.fromisoformat(begins).replace(tzinfo=UTC)
    slots = find_common_slots(*weeks, opens, opens + 7 * DAY)
    assert len(slots) > 3
    assert len(set(slots)) == len(slots)
    for slot in slots:
        assert opens <= slot <= opens + 7 * DAY
        for week in weeks:
            local = slot.astimezone(ZoneInfo(week.zone))
            minute = local.hour * 60 + local.minute
            assert any(begins <= minute <= ends - 60 for begins, ends in week.get_hours(local.date())), (slot, week.zone)
    inconvenience = [max(0, 9 - min(slot.astimezone(ZoneInfo(zone)).hour for zone in (one, other))) for slot in slots]
    assert inconvenience[0] == min(inconvenience), "the best is the most convenient one"


def test_exceptions_replace_the_hours_of_their_days() -> None:
    christmas = ExceptionDays(date(2026, 12, 24), date(2026, 12, 26))
    brunch = ExceptionDays(date(2026, 12, 26), date(2026, 12, 26), parse_ranges("10-12"))
    week = Week("Europe/Berlin", parse_week("mon-sun 18-22"), (christmas, brunch))
    begins = datetime(2026, 12, 23, tzinfo=UTC)
    hours = [(start.day, start.hour) for start, _end in list_free_spans(week, begins, begins + 5 * DAY)]
    assert hours == [(23, 17), (26, 9), (27, 17)]
    assert ExceptionDays.from_json(brunch.to_json()) == brunch


@pytest.mark.parametrize("text", ["25-26", "18", "18:60-19", "a-b", "24-25", ", ".join(["1-2"] * 7), "²-3"])
def test_hours_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ActionError):
        parse_ranges(text)


def test_hours_may_cross_midnight() -> None:
    week = Week("America/New_York", parse_week("fri 22-2"))
    begins = datetime(2026, 6, 5, tzinfo=UTC)
    assert list_free_spans(week, begins, begins + 3 * DAY) == [
        (datetime(2026, 6, 6, 2, tzinfo=UTC), datetime(2026, 6, 6, 6, tzinfo=UTC))
    ]
    assert format_ranges(week.days[4]) == "22:00-02:00"
    with pytest.raises(ActionError):
        parse_week("someday 18-22")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("days", [1, 3, 7, 14] if WHOLE else [1, 14])
def test_the_default_time_is_in_the_second_half_of_the_window(zone: str, days: int) -> None:
    for number in range(0, 365, 5 if WHOLE else 40):
        opens = datetime(2026, 1, 1, 7, 13, tzinfo=UTC) + number * DAY
        closes = add_days(opens, days, zone)
        slot = choose_default_slot(opens, closes, weekday=5, clock="18:00", zone=zone)
        assert opens + (closes - opens) / 2 <= slot <= closes
        if days >= 14:
            local = slot.astimezone(ZoneInfo(zone))
            assert (local.weekday(), local.time()) == (5, time(18))
        state = Negotiation(opens, closes, slot, opens)
        for hours in (1, 24, 336):
            terms = Terms(hours, "slot")
            assert opens <= state.reminder_at(terms) <= state.policy_at(terms) <= slot


def test_proposals_have_an_end() -> None:
    opens = datetime(2026, 3, 1, tzinfo=UTC)
    state = Negotiation(opens, opens + 7 * DAY, opens + 6 * DAY, opens)
    for number in range(MAX_STEPS):
        state = state.propose(number % 2, [opens + DAY + number * HOUR], opens)
    with pytest.raises(ActionError, match="organiser"):
        state.propose(0, [opens + 3 * DAY], opens)
    assert state.set_time(opens + 3 * DAY, opens).time == opens + 3 * DAY


@pytest.mark.parametrize("policy", ["slot", "referee"])
def test_random_pairs_all_get_a_time_or_a_ruling(policy: str) -> None:
    outcome = Simulation(seed=7, policy=policy).run(150 if WHOLE else 40)
    assert outcome.faults == []
    assert outcome.without_time == 0
    if policy == "slot":
        assert outcome.agreed_share >= 0.95
    assert MATCH_LENGTH == HOUR
