"""The arena: points and streaks, who meets whom, the end."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.arena.format import ArenaFormat
from league.formats.arena.state import Ended, Joined, Paired, Score, Settings, Started, Step, Stopped, fold_arena
from league.formats.protocol import TableRow
from tests.league.formats.playing import examples

ARENA = ArenaFormat()
HOUR = ARENA.check({}, 2)
START = datetime(2026, 9, 1, 20, tzinfo=UTC)


def minute(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def score(games: str, berserk: bool = False) -> Score:
    """Points from a row of w, d, l."""
    made = Score()
    for one in games:
        made.add(1500, {"w": 1, "d": 0, "l": -1}[one], berserk=berserk)
    return made


@pytest.mark.parametrize(
    ("games", "points"),
    [("", 0), ("d", 1), ("ww", 4), ("www", 8), ("wwwd", 10), ("wwd", 6), ("wwdw", 8), ("wwlww", 8), ("wdwww", 11), ("ll", 0)],
)  # fmt: skip
def test_from_the_third_win_running_everything_counts_double_until_a_game_is_not_won(games: str, points: int) -> None:
    assert score(games).points == points


def test_berserk_adds_one_point_to_a_win_only() -> None:
    assert [score(games, berserk=True).points for games in ("w", "www", "dl")] == [3, 11, 1]


def test_performance_is_the_opponents_mean_and_four_hundred_for_all_won() -> None:
    assert Score(results=[]).performance == 0
    assert Score(results=[(1500, 1), (1700, 0), (1600, -1)]).performance == 1600
    assert Score(results=[(1500, 1)]).performance == 1900


def opened(*ratings: int) -> list[Step]:
    """An arena that has begun, with entrants 1, 2, 3 ... of these ratings."""
    return [Started(START), *(Joined(at, rating, START) for at, rating in enumerate(ratings, 1))]


def due(log: list[Step], at: float, rules: Settings = HOUR) -> list[tuple[int, ...]]:
    return [pairing.entrants for pairing in ARENA.pairings(rules, log, minute(at))]


def met(log: list[Step], at: float) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in due(log, at)}


def test_those_nearest_in_score_and_then_in_rating_meet_and_nobody_waits_without_need() -> None:
    assert met(opened(1500, 2000, 1480, 2100), 0) == {frozenset({2, 4}), frozenset({1, 3})}
    assert due(opened(1500, 2000), 0) == [(2, 1)]
    assert due(opened(1500), 0) == []
    log = [
        *opened(1500, 1500, 2400, 2400), Paired(1, (1, 3), START), Paired(2, (2, 4), START),
        Ended(1, (2, 0), minute(2)), Ended(2, (2, 0), minute(2)),
    ]  # fmt: skip
    assert met(log, 2) == {frozenset({1, 2}), frozenset({3, 4})}


def test_nobody_meets_the_last_opponent_again_unless_nobody_else_takes_part() -> None:
    two = [*opened(1500, 1500), Paired(1, (1, 2), START), Ended(1, (2, 0), minute(2))]
    assert due(two, 2) == [(2, 1)]
    others = [
        *opened(1500, 1500, 1600, 1600), Paired(1, (1, 2), START), Paired(2, (3, 4), START),
        Ended(1, (2, 0), minute(2)),
    ]  # fmt: skip
    assert due(others, 2) == []
    assert due([*two, Joined(3, 1500, minute(3))], 3) == [(3, 1)], "the two do not both wait for the third who comes later"


def test_of_an_odd_number_the_one_who_has_waited_least_goes_on_waiting() -> None:
    log = [Started(START), *(Joined(one, 1500, minute(-one)) for one in (1, 2, 3))]
    assert {one for pair in due(log, 0) for one in pair} == {2, 3}


def test_matches_are_made_from_the_start_to_the_end_and_not_at_it() -> None:
    log = opened(1500, 1500)
    assert due(log, 59.9)
    assert due(log, 60) == []
    assert due(log[1:], 5) == []


@pytest.mark.parametrize(
    ("berserk", "moves", "points"),
    [((True, False), (7, 0), 3), ((True, False), (6, 40), 2), ((True, True), (7, 7), 3), ((False, True), (40, 40), 2)],
)
def test_berserk_gives_the_winner_a_point_for_a_win_of_seven_own_moves_if_the_organiser_allows_it(
    berserk: tuple[bool, bool], moves: tuple[int, int], points: int
) -> None:
    log = [*opened(1500, 1500), Paired(1, (1, 2), START), Ended(1, (2, 0), minute(2), berserk, moves)]
    for rules, expected in ((ARENA.check({"berserk": True}, 2), 2 * points), (HOUR, 4)):
        assert [line.halves for line in ARENA.standings(rules, log, minute(2))] == [expected, 0]


def test_equal_points_are_broken_by_performance_and_those_equal_in_both_share_a_rank() -> None:
    log = [
        *opened(1500, 1500, 1900, 1400), Paired(1, (1, 3), START), Paired(2, (2, 4), START),
        Ended(1, (2, 0), minute(2)), Ended(2, (2, 0), minute(2)),
        Joined(5, 1500, minute(3)), Joined(6, 1500, minute(3)),
    ]  # fmt: skip
    lines = ARENA.standings(HOUR, log, minute(3))
    assert [line.entrant for line in lines[:2]] == [1, 2]
    ranks = {line.entrant: line.rank for line in lines}
    assert ranks[5] == ranks[6]


def test_a_double_forfeit_gives_nobody_anything_and_a_step_that_does_not_fit_changes_nothing() -> None:
    log = [
        *opened(1500, 1500), Paired(1, (1, 2), START), Ended(1, (0, 0), minute(1)),
        Ended(1, (2, 0), minute(2)), Ended(7, (2, 0), minute(2)), Paired(9, (1, 99), minute(2)), Started(minute(30)),
    ]  # fmt: skip
    lines = ARENA.standings(HOUR, log, minute(40))
    assert [(line.halves, line.losses) for line in lines] == [(0, 1), (0, 1)]
    assert fold_arena(HOUR, log, minute(40)).end == minute(60)


def play(rng: Random, players: int) -> tuple[list[Step], tuple[TableRow, ...]]:
    """A whole arena of 40 minutes; games take 1 to 6 minutes, people come late, pause and come back."""
    rules = ARENA.check({"minutes": 40}, players)
    log: list[Step] = [Started(START)]
    log += [Joined(one, rng.randint(800, 2400), START) for one in range(1, players + 1)]
    ends: list[tuple[int, int]] = []
    for at in range(50):
        for when, number in sorted(ends):
            if when == at:
                log.append(Ended(number, rng.choice(((2, 0), (0, 2), (1, 1), (0, 0))), minute(at)))
        ends = [one for one in ends if one[0] > at]
        if rng.random() < 0.2:
            log.append(Stopped(rng.randint(1, players), minute(at)))
        if rng.random() < 0.2:
            log.append(Joined(rng.randint(1, players + 2), rng.randint(800, 2400), minute(at)))
        for pairing in ARENA.pairings(rules, log, minute(at)):
            one, other = pairing.entrants
            log.append(Paired(int(pairing.key), (one, other), minute(at)))
            ends.append((at + rng.randint(1, 6), int(pairing.key)))
    assert fold_arena(rules, log, minute(50)).over(minute(50))
    return log, ARENA.standings(rules, log, minute(50))


@settings(max_examples=examples(12))
@given(st.integers(0, 2**32), st.integers(2, 12))
def test_nobody_is_in_two_matches_sides_are_balanced_rematches_are_not_immediate_and_every_match_counts(
    seed: int, players: int
) -> None:
    log, lines = play(Random(seed), players)
    matches = [step for step in log if isinstance(step, Paired)]
    ended = {step.number: step.at for step in log if isinstance(step, Ended)}
    assert [one.number for one in matches] == list(range(1, len(matches) + 1))
    stopped = players == 2 or sum(isinstance(step, Stopped) for step in log)
    for one in {one for match in matches for one in match.sides}:
        own = [match for match in matches if one in match.sides]
        for before, after in pairwise(own):
            assert ended[before.number] <= after.at
            assert set(before.sides) != set(after.sides) or stopped
        tilt = abs(sum(1 if match.sides[0] == one else -1 for match in own))
        assert tilt <= 3  # 3 only where nobody else was there to put it right with
    keys = [(line.halves, dict(line.figures)["performance"]) for line in lines]
    assert keys == sorted(keys, reverse=True)
    assert sum(line.played for line in lines) == 2 * len(matches)
