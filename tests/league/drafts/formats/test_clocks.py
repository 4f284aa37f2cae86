from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st

from league.drafts.formats import draft_rules
from league.drafts.formats.actions import Auto, Credit, Flag, Force, Pause, Queue, Resume, Take, Undo
from league.drafts.formats.draft_time import DraftTime, Timing
from league.drafts.formats.state import DraftState
from league.drafts.formats.visibility import build_view
from matches.clock import TimeControl
from tests.league.drafts.formats.playing import NOON, SECOND, done, flag, refused, setup
from tests.thorough import WHOLE

HOUR = timedelta(hours=1)
PICK = TimeControl(60_000, 120_000)


def start(**given: object) -> DraftState:
    return draft_rules.start(setup(timing=Timing(PICK, **given)), NOON)  # type: ignore[arg-type]


def test_a_pick_has_its_time_and_then_the_reserve_which_does_not_come_back() -> None:
    state = start()
    assert draft_rules.deadline(state) == NOON + 180 * SECOND
    state = done(state, Take(1, 1), at=NOON + 100 * SECOND)
    assert state.clock.remaining(state.setup.seat_of[1], state.hours.running(state.at)).reserve == 80_000
    assert draft_rules.deadline(state) == NOON + 280 * SECOND


def test_at_the_deadline_of_a_hard_clock_the_best_value_is_picked_and_marked() -> None:
    state = start()
    end = NOON + 180 * SECOND
    assert refused(state, Take(1, 1), end).code == "too-late"
    assert refused(state, Flag(), end - SECOND).code == "not-due"
    state = flag(state, end + 5 * SECOND)
    (pick,) = state.picks
    assert (pick.card, pick.how, pick.at) == (10, "auto", end)
    assert draft_rules.deadline(state) == end + 185 * SECOND, "the next is not charged for the late sweep"
    assert not state.auto, "autopick is on for nobody"


def test_autopick_takes_the_first_of_the_teams_queue_that_it_may_have() -> None:
    state = done(start(), Queue(1, (4, 3)), Queue(2, (4, 3)))
    assert build_view(state, 1)["queue"] == [4, 3]
    assert build_view(state, 2)["teams"] == build_view(state, 1)["teams"]
    state = flag(state, NOON + HOUR)
    state = flag(state, NOON + 2 * HOUR)
    assert [pick.card for pick in state.picks] == [4, 3]
    assert refused(state, Queue(1, (4, 4))).code == "bad-queue"
    assert refused(state, Queue(1, (99,))).code == "bad-queue"


def test_autopick_by_wish_picks_after_a_moment_of_any_turn_and_everybody_sees_that_it_is_on() -> None:
    overdue = flag(start(hard=False), NOON + 181 * SECOND)
    for before, seconds in ((start(), 0), (start(), 100), (overdue, 500)):
        state, due = done(before, Auto(1, True), at=NOON + seconds * SECOND), NOON + (seconds + 2) * SECOND
        assert draft_rules.deadline(state) == due
        assert build_view(state, None)["teams"][0]["auto"] is True
        assert [(pick.team, pick.how) for pick in flag(state, due).picks] == [(1, "auto")]
    state = done(start(), Auto(1, True))
    assert draft_rules.deadline(done(state, Auto(1, False))) == NOON + 180 * SECOND


def test_a_soft_clock_only_marks_the_turn_overdue() -> None:
    state = flag(start(hard=False), NOON + HOUR)
    assert state.overdue
    assert not state.picks
    assert draft_rules.deadline(state) is None
    assert refused(state, Flag(), NOON + 2 * HOUR).code == "not-due"
    state = done(state, Take(1, 1), at=NOON + 2 * HOUR)
    assert not state.overdue
    assert draft_rules.deadline(state) == NOON + 2 * HOUR + 180 * SECOND


def test_nobody_is_charged_for_a_pause() -> None:
    state = done(start(), Pause(), at=NOON + 10 * SECOND)
    assert draft_rules.deadline(state) is None
    assert refused(state, Take(1, 1), NOON + HOUR).code == "paused"
    assert refused(state, Pause()).code == "paused"
    assert refused(start(), Resume()).code == "not-paused"
    assert refused(state, Flag(), NOON + HOUR).code == "not-due"
    forced = done(state, Force(1, 1), at=NOON + HOUR)
    assert done(forced, Resume(), at=NOON + 2 * HOUR).picks[0].card == 1
    state = done(state, Resume(), at=NOON + HOUR)
    assert draft_rules.deadline(state) == NOON + HOUR + 170 * SECOND


