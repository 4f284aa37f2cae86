"""Leagues, their staff and their seasons."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy

DEFAULT_BAN_LENGTH = 30


class BanUnit(models.TextChoices):
    """The unit of a ban's length."""

    DAYS = "days"
    EVENTS = "events"


class League(models.Model):
    """An organisation that holds events. The slug is part of its URL and never changes."""

    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=40, db_index=False)
    about = models.TextField(blank=True)
    created_at = models.DateTimeField()
    no_show_warnings = models.PositiveSmallIntegerField(null=True)
    """No-shows in its events that only warn, before the next one bans; null for no policy."""
    ban_length = models.PositiveSmallIntegerField(default=DEFAULT_BAN_LENGTH)
    ban_unit = models.CharField(max_length=6, choices=BanUnit, default=BanUnit.DAYS)

    required_provider = models.CharField(max_length=30, blank=True, db_default="", default="")
    """The provider of which players need a linked account to take part in the league's events; blank for none."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="league_ban_has_length", condition=Q(ban_length__gte=1, ban_unit__in=BanUnit.values)),
            models.UniqueConstraint(fields=["slug"], name="league_slug_once"),
            models.CheckConstraint(name="league_slug_in_small_letters", condition=Q(slug=Lower("slug"))),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """The roles of a league's staff."""

    OWNER = "owner", gettext_lazy("Owner")
    ORGANISER = "organiser", gettext_lazy("Organiser")
    REFEREE = "referee", gettext_lazy("Referee")
    SCORER = "scorer", gettext_lazy("Scorer")


class Staff(models.Model):
    """A player's role in a league. Actions keep at least one owner, under the league lock."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="staff")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_of")
    role = models.CharField(max_length=10, choices=Role)
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "player"], name="staff_once"),
            models.CheckConstraint(name="staff_role_known", condition=Q(role__in=Role.values)),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}/{self.player_id} {self.role}"


class Season(models.Model):
    """A period in which a league holds events together."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    archived_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("league", Lower("name"), name="season_name_once"),
            models.CheckConstraint(name="season_ends_after_start", condition=Q(ends_on__gte=F("starts_on"))),
        ]
        indexes = [models.Index(fields=["league", "-starts_on"], name="season_newest")]

    def __str__(self) -> str:
        return self.name
