"""Gamers, the cards that franchises draft. Their stats never change; a league with other needs imports its own."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from engines.i18n import mark

STATS = ("wisdom", "awareness", "synergy", "dexterity", "xfactor")
STAT_NAMES = {
    "wisdom": mark("Wisdom"),
    "awareness": mark("Awareness"),
    "synergy": mark("Synergy"),
    "dexterity": mark("Dexterity"),
    "xfactor": mark("X-factor"),
}


class Genre(models.TextChoices):
    """The genres of Gamers, which roster rules count."""

    FPS = "FPS"
    MOBA = "MOBA"
    CCG = "CCG"


def _stat() -> models.PositiveSmallIntegerField[int, int]:
    return models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(5)])


class Gamer(models.Model):
    """A card of the default set (no league), which all leagues may use, or of a league's own set."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, null=True, related_name="gamers")
    handle = models.CharField(max_length=24)
    name = models.CharField(max_length=60)
    genre = models.CharField(max_length=4, choices=Genre)
    salary = models.PositiveIntegerField()
    """The salary in thousands, like all money."""
    wisdom = _stat()
    awareness = _stat()
    synergy = _stat()
    dexterity = _stat()
    xfactor = _stat()
    talent = models.SlugField(max_length=40, blank=True, db_index=False)
    """The id of a Talent of the Incursion Point: Zero engine; blank for none."""
    flavour = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("league", Lower("handle"), name="gamer_handle_once"),
            models.UniqueConstraint(Lower("handle"), name="default_gamer_handle_once", condition=Q(league__isnull=True)),
            models.CheckConstraint(name="gamer_has_salary", condition=Q(salary__gte=1)),
            models.CheckConstraint(name="gamer_genre_known", condition=Q(genre__in=Genre.values)),
            *(
                models.CheckConstraint(name=f"gamer_{stat}_1_to_5", condition=Q(**{f"{stat}__gte": 1, f"{stat}__lte": 5}))
                for stat in STATS
            ),
        ]

    def __str__(self) -> str:
        return self.handle


class SeasonGamer(models.Model):
    """A Gamer in the pool of a season, at its salary there."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="gamers")
    gamer = models.ForeignKey(Gamer, on_delete=models.PROTECT, related_name="seasons")
    salary = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "gamer"], name="season_gamer_once"),
            models.CheckConstraint(name="season_gamer_has_salary", condition=Q(salary__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.gamer_id}"
