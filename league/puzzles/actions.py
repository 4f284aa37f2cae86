"""Attempts at puzzles: judged for everyone, rated once per puzzle for players with an account."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from engines.contract import IllegalAction
from league.people.models import Player
from league.people.queries import lock_account
from league.puzzles.models import PuzzleAttempt, PuzzleDays, PuzzleRating, PuzzleSkill, Result
from league.puzzles.queries.explanations import explain_answer, explain_wrong
from league.puzzles.queries.progress import is_rated_player
from league.puzzles.queries.puzzle_sets import OpenedPuzzle, advance, get_daily, get_puzzle, open_puzzle
from league.puzzles.rules import PUZZLE_DEVIATION, begin_answer, extend_days, rate
from league.ratings.glicko2 import Level
from matches.errors import ActionError


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating in the puzzles of a game before and after an attempt, and the puzzles solved in a row."""

    before: int
    after: int
    streak: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an attempt came to. `change` is None if it was not rated; `days` is None unless a streak of days grew."""

    is_right: bool
    text: str
    change: RatingChange | None = None
    days: int | None = None


def attempt_puzzle(*, player: Player | None, game: str, puzzle_id: str, do: str, at: datetime) -> tuple[OpenedPuzzle, Verdict]:
    """Judge an action as the answer to a puzzle, and rate it if it is the player's first attempt.

    Raises ActionError("not-found"), or the engine's code for an action that is not legal, which does not count.
    """
    opened = open_puzzle(game, puzzle_id)
    try:
        action = opened.engine.encode(opened.engine.decode(do))
        advance(opened, action)
    except IllegalAction as error:
        raise ActionError(error.code, error.text, "move") from None
    is_right = action == opened.puzzle.answer
    text = explain_answer(opened) if is_right else explain_wrong(opened, action)
    if player is None or not is_rated_player(player):
        return opened, Verdict(is_right, text)
    return opened, _record_attempt(player.pk, opened, is_right, text, at)


def show_solution(*, player: Player | None, game: str, puzzle_id: str, at: datetime) -> tuple[OpenedPuzzle, Verdict]:
    """Give a puzzle up: before the first attempt it counts as a wrong one. Raises ActionError("not-found")."""
    opened = open_puzzle(game, puzzle_id)
    verdict = Verdict(False, explain_answer(opened))
    if player is not None and is_rated_player(player):
        change = _record_solution(player.pk, opened, at)
        verdict = Verdict(False, verdict.text, change)
    return opened, verdict


@transaction.atomic
def take_hint(*, player: Player | None, game: str, puzzle_id: str, at: datetime) -> str:
    """Return how the notation of the answer begins. Attempts after it are not rated. Raises ActionError("not-found")."""
    puzzle = get_puzzle(game, puzzle_id)
    if player is not None and is_rated_player(player):
        lock_account(player.pk)
        PuzzleAttempt.objects.get_or_create(
            player_id=player.pk, game=game, puzzle=puzzle_id, defaults={"result": Result.HINTED, "at": at}
        )
    return begin_answer(puzzle.answer)


@transaction.atomic
def _record_attempt(player_id: int, opened: OpenedPuzzle, is_right: bool, text: str, at: datetime) -> Verdict:
    """Store an attempt, rated if it is the first, and count the day if it solves the puzzle of the day."""
    lock_account(player_id)
    attempt = _find_attempt(player_id, opened)
    change = None
    if attempt is None:
        attempt, change = _rate(player_id, opened, Result.RIGHT if is_right else Result.WRONG, at)
    if not is_right or attempt.solved_at is not None or attempt.shown_at is not None:
        return Verdict(is_right, text, change)
    attempt.solved_at = at
    attempt.save(update_fields=["solved_at"])
    is_daily = get_daily(opened.game, at.date()).id == opened.puzzle.id
    return Verdict(is_right, text, change, _count_day(player_id, at) if is_daily else None)


@transaction.atomic
def _record_solution(player_id: int, opened: OpenedPuzzle, at: datetime) -> RatingChange | None:
    lock_account(player_id)
    attempt, change = _find_attempt(player_id, opened), None
    if attempt is None:
        attempt, change = _rate(player_id, opened, Result.SHOWN, at)
    if attempt.solved_at is None and attempt.shown_at is None:
        attempt.shown_at = at
        attempt.save(update_fields=["shown_at"])
    return change


def _find_attempt(player_id: int, opened: OpenedPuzzle) -> PuzzleAttempt | None:
    return PuzzleAttempt.objects.filter(player=player_id, game=opened.game, puzzle=opened.puzzle.id).first()


def _rate(player_id: int, opened: OpenedPuzzle, result: Result, at: datetime) -> tuple[PuzzleAttempt, RatingChange]:
    """Rate a first attempt; the caller holds the lock of the account. The puzzle is locked after it."""
    is_right, puzzle = result == Result.RIGHT, opened.puzzle
    skill, _created = PuzzleSkill.objects.get_or_create(player_id=player_id, game=opened.game)
    PuzzleRating.objects.get_or_create(
        game=opened.game, puzzle=puzzle.id, defaults={"value": float(puzzle.rating), "deviation": PUZZLE_DEVIATION}
    )
    rating = PuzzleRating.objects.select_for_update().get(game=opened.game, puzzle=puzzle.id)
    elapsed_s = (at - skill.changed_at).total_seconds() if skill.changed_at else 0.0
    before = skill.value
    own, other = rate(skill.level, rating.level, is_right=is_right, elapsed_s=elapsed_s)
    _store_skill(skill, own, is_right, at)
    rating.count(other, is_right=is_right)
    rating.save()
    attempt = PuzzleAttempt.objects.create(
        player_id=player_id, game=opened.game, puzzle=puzzle.id, result=result, at=at, before=before, after=skill.value
    )
    return attempt, RatingChange(round(before), round(skill.value), skill.streak)


def _store_skill(skill: PuzzleSkill, level: Level, is_right: bool, at: datetime) -> None:
    skill.count(level, is_right=is_right)
    skill.streak = skill.streak + 1 if is_right else 0
    skill.best_streak = max(skill.best_streak, skill.streak)
    skill.changed_at = at
    skill.save()


def _count_day(player_id: int, at: datetime) -> int:
    """Count a day (UTC) on which a puzzle of the day was solved, and return the length of the streak."""
    today = at.date()
    row = PuzzleDays.objects.filter(player=player_id).first()
    if row is None:
        PuzzleDays.objects.create(player_id=player_id, last_on=today)
        return 1
    row.days, row.last_on = extend_days(row.last_on, row.days, today), max(today, row.last_on)
    row.best_days = max(row.best_days, row.days)
    row.save()
    return row.days
