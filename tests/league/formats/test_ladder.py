"""The ladder: challenges, results, declines, idleness, newcomers and those who leave."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from league.formats.ladder.format import LadderFormat
from league.formats.ladder.state import (
    Accepted,
    Challenged,
    Declined,
    Joined,
    Ladder,
    NotAllowed,
    Played,
    Settings,
    Step,
    Withdrawn,
    check_challenge,
    fold_ladder,
    list_challengeable,
)
from tests.league.formats.playing import examples

LADDER = LadderFormat()
START = datetime(2026, 9, 1, 12, tzinfo=UTC)
CALM: dict[str, Any] = {"inactive_days": 0}


def day(days: float) -> datetime:
    return START + timedelta(days=days)


def standing(*steps: Step, at: float = 0, **given: Any) -> Ladder:
    """Five entrants, 1 at the top, joined on day 0; then these steps."""
    joined = [Joined(one, START) for one in range(1, 6)]
    return fold_ladder(LADDER.check(CALM | given, 5), [*joined, *steps], day(at))


def match(challenger: int, challenged: int, halves: tuple[int, int], at: float) -> tuple[Step, ...]:
    return (
        Challenged(challenger, challenged, day(at)),
        Accepted(challenger, challenged, day(at)),
        Played(challenger, challenged, halves, day(at), challenger),
    )


@pytest.mark.parametrize(
    ("halves", "order"), [((2, 0), [4, 1, 2, 3, 5]), *((made, [1, 2, 3, 4, 5]) for made in ((0, 2), (1, 1), (0, 0)))]
)
def test_a_challenger_who_wins_takes_the_place_and_all_between_go_down_one(halves: tuple[int, int], order: list[int]) -> None:
    assert standing(*match(4, 1, halves, 1), at=1).order == order


def test_at_the_limit_of_declines_one_drops_a_place() -> None:
    once = (Challenged(3, 1, day(1)), Declined(3, 1, day(2)))
    twice = (*once, Challenged(3, 1, day(3)), Declined(3, 1, day(4)))
    assert standing(*once, at=2).order == [1, 2, 3, 4, 5]
    assert standing(*twice, at=4).order == [2, 1, 3, 4, 5]
    assert standing(*twice, at=4, decline_penalty="forfeit").order == [3, 1, 2, 4, 5]
    ended = (Challenged(3, 1, day(1)), Declined(3, 1, day(1)), *match(3, 1, (0, 2), 2))
    again = standing(*ended, Challenged(3, 1, day(3)), Declined(3, 1, day(3)), at=3)
    assert again.order == [1, 2, 3, 4, 5], "a match ends a row of declines"


def test_no_answer_in_time_counts_as_declined() -> None:
    steps = (Challenged(3, 1, day(1)),)
    assert standing(*steps, at=3.9, decline_limit=1).order == [1, 2, 3, 4, 5]
    after = standing(*steps, at=4, decline_limit=1)
    assert after.order == [2, 1, 3, 4, 5]
    assert after.open == []
    answered = (*steps, Accepted(3, 1, day(2)))
    assert standing(*answered, at=60, decline_limit=1).order == [1, 2, 3, 4, 5]


def test_who_is_idle_too_long_drops_a_place_below_those_who_are_not() -> None:
    steps = match(2, 1, (0, 2), 5)
    assert standing(*steps, at=9.9, inactive_days=10).order == [1, 2, 3, 4, 5]
    busy = (*match(5, 4, (0, 2), 5), *match(3, 2, (0, 2), 5))
    assert standing(*busy, at=10, inactive_days=10).order == [2, 1, 3, 4, 5]
    assert standing(at=400, inactive_days=30).order == [1, 2, 3, 4, 5], "all are idle alike"
    waiting = (*match(5, 4, (0, 2), 9), *match(3, 2, (0, 2), 9), Challenged(2, 1, day(9)), Accepted(2, 1, day(9)))
    assert standing(*waiting, at=30, inactive_days=10).order[:2] == [1, 2], "who waits for a match is not idle"


def test_who_withdraws_leaves_no_gap_and_its_challenges_are_void() -> None:
    steps = (Challenged(4, 2, day(1)), Accepted(4, 2, day(1)), Withdrawn(2, day(2)))
    left = standing(*steps, Played(4, 2, (2, 0), day(3)), at=3)
    assert left.order == [1, 3, 4, 5]
    assert left.open == []
    assert standing(*steps, Joined(2, day(3)), at=3).order == [1, 3, 4, 5, 2]


def refused(ladder: Ladder, challenger: int, challenged: int, at: float) -> str:
    with pytest.raises(NotAllowed) as why:
        check_challenge(ladder, challenger, challenged, day(at))
    assert why.value.sentence
    return why.value.code


def test_a_challenge_that_the_rules_do_not_allow_is_refused_with_its_reason() -> None:
    quiet, open_ = standing(at=1, reach=2), standing(Challenged(3, 2, day(1)), at=1)
    check_challenge(quiet, 3, 1, day(1))
    for ladder, challenger, challenged, code in (
        (quiet, 4, 1, "out-of-reach"), (quiet, 1, 2, "not-above"), (quiet, 2, 2, "not-above"),
        (quiet, 9, 1, "not-on-ladder"), (open_, 3, 1, "busy"), (open_, 4, 2, "opponent-busy"), (open_, 4, 3, "opponent-busy"),
    ):  # fmt: skip
        assert refused(ladder, challenger, challenged, 1) == code


def test_after_a_challenge_one_is_protected_and_the_same_challenge_must_wait() -> None:
    after = standing(*match(3, 1, (0, 2), 1), at=2)
    assert refused(after, 2, 1, 2.9) == "protected"
    check_challenge(after, 2, 1, day(3))
    assert refused(after, 3, 1, 7.9) == "too-soon"
    check_challenge(after, 3, 1, day(8))
    assert list_challengeable(after, 3, day(3)) == (2,)


def test_accepted_challenges_are_the_matches_to_be_made_and_sides_are_balanced() -> None:
    rules = LADDER.check(CALM, 5)
    log = [Joined(one, START) for one in range(1, 6)]
    first = [*log, Challenged(3, 2, day(1)), Challenged(5, 4, day(1)), Accepted(5, 4, day(1))]
    (one,) = LADDER.pairings(rules, first, day(1))
    assert (one.sides, one.key) == ((4, 5), "2")
    played = [*first, Played(5, 4, (0, 2), day(2), 4), Challenged(5, 4, day(12)), Accepted(5, 4, day(12))]
    (again,) = LADDER.pairings(rules, played, day(12))
    assert (again.sides, again.key) == ((5, 4), "3")


def test_the_table_tells_matches_and_points() -> None:
    log = [Joined(1, START), Joined(2, START), *match(2, 1, (2, 0), 1), *match(1, 2, (1, 1), 9), *match(1, 2, (0, 0), 20)]
    lines = LADDER.standings(LADDER.check(CALM, 2), log, day(20))
    assert [(one.rank, one.entrant, one.halves, one.played, one.wins, one.draws, one.losses) for one in lines] == [
        (1, 2, 3, 3, 1, 1, 1),
        (2, 1, 1, 3, 0, 1, 2),
    ]


def random_log(rng: Random, rules: Settings) -> list[Step]:
    """Steps that the rules allow, with any result, in the order of time."""
    log: list[Step] = [Joined(one, START) for one in range(1, 8)]
    hours = 0
    for _ in range(60):
        hours += rng.randint(1, 100)
        at = START + timedelta(hours=hours)
        now = fold_ladder(rules, log, at)
        what = rng.random()
        if now.open and what < 0.6:
            one = rng.choice(now.open)
            pair = one.challenger, one.challenged
            if one.accepted:
                log.append(Played(*pair, rng.choice(((2, 0), (0, 2), (1, 1), (0, 0))), at, pair[0]))
            else:
                log.append((Accepted if rng.random() < 0.7 else Declined)(*pair, at))
        elif not now.order:  # everybody has left
            log.append(Joined(rng.randint(1, 12), at))
        elif what < 0.95:
            challenger = rng.choice(now.order)
            if able := list_challengeable(now, challenger, at):
                log.append(Challenged(challenger, rng.choice(able), at))
        else:
            log.append(rng.choice((Joined(rng.randint(1, 12), at), Withdrawn(rng.choice(now.order), at))))
    return log


@settings(max_examples=examples(12))
@given(st.integers(0, 2**32))
@example(4953)  # everybody leaves
def test_whatever_happens_or_is_changed_afterwards_everybody_stands_once(seed: int) -> None:
    rng = Random(seed)
    rules = LADDER.check({"inactive_days": rng.choice((0, 10, 40)), "reach": rng.randint(1, 4)}, 7)
    log = random_log(rng, rules)
    del log[rng.randrange(7, len(log)) : rng.randrange(7, len(log)) + 1]
    changed = [
        Played(one.challenger, one.challenged, (2, 0), one.at) if isinstance(one, Played) and rng.random() < 0.5 else one
        for one in log
    ]
    for steps in (log, changed):
        now = fold_ladder(rules, steps, log[-1].at + timedelta(days=50))
        here: set[int] = set()
        for step in steps:
            if isinstance(step, Joined):
                here.add(step.entrant)
            elif isinstance(step, Withdrawn):
                here.discard(step.entrant)
        assert sorted(now.order) == sorted(here)
        assert {who for one in now.open for who in (one.challenger, one.challenged)} <= here
