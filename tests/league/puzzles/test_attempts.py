"""Attempts at puzzles: judged for everyone, rated once per puzzle and player, with streaks, and which puzzle comes next."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from league.people.models import Player
from league.puzzles.actions import Verdict, attempt_puzzle, show_solution, take_hint
from league.puzzles.models import PuzzleAttempt, PuzzleDays, PuzzleRating, PuzzleSkill, Result
from league.puzzles.queries.explanations import explain_answer, explain_wrong
from league.puzzles.queries.progress import find_next, get_progress, list_game_puzzles
from league.puzzles.queries.puzzle_sets import advance, get_daily, load_set, open_puzzle
from league.puzzles.rules import NEAREST, begin_answer, choose_daily, choose_next, count_days, extend_days, rate
from league.ratings.glicko2 import Level
from matches.errors import ActionError
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory
from tests.league.puzzles.shipped import GAME, Shipped, shipped

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def attempt(player: Player | None, puzzle: Shipped, do: str, at: Any = NOON) -> Verdict:
    return attempt_puzzle(player=player, game=GAME, puzzle_id=puzzle.id, do=do, at=at)[1]


def solve(player: Player, puzzle: Shipped, at: Any = NOON) -> Verdict:
    return attempt(player, puzzle, puzzle.puzzle.answer, at)


def skill_of(player: Player) -> PuzzleSkill:
    return PuzzleSkill.objects.get(player=player, game=GAME)


def test_a_right_answer_is_rated_and_extends_the_streak() -> None:
    ada = PlayerFactory()
    for number in range(3):
        verdict = solve(ada, shipped(number))
        assert verdict.is_right
        assert verdict.change is not None
        assert verdict.change.after > verdict.change.before
        assert verdict.change.streak == number + 1
    skill = skill_of(ada)
    assert (skill.attempts, skill.solved, skill.streak, skill.best_streak) == (3, 3, 3, 3)
    puzzle = PuzzleRating.objects.get(game=GAME, puzzle=shipped(0).id)
    assert puzzle.value < shipped(0).puzzle.rating


def test_a_wrong_answer_costs_points_ends_the_streak_and_explains_itself() -> None:
    ada, second = PlayerFactory(), shipped(1)
    solve(ada, shipped(0))
    verdict = attempt(ada, second, second.known)
    assert not verdict.is_right
    assert verdict.change is not None
    assert verdict.change.after < verdict.change.before
    assert str(round(100 * second.puzzle.wrong[0].value)) in verdict.text
    assert second.puzzle.answer not in verdict.text
    assert (skill_of(ada).streak, skill_of(ada).best_streak) == (0, 1)


def test_a_wrong_move_with_a_known_reply_tells_it() -> None:
    with_reply = next(one for one in map(shipped, range(len(load_set(GAME).puzzles))) if one.puzzle.wrong[0].reply)
    assert "The best answer in this match:" in attempt(None, with_reply, with_reply.known).text


def test_an_answer_that_wins_the_match_is_explained_by_that_and_others_by_their_value() -> None:
    for puzzle in load_set(GAME).puzzles.values():
        opened = open_puzzle(GAME, puzzle.id)
        outcome = advance(opened, puzzle.answer).outcome
        wins = outcome is not None and outcome.ranks[puzzle.seat] == 1
        assert ("wins the match at once" in explain_answer(opened)) is wins
        assert (f"{round(100 * puzzle.value)} of 100 points" in explain_answer(opened)) is not wins


def test_a_move_that_nobody_compared_gets_a_general_explanation() -> None:
    one = shipped()
    opened = open_puzzle(GAME, one.id)
    assert "did not compare it" in explain_wrong(replace(opened, puzzle=replace(one.puzzle, wrong=())), one.known)


def test_only_the_first_attempt_counts() -> None:
    ada, puzzle = PlayerFactory(), shipped()
    first = attempt(ada, puzzle, puzzle.known)
    again = solve(ada, puzzle)
    assert first.change is not None
    assert (again.is_right, again.change) == (True, None)
    assert solve(ada, puzzle).change is None
    stored = PuzzleAttempt.objects.get(player=ada)
    assert (stored.result, stored.solved_at) == (Result.WRONG, NOON)
    assert skill_of(ada).attempts == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        PuzzleAttempt.objects.create(player=ada, game=GAME, puzzle=puzzle.id, result=Result.RIGHT, at=NOON)


def test_visitors_guests_and_bots_try_without_rating() -> None:
    puzzle = shipped()
    asked = {"game": GAME, "puzzle_id": puzzle.id, "at": NOON}
    for player in (None, GuestFactory(), BotFactory(), PlayerFactory(is_bot_account=True)):
        assert not attempt(player, puzzle, puzzle.known).is_right
        assert attempt(player, puzzle, puzzle.puzzle.answer).change is None
        show_solution(player=player, **asked)
        take_hint(player=player, **asked)
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleRating.objects.exists()


def test_an_illegal_move_and_an_unknown_puzzle_are_refused_and_do_not_count() -> None:
    ada = PlayerFactory()
    for do in ("nonsense", "W1-W1", ""):
        with pytest.raises(ActionError) as refused:
            attempt(ada, shipped(), do)
        assert refused.value.field == "move"
    for game in (GAME, "chess"):
        with pytest.raises(ActionError, match="Puzzle not found"):
            attempt_puzzle(player=ada, game=game, puzzle_id="000000000000", do="x", at=NOON)
    assert not PuzzleAttempt.objects.exists()


def test_a_hint_makes_a_puzzle_unrated_and_tells_only_the_beginning() -> None:
    ada, puzzle = PlayerFactory(), shipped()
    hint = take_hint(player=ada, game=GAME, puzzle_id=puzzle.id, at=NOON)
    assert puzzle.puzzle.answer.startswith(hint)
    assert hint != puzzle.puzzle.answer
    assert solve(ada, puzzle).change is None
    assert not PuzzleSkill.objects.filter(player=ada, attempts__gt=0).exists()
    assert PuzzleAttempt.objects.get(player=ada).solved_at == NOON


def test_a_hint_after_the_first_attempt_changes_nothing() -> None:
    ada, puzzle = PlayerFactory(), shipped()
    attempt(ada, puzzle, puzzle.known)
    take_hint(player=ada, game=GAME, puzzle_id=puzzle.id, at=NOON)
    assert PuzzleAttempt.objects.get(player=ada).result == Result.WRONG


def test_a_solution_that_is_shown_first_counts_as_a_wrong_attempt() -> None:
    ada, puzzle = PlayerFactory(), shipped()
    _, verdict = show_solution(player=ada, game=GAME, puzzle_id=puzzle.id, at=NOON)
    assert verdict.change is not None
    assert verdict.change.after < verdict.change.before
    assert solve(ada, puzzle).change is None
    stored = PuzzleAttempt.objects.get(player=ada)
    assert (stored.result, stored.solved_at) == (Result.SHOWN, None)
    assert show_solution(player=ada, game=GAME, puzzle_id=puzzle.id, at=NOON)[1].change is None


def solve_daily(player: Player, at: Any, *, after_a_mistake: bool = False) -> int | None:
    daily = get_daily(GAME, at.date())
    if after_a_mistake:
        attempt_puzzle(player=player, game=GAME, puzzle_id=daily.id, do=daily.wrong[0].do, at=at)
    return attempt_puzzle(player=player, game=GAME, puzzle_id=daily.id, do=daily.answer, at=at)[1].days


def test_the_streak_of_days_grows_by_each_days_puzzle_also_after_mistakes() -> None:
    ada = PlayerFactory()
    assert solve_daily(ada, NOON) == 1
    assert solve_daily(ada, NOON) is None
    assert solve_daily(ada, NOON + DAY, after_a_mistake=True) == 2
    assert get_progress(ada.pk, (NOON + 2 * DAY).date()).days.days == 2
    assert get_progress(ada.pk, (NOON + 3 * DAY).date()).days.days == 0
    assert solve_daily(ada, NOON + 3 * DAY) == 1
    assert PuzzleDays.objects.get(player=ada).best_days == 2


def test_another_puzzle_than_the_days_does_not_count_for_the_streak_of_days() -> None:
    ada, daily = PlayerFactory(), get_daily(GAME, NOON.date())
    other = next(one for one in map(shipped, range(2)) if one.id != daily.id)
    assert solve(ada, other).days is None
    assert not PuzzleDays.objects.exists()


def test_no_puzzle_comes_twice_and_after_the_last_there_is_none() -> None:
    ada, seen = PlayerFactory(), set()
    puzzles = load_set(GAME).puzzles
    for id in puzzles:
        PuzzleAttempt.objects.create(player=ada, game=GAME, puzzle=id, result=Result.WRONG, at=NOON)
        seen.add(id)
        assert find_next(ada, GAME) not in seen
    assert find_next(ada, GAME) is None
    assert find_next(None, GAME) in puzzles
    rows, _ = list_game_puzzles(ada, NOON.date())
    assert next(row for row in rows if row.game == GAME).is_finished


# Rules

IDS = [f"puzzle{number:06}" for number in range(50)]
TODAY = date(2026, 3, 1)


def test_the_puzzle_of_a_day_is_the_same_for_everyone_and_none_returns_before_all_have_come() -> None:
    days = [choose_daily(IDS, TODAY + timedelta(days=n)) for n in range(100)]
    assert choose_daily(list(reversed(IDS)), TODAY) == days[0]
    assert set(days[:50]) == set(IDS)
    assert set(Counter(days).values()) == {2}


def test_the_next_puzzle_is_near_the_own_rating() -> None:
    ratings = [(id, 1000.0 + 20 * number) for number, id in enumerate(IDS)]
    chosen = {choose_next(ratings, 1500, lambda n, at=at: min(at, n - 1)) for at in range(100)}
    assert chosen == {id for id, _ in sorted(ratings, key=lambda row: abs(row[1] - 1500))[:NEAREST]}
    assert choose_next([], 1500, lambda n: 0) is None


def test_a_right_answer_takes_points_from_the_puzzle_and_a_wrong_one_gives_it_some() -> None:
    player, puzzle = Level(1500, 350, 0.06), Level(1500, 150, 0.06)
    better, easier = rate(player, puzzle, is_right=True, elapsed_s=0)
    worse, harder = rate(player, puzzle, is_right=False, elapsed_s=0)
    assert better.rating > 1500 > worse.rating
    assert easier.rating < 1500 < harder.rating
    assert better.deviation < 350


def test_a_hard_puzzle_gives_more_than_an_easy_one() -> None:
    player = Level(1500, 100, 0.06)
    gains = [rate(player, Level(value, 100, 0.06), is_right=True, elapsed_s=0)[0].rating for value in (1200, 1500, 1800)]
    assert gains == sorted(gains)


def test_a_streak_of_days_grows_once_a_day_and_is_over_after_a_day_without_a_puzzle() -> None:
    for gap, days, extended in ((0, 4, 4), (1, 4, 5), (2, 4, 1)):
        assert extend_days(TODAY - timedelta(days=gap), days, TODAY) == extended
    assert extend_days(None, 0, TODAY) == 1
    for gap, shown in ((0, 4), (1, 4), (2, 0), (30, 0)):
        assert count_days(TODAY - timedelta(days=gap), 4, TODAY) == shown
    assert count_days(None, 0, TODAY) == 0


def test_a_hint_is_the_first_word_of_the_notation() -> None:
    for answer in ("E4-E5", "move Sniper Z2-1 Z3-1", "split B6: C7-off", "end", "protect -1"):
        beginning = begin_answer(answer)
        assert beginning
        assert answer.startswith(beginning)
        assert not set(" :-") & set(beginning)
