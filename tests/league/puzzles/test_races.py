"""Races for puzzles, on PostgreSQL: an attempt is rated once, and no attempt of another player is lost."""

from functools import partial

import pytest

from league.puzzles.actions import attempt_puzzle, show_solution, take_hint
from league.puzzles.models import PuzzleAttempt, PuzzleDays, PuzzleRating, PuzzleSkill
from league.puzzles.queries.puzzle_sets import get_daily
from tests.factories import NOON, PlayerFactory
from tests.league.puzzles.shipped import GAME, shipped
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_many_attempts_of_a_player_at_once_one_is_rated() -> None:
    for number in range(2):
        ada, puzzle = PlayerFactory(), shipped(number)
        acts = [
            partial(attempt_puzzle, player=ada, game=GAME, puzzle_id=puzzle.id, do=do, at=NOON)
            for do in (puzzle.puzzle.answer, puzzle.known, puzzle.puzzle.answer)
        ]
        verdicts = [verdict for _, verdict in race(*acts)]
        assert sum(verdict.change is not None for verdict in verdicts) == 1
        assert PuzzleAttempt.objects.filter(player=ada).count() == 1
        assert PuzzleSkill.objects.get(player=ada).attempts == 1
        assert PuzzleRating.objects.get(puzzle=puzzle.id).attempts == 1


def test_attempts_of_many_players_at_one_puzzle_all_count() -> None:
    puzzle, players = shipped(), [PlayerFactory() for _ in range(6)]
    answers = [puzzle.puzzle.answer, puzzle.known] * 3
    acts = [
        partial(attempt_puzzle, player=player, game=GAME, puzzle_id=puzzle.id, do=do, at=NOON)
        for player, do in zip(players, answers, strict=True)
    ]
    assert [verdict.is_right for _, verdict in race(*acts)] == [True, False] * 3
    rating = PuzzleRating.objects.get(puzzle=puzzle.id)
    assert (rating.attempts, rating.solved) == (6, 3)


def test_a_hint_a_solution_and_an_attempt_at_once_count_as_one() -> None:
    for number in range(2):
        ada, puzzle = PlayerFactory(), shipped(number)
        asked = {"player": ada, "game": GAME, "puzzle_id": puzzle.id, "at": NOON}
        done = race(
            partial(take_hint, **asked), partial(show_solution, **asked),
            partial(attempt_puzzle, **asked, do=puzzle.puzzle.answer),
        )  # fmt: skip
        assert not [error for error in done if isinstance(error, Exception)]
        assert PuzzleAttempt.objects.filter(player=ada).count() == 1
        assert sum(PuzzleSkill.objects.filter(player=ada).values_list("attempts", flat=True)) <= 1


def test_the_day_counts_once() -> None:
    ada, daily = PlayerFactory(), get_daily(GAME, NOON.date())
    act = partial(attempt_puzzle, player=ada, game=GAME, puzzle_id=daily.id, do=daily.answer, at=NOON)
    assert sorted(verdict.days or 0 for _, verdict in race(act, act, act)) == [0, 0, 1]
    assert PuzzleDays.objects.get(player=ada).days == 1
