"""The verifier's clocks: they agree with the referee's own, and find every ruling of time that does not follow."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as some

from engines import registry
from engines.verification import checks, report
from engines.verification.clock_replay import ClockModel, ClockReplay, UnknownControl
from matches.clock import TimeControl
from tests.engines.clocked import MS, Table, played
from tests.engines.record_lines import objects, rewritten
from tests.thorough import WHOLE

CONTROLS = (
    TimeControl(180_000, 300_000), TimeControl(4_000, 25_000), TimeControl(0, 90_000, 1_500), TimeControl(0, 120_000),
    TimeControl(3_000, 0), TimeControl(2_001, 17_333, 777),
)  # fmt: skip
ACTING = frozenset({0})


@pytest.mark.parametrize("key", registry.keys())
def test_a_match_that_the_referee_timed_is_found_sound(key: str) -> None:
    flags = 0
    for number, control in enumerate(CONTROLS if WHOLE else CONTROLS[1::2]):
        table = played(key, control, f"{key} {number}")
        text = table.text()
        assert checks.find_fault(text) is None, f"control {number}"
        course = checks.CheckProgress()
        checks.check_record(report.examine_record(text).record or pytest.fail("no record"), progress=course)
        assert course.clocks.entries == len(table.lines) - 1
        assert course.clocks.blind is None
        flags += course.clocks.flags
    assert flags, "no flag fell in any of these"


def test_a_match_with_one_limit_is_timed_by_it() -> None:
    table = played("order-and-chaos", TimeControl(), "class 0", (6_000, 9_000), classroom=True)
    assert table.lines[-1]["do"] == "time"
    assert checks.find_fault(table.text()) is None
    lines = objects(table.text())
    lines[-2]["at"] -= 1
    assert "The match time ran out at" in str(checks.find_fault(rewritten(lines)))


@settings(max_examples=100 if WHOLE else 15)
@given(
    some.lists(some.tuples(some.sampled_from((0, 1, 950, 2_000, 5_000)), some.integers(0, 300)), max_size=12),
    some.integers(-1, 1), some.sampled_from(CONTROLS),
)  # fmt: skip
def test_a_move_to_the_millisecond_before_the_flag_is_in_time_and_no_later_one(
    spent: list[tuple[int, int]], edge: int, control: TimeControl
) -> None:
    table = Table("order-and-chaos", control, Random(7))
    for after, judged in spent:
        if not table.over:
            table.move(after=after, judged=judged)
    if not table.over:
        due = table.clock.deadline()
        table.move(after=max(0, (due - table.clock.since[min(table.clock.running)]) // MS + edge))  # type: ignore[operator]
    if not table.over:
        table.do(0, "resign", at=table.at)
    assert checks.find_fault(table.text()) is None


FLAGGED = played("order-and-chaos", TimeControl(4_000, 25_000), "flagged 1").text()
assert '"flag' in FLAGGED


def add(at: int, key: str, number: int) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines[at].update({key: lines[at][key] + number})


def give_left(lines: list[dict[str, Any]]) -> None:
    lines[3]["left"][0] += 1


def flag_the_other(lines: list[dict[str, Any]]) -> None:
    lines[-2]["do"] = {"flag 0": "flag 1", "flag 1": "flag 0"}[lines[-2]["do"]]
    lines[-1]["outcome"]["ranks"].reverse()


def flag_nobody(lines: list[dict[str, Any]]) -> None:
    lines[-2].update(by=int(lines[-2]["do"][-1]), do="resign", at=lines[-2]["at"] + 1)
    lines[-1]["outcome"]["reason"] = "resigned"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (add(-2, "at", 1), "1 ms too late"), (add(-2, "at", -1), "1 ms too early"),
        (flag_the_other, "while its clock was stopped"), (give_left, "is recorded with 1420 ms left, but should have 1419"),
        (add(4, "at", -300), "is recorded with"),
        (lambda lines: lines[4].update(judged=lines[4]["at"] + 5_000), "is recorded with"),
        (lambda lines: lines[4].update(judged=lines[4]["at"] - 1), "start before the entry was made"),
        (lambda lines: lines[4].update(lag=1_001), "was credited 1001 ms for lag"),
        (lambda lines: lines[0]["control"].update(reserve_ms=26_000), "is recorded with"),
        (add(0, "began", -5_000), "is recorded with"), (lambda lines: lines[4].pop("at"), "the entry lacks its time"),
        (lambda lines: lines[0]["control"].update(sand_ms=3), "an unknown part 'sand_ms'"),
        (lambda lines: lines[0]["control"].pop("increment_ms"), "lacks 'increment_ms'"),
        (lambda lines: lines[0]["control"].update(limit_ms=60_000), "match clock is 60000, but the rules give null"),
        (lambda lines: lines[0].pop("control") and lines[4]["left"].pop(), "There are 1 clocks; expected 2"),
        (flag_nobody, "had run out of time 1 ms before this entry, but was not timed out"),
    ],
)  # fmt: skip
def test_a_referee_who_wrongs_a_clock_and_rehashes_is_found(change: Callable[[list[dict[str, Any]]], None], fault: str) -> None:
    assert checks.find_fault(rewritten(objects(FLAGGED))) is None
    lines = objects(FLAGGED)
    change(lines)
    found = str(checks.find_fault(rewritten(lines)))
    assert found.startswith("Line ")
    assert fault in found


def test_a_record_that_does_not_say_when_its_clocks_began_is_not_called_timed() -> None:
    lines = objects(FLAGGED)
    del lines[0]["began"]
    checked = report.examine_record(rewritten(lines))
    clocks = next(one for one in checked.findings if one.step == "clocks")
    assert checked.sound
    assert (clocks.state, "does not say when" in clocks.text) == (report.NOTHING, True)


class Told:
    """Entries given straight to a timekeeper, one seat to act: what pauses, outages and credits do."""

    def __init__(self, **control: int) -> None:
        self.keeper = ClockReplay({"turn_ms": 1_000, "reserve_ms": 5_000, "increment_ms": 0, **control}, 0, 2)
        self.keeper.begin(ACTING)

    def say(self, by: int | None, do: str, at: int, left: list[int], *, over: bool = False, **more: int) -> Told:
        made = {"by": by, "do": do, "at": at, "left": left, **more}
        self.keeper.process_entry(made, 1, turned=by is not None, acting=ACTING, over=over)
        assert self.keeper.fault is None, self.keeper.fault[1]
        return self


def test_an_outage_counts_for_nobody_also_if_it_is_told_late_or_was_a_hold() -> None:
    Told().say(None, "outage 500-9000", 9_100, [5_400, 6_000]).say(0, "x", 10_000, [4_500, 6_000])
    told = Told().say(None, "outage 400-50000", 50_000, [5_600, 6_000]).say(None, "continue", 50_000, [5_600, 6_000])
    told.say(0, "x", 51_500, [4_100, 6_000])
    told = Told().say(None, "outage 2000-3000", 3_000, [4_000, 6_000])
    told.say(None, "outage 500-1500", 3_100, [4_900, 6_000])
    told.say(0, "x", 3_500, [4_500, 6_000])
    limited = Told(limit_ms=10_000).say(None, "outage 2000-3000", 3_000, [8_000, 8_000])
    limited.say(None, "outage 500-2500", 3_000, [9_500, 9_500]).say(None, "time", 12_500, [0, 0])


@pytest.mark.parametrize(("hold", "go_on"), [("pause", "resume"), ("stop", "continue")])
def test_a_pause_counts_for_nobody_and_the_turn_goes_on_behind_it(hold: str, go_on: str) -> None:
    told = Told().say(None, hold, 700, [5_300, 6_000]).say(None, "offer-resume 0", 800, [5_300, 6_000])
    told.say(None, go_on, 90_000, [5_300, 6_000]).say(0, "x", 90_500, [4_800, 6_000])


def test_the_limit_of_a_match_stands_still_in_a_pause_and_grows_by_a_credit() -> None:
    told = Told(limit_ms=10_000).say(None, "pause", 1_000, [9_000, 9_000])
    told.say(None, "resume", 50_000, [9_000, 9_000]).say(None, "credit 0 500", 51_000, [8_500, 8_500])
    told.say(None, "time", 59_500, [0, 0])


def test_a_credit_is_more_reserve_and_may_be_told_before_or_behind_it() -> None:
    for left in ([5_000, 6_000], [7_500, 6_000]):
        Told().say(None, "credit 0 2500", 1_000, left).say(0, "x", 2_000, [6_500, 6_000])


def test_a_vacation_is_not_charged_and_no_longer_than_allowed() -> None:
    day = 86_400_000
    told = Told(vacation_days=2).say(None, "vacation 0 2", 400, [5_600, 6_000])
    told.say(0, "x", 400 + 2 * day + 300, [5_300, 6_000])
    with pytest.raises(AssertionError, match="more days of vacation than it has"):
        Told(vacation_days=1).say(None, "vacation 0 2", 400, [5_600, 6_000])


def test_time_for_a_slow_line_is_given_back_within_its_bounds() -> None:
    Told().say(0, "x", 1_500, [5_300, 6_000], lag=800)
    Told().say(0, "x", 7_200, [1, 6_000], lag=1_201)
    for at, lag, left in ((500, 501, 6_000), (5_000, 1_200, 2_200), (8_100, 2_101, 1)):
        with pytest.raises(AssertionError, match="ms for lag, more than"):
            Told().say(0, "x", at, [left, 6_000], lag=lag)


def test_a_ruling_that_is_taken_back_ends_what_can_be_checked_and_says_so() -> None:
    told = Told().say(None, "reinstate", 700, [5_300, 6_000]).say(0, "x", 800, [1, 1])
    assert "The referee reversed a ruling" in str(told.keeper.blind)
    late = Told().say(None, "disqualify 0", 700, [5_300, 6_000], over=True).say(None, "x", 800, [1, 1])
    assert "The match had already ended" in str(late.keeper.blind)


def test_an_entry_names_seats_that_there_are() -> None:
    with pytest.raises(AssertionError, match="Seat 5 not found"):
        Told().say(None, "credit 5 100", 700, [5_300, 6_000])


@pytest.mark.parametrize("control", [{}, {"turn_ms": 1}, {"turn_ms": 1, "reserve_ms": -1, "increment_ms": 0}])
def test_clocks_want_a_control_that_they_know(control: dict[str, int]) -> None:
    with pytest.raises(UnknownControl):
        ClockModel(control, 2)