def test_in_quiet_hours_the_clock_stands_still_but_picks_are_welcome() -> None:
    timing = Timing(TimeControl(3 * 3_600_000, 0), zone="Europe/Berlin", quiet=((22 * 60, 8 * 60),))
    evening = datetime(2026, 3, 2, 20, tzinfo=ZoneInfo("Europe/Berlin"))
    state = draft_rules.start(setup(timing=timing), evening)
    morning = datetime(2026, 3, 3, 9, tzinfo=ZoneInfo("Europe/Berlin"))
    assert draft_rules.deadline(state) == morning
    night = done(state, Take(1, 1), at=evening + 5 * HOUR)
    assert draft_rules.deadline(night) == morning + 2 * HOUR


def test_grace_is_credited_once_a_turn_up_to_its_limit() -> None:
    state = done(start(grace_ms=30_000), Credit(1, 20_000))
    assert draft_rules.deadline(state) == NOON + 200 * SECOND
    assert refused(state, Credit(1, 20_000)).code == "grace"
    assert refused(state, Credit(1, -5)).code == "grace"
    assert refused(state, Credit(2, 5)).code == "not-your-turn"
    assert draft_rules.deadline(done(state, Take(1, 1), Credit(2, 30_000))) == NOON + 210 * SECOND


def test_neither_an_act_that_seems_older_than_the_last_nor_an_undone_pick_charges_anybody() -> None:
    first = done(start(), Take(1, 1), at=NOON + 10 * SECOND)
    assert done(first, Take(2, 2), at=NOON).at == NOON + 10 * SECOND
    state = done(done(start(), Take(1, 1)), Undo(1), at=NOON + 150 * SECOND)
    assert state.clock.remaining(state.setup.seat_of[2], state.hours.running(state.at)).reserve == 120_000


def test_no_moment_comes_in_a_pause_without_an_end_whatever_nights_were_before() -> None:
    timing = Timing(PICK, quiet=((0, 6 * 60),))
    hours = DraftTime(NOON, timing, ((NOON + 20 * HOUR, None),))  # at eight in the morning, after one night
    assert hours.moment(NOON + 13 * HOUR) == NOON + 19 * HOUR
    assert hours.moment(NOON + 15 * HOUR) is None


def test_timings_that_cannot_be_are_refused() -> None:
    for given_ in ({"auto_ms": -1}, {"zone": "Mars/Base"}, {"quiet": ((0, 1440),)}, {"quiet": ((0, 720), (700, 1439))}):
        with pytest.raises(ValueError):
            Timing(PICK, **given_)  # type: ignore[arg-type]


@settings(max_examples=1000 if WHOLE else 25)
@given(
    st.lists(st.tuples(st.integers(0, 1439), st.integers(0, 1439)), max_size=2),
    st.lists(st.integers(0, 4_000), min_size=4, max_size=4).map(sorted),
    st.integers(0, 5_000),
    st.sampled_from(["UTC", "America/New_York", "Asia/Kolkata"]),
)
def test_draft_time_never_runs_back_and_a_moment_is_the_first_of_its_draft_time(
    quiet: list[tuple[int, int]], stops: list[int], minute: int, zone: str
) -> None:
    try:
        timing = Timing(PICK, zone=zone, quiet=tuple(quiet))
    except ValueError:
        return
    began = datetime(2026, 3, 7, 13, 17, tzinfo=UTC)  # clocks change in New York on the 8th
    minutes = timedelta(minutes=1)
    hours = DraftTime(began, timing, ((began + stops[0] * minutes, began + stops[1] * minutes),
                                  (began + stops[2] * minutes, began + stops[3] * minutes)))  # fmt: skip
    at = began + minute * minutes
    running = hours.running(at)
    assert began <= running <= at
    first = hours.moment(running)
    assert first <= at
    assert hours.running(first) == running
    if first > began:
        assert hours.running(first - SECOND) < running
