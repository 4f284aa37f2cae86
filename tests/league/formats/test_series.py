"""Best-of-n series: sides, when they are decided, draws, walk-overs."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.series import HIGHER, LOWER, Deciding, Drawn, Level, Rule, Series, check
from league.formats.settings import BadSetting

GAMES = ((2, 0), (0, 2), (1, 1), (0, 0))
rules = st.builds(
    Rule,
    best_of=st.integers(1, 7),
    starts=st.sampled_from(["higher-seed", "lower-seed", "lot"]),
    deciding=st.sampled_from([one.value for one in Deciding]),
    drawn=st.sampled_from([one.value for one in Drawn]),
    replays=st.integers(0, 3),
    extra=st.integers(0, 3),
    level=st.sampled_from([one.value for one in Level]),
)


def play(rule: Rule, *games: tuple[int, int], lot: int = HIGHER) -> Series:
    series = Series(rule, lot=lot)
    for game in games:
        series = series.with_game(*game)
    return series


def play_out(rule: Rule, rng: Random) -> tuple[Series, list[int]]:
    """A whole series with random results, and who had the first seat in each game."""
    series, firsts = Series(rule, lot=rng.randint(0, 1)), []
    while (game := series.next_game()) is not None:
        firsts.append(game.first)
        assert game.number == len(firsts)
        series = series.with_game(*rng.choice(GAMES))
    return series, firsts


@settings(max_examples=300, deadline=None)
@given(rules, st.integers(0, 2**32))
def test_every_series_ends_and_only_the_rule_that_allows_it_leaves_no_winner(rule: Rule, seed: int) -> None:
    series, firsts = play_out(rule, Random(seed))
    assert len(firsts) <= rule.best_of + rule.extra + rule.replays + 1
    assert series.over
    one, other = series.score
    if series.winner is None:
        assert rule.level == Level.DRAW
        assert one == other
    elif one != other:
        assert series.winner == (HIGHER if one > other else LOWER)
    else:
        assert rule.level in (Level.HIGHER, Level.SUDDEN_DEATH)
    with pytest.raises(ValueError, match="decided"):
        series.with_game(2, 0)


@settings(max_examples=200, deadline=None)
@given(rules.filter(lambda rule: rule.deciding == Deciding.ALTERNATE), st.integers(0, 2**32))
def test_sides_alternate_from_game_to_game(rule: Rule, seed: int) -> None:
    _, firsts = play_out(rule, Random(seed))
    assert all(one != other for one, other in pairwise(firsts))


@settings(max_examples=200, deadline=None)
@given(rules, st.integers(0, 2**32))
def test_a_series_is_over_as_soon_as_it_cannot_be_lost_and_no_sooner(rule: Rule, seed: int) -> None:
    rng = Random(seed)
    series = Series(rule)
    decisive = 0
    while series.next_game() is not None and decisive < rule.best_of:
        lead = abs(series.score[0] - series.score[1])
        assert lead <= 2 * (rule.best_of - decisive)
        series = series.with_game(*rng.choice(GAMES[:2]))
        decisive += 1
    if decisive < rule.best_of:
        assert abs(series.score[0] - series.score[1]) > 2 * (rule.best_of - decisive)


def test_two_wins_decide_a_best_of_three() -> None:
    assert play(Rule(best_of=3), (2, 0), (2, 0)).winner == HIGHER
    assert play(Rule(best_of=3), (2, 0), (0, 2)).winner is None
    assert play(Rule(best_of=3), (2, 0), (0, 2), (0, 2)).winner == LOWER


def test_a_drawn_game_counts_half() -> None:
    series = play(Rule(best_of=3), (1, 1), (2, 0))
    assert series.score == (3, 1)
    assert series.winner is None
    assert play(Rule(best_of=3), (1, 1), (2, 0), (1, 1)).winner == HIGHER


def test_a_drawn_game_may_be_played_again_with_sides_swapped_until_the_replays_are_used_up() -> None:
    rule = Rule(best_of=1, drawn=Drawn.REPLAY, replays=1, extra=0, level=Level.DRAW)
    first = Series(rule).next_game()
    series = play(rule, (1, 1))
    again = series.next_game()
    assert first is not None
    assert again is not None
    assert (first.what, first.first, again.what, again.first) == ("game", HIGHER, "replay", LOWER)
    assert series.score == (0, 0)
    ended = series.with_game(1, 1)
    assert (ended.score, ended.over, ended.winner) == ((1, 1), True, None)


def test_an_equal_series_has_extra_games_of_which_the_first_one_won_decides() -> None:
    rule = Rule(best_of=2, extra=2)
    level = play(rule, (2, 0), (0, 2))
    assert level.next_game() is not None
    assert play(rule, (2, 0), (0, 2), (0, 2)).winner == LOWER
    assert play(rule, (2, 0), (0, 2), (1, 1)).winner is None
    assert play(rule, (2, 0), (0, 2), (1, 1), (1, 1)).winner == HIGHER


def test_in_sudden_death_a_draw_wins_for_the_second_seat() -> None:
    rule = Rule(best_of=1, extra=0, level=Level.SUDDEN_DEATH)
    series = play(rule, (1, 1))
    game = series.next_game()
    assert game is not None
    assert (game.what, game.first) == ("sudden death", LOWER)
    assert series.with_game(1, 1).winner == HIGHER
    assert series.with_game(0, 2).winner == LOWER


def test_the_first_seat_of_a_deciding_game_goes_by_the_rule() -> None:
    def first(deciding: Deciding, lot: int = HIGHER) -> int:
        game = play(Rule(best_of=3, deciding=deciding.value), (2, 0), (0, 2), lot=lot).next_game()
        assert game is not None
        return game.first

    assert first(Deciding.HIGHER) == HIGHER
    assert first(Deciding.LOT, lot=LOWER) == LOWER
    assert first(Deciding.ALTERNATE) == HIGHER


def test_the_first_game_starts_by_the_rule() -> None:
    for starts, lot, first in (("higher-seed", 1, HIGHER), ("lower-seed", 0, LOWER), ("lot", 1, LOWER)):
        game = Series(Rule(starts=starts), lot=lot).next_game()
        assert game is not None
        assert game.first == first


def test_a_walk_over_ends_a_series_at_any_moment_and_a_double_forfeit_has_no_winner() -> None:
    series = play(Rule(best_of=5), (2, 0))
    gone = series.without(HIGHER)
    assert (gone.winner, gone.over, gone.next_game(), gone.halves) == (LOWER, True, None, (0, 6))
    assert series.without(LOWER).halves == (6, 0)
    both = gone.without(LOWER)
    assert (both.winner, both.over, both.halves) == (None, True, (0, 0))
    assert series.halves == (2, 0)


def test_a_rule_that_cannot_be_is_refused() -> None:
    assert check({"best_of": 3}, knock_out=True) == Rule(best_of=3)
    assert check({"level": "draw"}, knock_out=False).level == Level.DRAW
    for given_, field in (({"level": "draw"}, "level"), ({"best_of": 0}, "best_of"), ({"starts": "coin"}, "starts")):
        with pytest.raises(BadSetting) as refused:
            check(given_, knock_out=True)
        assert refused.value.field == field
