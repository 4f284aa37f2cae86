"""Attempts at puzzles, the ratings of puzzles and of players in them, and streaks."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from engines.i18n import mark
from league.ratings import glicko2

MAX_ID_LENGTH = 24
START = 1100.0
"""The rating of a player before the first puzzle: near the median of the shipped puzzles, so that these suit beginners."""


class Result(models.TextChoices):
    """What counts of a player's first contact with a puzzle."""

    RIGHT = "right", mark("Solved")
    WRONG = "wrong", mark("Not solved")
    SHOWN = "shown", mark("Solution shown")
    HINTED = "hinted", mark("Hint taken")


class PuzzleAttempt(models.Model):
    """The first attempt of a player at a puzzle, the only one that is rated."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_attempts")
    game = models.CharField(max_length=40)
    puzzle = models.CharField(max_length=MAX_ID_LENGTH)
    result = models.CharField(max_length=6, choices=Result.choices)
    at = models.DateTimeField()
    before = models.FloatField(null=True)
    """The player's rating before and after; null if it was not rated, because of a hint."""
    after = models.FloatField(null=True)
    solved_at = models.DateTimeField(null=True)
    """When the answer was found, at the first attempt or later; null if not, or if it was shown before."""
    shown_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "puzzle"], name="puzzle_attempt_once"),
            models.CheckConstraint(name="puzzle_attempt_result", condition=Q(result__in=Result.values)),
            models.CheckConstraint(name="puzzle_solved_or_shown", condition=Q(solved_at=None) | Q(shown_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.puzzle}: {self.result}"


class PuzzleLevel(models.Model):
    """A Glicko-2 rating with the number of rated attempts, and of those that were right."""

    value = models.FloatField(default=START)
    deviation = models.FloatField(default=glicko2.START_DEVIATION)
    volatility = models.FloatField(default=glicko2.START_VOLATILITY)
    attempts = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def level(self) -> glicko2.Level:
        return glicko2.Level(self.value, self.deviation, self.volatility)

    def count(self, level: glicko2.Level, *, is_right: bool) -> None:
        """Set the rating after an attempt, and count the attempt. The row is not stored."""
        self.value, self.deviation, self.volatility = level.rating, level.deviation, level.volatility
        self.attempts += 1
        self.solved += is_right


class PuzzleRating(PuzzleLevel):
    """The rating of a puzzle. Without a row it is the one that the puzzle was shipped with."""

    game = models.CharField(max_length=40)
    puzzle = models.CharField(max_length=MAX_ID_LENGTH)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "puzzle"], name="puzzle_rating_once"),
            models.CheckConstraint(name="puzzle_rating_adds_up", condition=Q(solved__lte=F("attempts"))),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.puzzle} {self.value:.0f}"


class PuzzleSkill(PuzzleLevel):
    """A player's rating in the puzzles of a game, and the number of puzzles solved in a row."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_skills")
    game = models.CharField(max_length=40)
    streak = models.PositiveIntegerField(default=0)
    best_streak = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="puzzle_skill_once"),
            models.CheckConstraint(
                name="puzzle_skill_adds_up", condition=Q(solved__lte=F("attempts"), streak__lte=F("best_streak"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.value:.0f}"


class PuzzleDays(models.Model):
    """How many days running a player has solved a puzzle of the day (UTC)."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_days")
    last_on = models.DateField()
    days = models.PositiveIntegerField(default=1)
    best_days = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.CheckConstraint(name="puzzle_days_best", condition=Q(days__lte=F("best_days"), days__gte=1))]

    def __str__(self) -> str:
        return f"{self.days} days to {self.last_on}"
