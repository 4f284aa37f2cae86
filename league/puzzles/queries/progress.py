"""A player's progress in puzzles, and the puzzle that comes next."""

import secrets
from dataclasses import dataclass
from datetime import date

from league.games import game_name
from league.people.models import Player
from league.puzzles.models import PuzzleAttempt, PuzzleDays, PuzzleRating, PuzzleSkill
from league.puzzles.queries.puzzle_sets import get_daily, list_puzzle_games, load_set
from league.puzzles.rules import choose_next, count_days
from league.ratings import glicko2


@dataclass(frozen=True, slots=True)
class Skill:
    """A player's rating in the puzzles of a game, and the puzzles solved in a row."""

    game: str
    game_name: str
    rating: int
    attempts: int
    solved: int
    streak: int
    best_streak: int


@dataclass(frozen=True, slots=True)
class Days:
    """How many days running a player has solved a puzzle of the day, and the most so far."""

    days: int = 0
    best_days: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's ratings by game, those with most attempts first, and the streak of days."""

    skills: tuple[Skill, ...] = ()
    days: Days = Days()

    def find(self, game: str) -> Skill | None:
        """Return the rating in a game; None before the first attempt."""
        return next((skill for skill in self.skills if skill.game == game), None)


@dataclass(frozen=True, slots=True)
class GamePuzzles:
    """The puzzles of a game for a player. `own` is None before the first rated attempt."""

    game: str
    game_name: str
    count: int
    today: str
    """Id of the puzzle of the day."""
    is_today_solved: bool
    tried: int
    own: Skill | None

    @property
    def is_finished(self) -> bool:
        return self.tried >= self.count


def is_rated_player(player: Player | None) -> bool:
    """Return whether attempts of this player count: those of people with an account, not of guests and bots."""
    return player is not None and not player.is_guest and not player.bot and not player.is_bot_account


def get_progress(player_id: int, today: date) -> Progress:
    """Return the progress of a player."""
    rows = PuzzleSkill.objects.filter(player=player_id, attempts__gt=0).order_by("-attempts", "game")
    skills = tuple(
        Skill(row.game, game_name(row.game), round(row.value), row.attempts, row.solved, row.streak, row.best_streak)
        for row in rows
    )
    days = PuzzleDays.objects.filter(player=player_id).first()
    return Progress(skills, Days(count_days(days.last_on, days.days, today), days.best_days) if days else Days())


def list_game_puzzles(player: Player | None, today: date) -> tuple[list[GamePuzzles], Days]:
    """Return the puzzles of all games for a player (None: a visitor), and the streak of days."""
    progress = get_progress(player.pk, today) if player is not None else Progress()
    attempts = PuzzleAttempt.objects.filter(player=player) if player is not None else PuzzleAttempt.objects.none()
    tried: dict[str, dict[str, bool]] = {}
    for key, puzzle, solved_at in attempts.values_list("game", "puzzle", "solved_at"):
        tried.setdefault(key, {})[puzzle] = solved_at is not None
    rows = []
    for game in list_puzzle_games():
        daily, known = get_daily(game.key, today).id, load_set(game.key).puzzles
        own = tried.get(game.key, {})
        rows.append(
            GamePuzzles(
                game=game.key,
                game_name=game.name,
                count=len(known),
                today=daily,
                is_today_solved=own.get(daily, False),
                tried=sum(puzzle in known for puzzle in own),
                own=progress.find(game.key),
            )
        )
    return rows, progress.days


def find_attempt(player_id: int, game: str, puzzle: str) -> PuzzleAttempt | None:
    """Return the attempt of a player at a puzzle; None before it."""
    return PuzzleAttempt.objects.filter(player=player_id, game=game, puzzle=puzzle).first()


def find_next(player: Player | None, game: str) -> str | None:
    """Return the id of a puzzle that the player has not tried, near the player's rating; None if all are tried.

    For visitors and guests nothing is stored: any puzzle may come, also again.
    """
    puzzles = load_set(game).puzzles
    if player is None or not is_rated_player(player):
        return secrets.choice(list(puzzles)) if puzzles else None
    skill = PuzzleSkill.objects.filter(player=player, game=game).first()
    tried = set(PuzzleAttempt.objects.filter(player=player, game=game).values_list("puzzle", flat=True))
    values = dict(PuzzleRating.objects.filter(game=game).values_list("puzzle", "value"))
    left = [(id, values.get(id, float(puzzle.rating))) for id, puzzle in puzzles.items() if id not in tried]
    return choose_next(left, skill.value if skill else glicko2.START, secrets.randbelow)


def get_rating(game: str, puzzle: str) -> int:
    """Return the rating of a puzzle, as players' attempts have changed it."""
    value = PuzzleRating.objects.filter(game=game, puzzle=puzzle).values_list("value", flat=True).first()
    return round(value if value is not None else load_set(game).puzzles[puzzle].rating)
