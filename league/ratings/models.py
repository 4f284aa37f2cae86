"""Pools, ratings, every change of them, and what corrections replaced."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.ratings import elo, glicko2
from league.ratings.pools import LONGEST, game_of


class RatingPool(models.Model):
    """A pool and its rule. Its row's lock is the turn to change any rating in it."""

    key = models.CharField(max_length=LONGEST, primary_key=True)
    """The game's key, or that, a stroke and a name."""
    cap_400 = models.BooleanField(default=False)
    """Whether a difference of more than 400 points counts as 400."""
    floor = models.FloatField(default=elo.FLOOR)
    decay = models.FloatField(default=0)
    """Points a month that those lose who have not played for half a year; 0 is off."""
    recompute_due = models.BooleanField(default=False)
    """Whether its ratings wait to be worked out anew from the matches; the sweep does it."""

    class Meta:
        constraints = [models.CheckConstraint(name="rating_pool_rule", condition=Q(floor__gte=0, decay__gte=0))]
        indexes = [models.Index(fields=["key"], name="rating_pool_due", condition=Q(recompute_due=True))]

    def __str__(self) -> str:
        return self.key

    @property
    def rule(self) -> elo.Rule:
        return elo.Rule(cap_400=self.cap_400, floor=self.floor, decay=self.decay)


class Rating(models.Model):
    """What a player's rated matches of one pool come to. RatingChange holds the steps."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=LONGEST)
    value = models.FloatField(default=elo.START)
    """Elo."""
    peak = models.FloatField(default=elo.START)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    last_change = models.FloatField(default=0)
    changed_at = models.DateTimeField(null=True)
    """When the last match ended."""
    strength = models.FloatField(default=glicko2.START)
    """Glicko-2's rating, with its deviation (as of the last match) and volatility."""
    deviation = models.FloatField(default=glicko2.START_DEVIATION)
    volatility = models.FloatField(default=glicko2.START_VOLATILITY)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "pool"], name="rating_once"),
            models.CheckConstraint(name="rating_games_add_up", condition=Q(games=F("wins") + F("draws") + F("losses"))),
        ]
        indexes = [models.Index(fields=["pool", "-value", "player"], name="rating_order")]

    def __str__(self) -> str:
        return f"{self.pool} {self.value:.0f}"

    @property
    def game(self) -> str:
        return game_of(self.pool)

    @property
    def is_provisional(self) -> bool:
        return self.games < elo.PROVISIONAL_BELOW

    def deviation_at(self, at: datetime) -> float:
        """Return the deviation at a moment: it grows while the player has no matches."""
        if self.changed_at is None:
            return self.deviation
        level = glicko2.Level(self.strength, self.deviation, self.volatility)
        return glicko2.update(level, [], periods=(at - self.changed_at).total_seconds() / glicko2.PERIOD_S).deviation


class RatedMatch(models.Model):
    """A match that will change ratings once it has been counted."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="rated")
    game = models.CharField(max_length=40)
    pool = models.CharField(max_length=LONGEST)
    counted_at = models.DateTimeField(null=True)
    ruled = models.JSONField(null=True)
    """The ranks that an organiser has ruled in place of the match's own; an empty list: it is annulled."""
    casual = models.BooleanField(default=False)
    """Found when it was counted: a guest sat there, or a bot of the site lost on time. It then stays casual."""
    weight = models.FloatField(default=1, db_default=1)
    """How much it counts, 0 to 1, as found when it was counted: less where a player has often met the same bot."""

    class Meta:
        indexes = [
            models.Index(fields=["match"], name="rated_match_uncounted", condition=Q(counted_at__isnull=True)),
            models.Index(fields=["pool", "match"], name="rated_match_pool"),
        ]

    def __str__(self) -> str:
        return f"rated {self.match_id}"


class RatingChange(models.Model):
    """One step of a player's ratings and the match that made it. A correction replaces rows and keeps the old ones."""

    # Neither has a constraint of its own: `RatedMatch` holds the match, whose seats hold its players. Checking
    # both again for every row was half of the work of storing a million matches.
    match = models.ForeignKey(
        "matches.Match", on_delete=models.PROTECT, related_name="rating_changes", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="rating_changes",
        db_index=False,
        db_constraint=False,
    )
    pool = models.CharField(max_length=LONGEST)
    at = models.DateTimeField()
    """When the match ended."""
    result = models.SmallIntegerField()
    """1 won, 0 drawn, -1 lost."""
    before = models.FloatField()
    after = models.FloatField()
    strength_before = models.FloatField(default=glicko2.START)
    strength_after = models.FloatField(default=glicko2.START)
    deviation_before = models.FloatField(default=glicko2.START_DEVIATION)
    deviation_after = models.FloatField(default=glicko2.START_DEVIATION)
    volatility_before = models.FloatField(default=glicko2.START_VOLATILITY)
    volatility_after = models.FloatField(default=glicko2.START_VOLATILITY)

    class Meta:
        # The order of columns serves the foreign keys as well: many changes are stored at once.
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="rating_change_once"),
            models.CheckConstraint(name="rating_change_result", condition=Q(result__in=[-1, 0, 1])),
        ]
        indexes = [models.Index(fields=["player", "pool", "at", "match"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.before:.0f} to {self.after:.0f}"


class RatingCorrection(models.Model):
    """That published changes were replaced: which match made it necessary, who did it, why, and what stood before."""

    pool = models.CharField(max_length=LONGEST)
    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="rating_corrections")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    """Null where the site found it by itself: a match counted after later ones."""
    why = models.JSONField()
    """A message (`engines.words.stored`), or what a referee wrote."""
    at = models.DateTimeField()
    replaced = models.JSONField()
    """The rows that differed, as they were: {match, player, before, after, ...}, in the order of play."""
    changed = models.JSONField()
    """The rows that stand for them now, in the same shape."""

    class Meta:
        indexes = [models.Index(fields=["pool", "-id"], name="rating_corrections")]

    def __str__(self) -> str:
        return f"correction of match {self.match_id}"
