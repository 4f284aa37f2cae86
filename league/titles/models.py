"""Titles: games without an engine, which a league's staff define and whose results are reported."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy

from engines.i18n import mark
from engines.reported import MAX_SEATS, PREFIX

MAX_NAME = 40
MAX_BEST_OF = 15


class OutcomeKind(models.TextChoices):
    """What a result of a title is."""

    WIN = "win", gettext_lazy("Win, draw or loss")
    SCORE = "score", gettext_lazy("Score")
    """A number for each side; the higher one wins."""
    BEST_OF = "best-of", gettext_lazy("Best of several games")
    PLACEMENT = "placement", gettext_lazy("Places of all sides")


class Icon(models.TextChoices):
    """The signs that a title can have; each is a character, so that no image has to be stored."""

    CHESS = "chess", gettext_lazy("Chess piece")
    CARDS = "cards", gettext_lazy("Cards")
    DICE = "dice", gettext_lazy("Dice")
    BALL = "ball", gettext_lazy("Ball")
    CONTROLLER = "controller", gettext_lazy("Controller")
    FLAG = "flag", gettext_lazy("Flag")
    STAR = "star", gettext_lazy("Star")


CHESS_SIDES = (mark("White"), mark("Black"))


class Title(models.Model):
    """A game that is played elsewhere. Matches and events name it by its `key`, which never changes."""

    league = models.ForeignKey("league.League", on_delete=models.PROTECT, null=True, related_name="titles")
    """The league whose events it is for; null for a title of its owner's own events."""
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="titles")
    """The organiser of events outside leagues; null for a title of a league."""
    name = models.CharField(max_length=MAX_NAME)
    least_sides = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(MAX_SEATS)]
    )  # fmt: skip
    most_sides = models.PositiveSmallIntegerField(default=2, validators=[MinValueValidator(1), MaxValueValidator(MAX_SEATS)])
    outcome = models.CharField(max_length=10, choices=OutcomeKind, default=OutcomeKind.WIN)
    best_of = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1), MaxValueValidator(MAX_BEST_OF)])
    """Games of a series, odd; 1 unless the outcome is the best of several games."""
    rated = models.BooleanField(default=True)
    colour = models.CharField(max_length=7, default="#5b6ee1")
    """As `#rrggbb`."""
    icon = models.CharField(max_length=12, choices=Icon, default=Icon.STAR)
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)
    """Since when no new event can be held in it."""

    class Meta:
        constraints = [
            models.UniqueConstraint("league", Lower("name"), name="title_name_once"),
            models.UniqueConstraint("owner", Lower("name"), name="title_name_once_per_owner"),
            models.CheckConstraint(name="title_of_league_or_owner", condition=Q(league__isnull=True) ^ Q(owner__isnull=True)),
            models.CheckConstraint(
                name="title_sides_in_order",
                condition=Q(least_sides__gte=1, most_sides__lte=MAX_SEATS, most_sides__gte=F("least_sides")),
            ),
            models.CheckConstraint(
                name="title_outcome_known", condition=Q(outcome__in=OutcomeKind.values, icon__in=Icon.values)
            ),
            models.CheckConstraint(name="title_best_of_if_series", condition=Q(outcome="best-of") ^ Q(best_of=1)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        return f"{PREFIX}{self.pk}"

    @property
    def seat_counts(self) -> range:
        return range(self.least_sides, self.most_sides + 1)

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the marked names of its sides; none if they are only numbered."""
        return CHESS_SIDES if self.icon == Icon.CHESS and self.most_sides == 2 else ()

    @property
    def has_draws(self) -> bool:
        return self.outcome != OutcomeKind.BEST_OF
