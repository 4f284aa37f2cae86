"""Rating pools, ratings, all their changes, and corrections."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.ratings import elo, glicko2
from league.ratings.pools import MAX_KEY_LENGTH, get_game_key


class RatingPool(models.Model):
    """A pool and its rule. Any change of a rating in it requires the lock of its row."""

    key = models.CharField(max_length=MAX_KEY_LENGTH, primary_key=True)
    """The game's key, optionally followed by a slash and a name."""
    cap_400 = models.BooleanField(default=False)
    """Whether a difference of more than 400 points counts as 400."""
    floor = models.FloatField(default=elo.FLOOR)
    decay = models.FloatField(default=0)
    """Points lost per month after half a year without a match; 0 is off."""
    recompute_due = models.BooleanField(default=False)
    """Whether the sweep has to recompute its ratings from the matches."""

    class Meta:
        constraints = [models.CheckConstraint(name="rating_pool_rule", condition=Q(floor__gte=0, decay__gte=0))]
        indexes = [models.Index(fields=["key"], name="rating_pool_due", condition=Q(recompute_due=True))]

    def __str__(self) -> str:
        return self.key

    @property
    def rule(self) -> elo.Rule:
        return elo.Rule(cap_400=self.cap_400, floor=self.floor, decay=self.decay)


class Rating(models.Model):
    """A player's rating and results in one pool. RatingChange has the history."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=MAX_KEY_LENGTH)
    value = models.FloatField(default=elo.START)
    """Elo."""
    peak = models.FloatField(default=elo.START)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    last_change = models.FloatField(default=0)
    changed_at = models.DateTimeField(null=True)
    """End of the last match."""
    strength = models.FloatField(default=glicko2.START)
    """Glicko-2 rating, with its deviation (as of the last match) and volatility."""
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
        return get_game_key(self.pool)

    @property
    def is_provisional(self) -> bool:
        return self.games < elo.PROVISIONAL_BELOW

    def deviation_at(self, at: datetime) -> float:
        """Return the deviation at a moment; it grows while the player is inactive."""
        if self.changed_at is None:
            return self.deviation
        level = glicko2.Level(self.strength, self.deviation, self.volatility)
        return glicko2.update(level, [], periods=(at - self.changed_at).total_seconds() / glicko2.PERIOD_S).deviation


class RatedMatch(models.Model):
    """A match that changes ratings when counted."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="rated")
    game = models.CharField(max_length=40)
    pool = models.CharField(max_length=MAX_KEY_LENGTH)
    counted_at = models.DateTimeField(null=True)
    ruled = models.JSONField(null=True)
    """Ranks set by an organiser instead of the match's own; an empty list: annulled."""
    casual = models.BooleanField(default=False)
    """Found when counted: a guest played, or a site bot lost on time. The match then stays casual."""
    weight = models.FloatField(default=1, db_default=1)
    """How much it counts (0 to 1), set when counted: less after many matches against the same bot."""

    class Meta:
        indexes = [
            models.Index(fields=["match"], name="rated_match_uncounted", condition=Q(counted_at__isnull=True)),
            models.Index(fields=["pool", "match"], name="rated_match_pool"),
        ]

    def __str__(self) -> str:
        return f"rated {self.match_id}"


class RatingChange(models.Model):
    """One change of a player's ratings by a match. Corrections replace rows and keep the old ones."""

    # No foreign key constraints: `RatedMatch` protects the match, whose seats protect its players. Checking
    # both again for every row took half of the time to store a million matches.
    match = models.ForeignKey(
        "matches.Match", on_delete=models.PROTECT, related_name="rating_changes", db_index=False, db_constraint=False
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes", db_index=False, db_constraint=False
    )
    pool = models.CharField(max_length=MAX_KEY_LENGTH)
    at = models.DateTimeField()
    """End of the match."""
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
        # The column order lets these indexes serve the foreign keys, too: many changes are stored at once.
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="rating_change_once"),
            models.CheckConstraint(name="rating_change_result", condition=Q(result__in=[-1, 0, 1])),
        ]
        indexes = [models.Index(fields=["player", "pool", "at", "match"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.before:.0f} to {self.after:.0f}"


class RatingCorrection(models.Model):
    """A replacement of published changes: the match that required it, who and why, and the old values."""

    pool = models.CharField(max_length=MAX_KEY_LENGTH)
    match = models.ForeignKey("matches.Match", on_delete=models.PROTECT, related_name="rating_corrections")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    """Null if automatic: a match was counted after later ones."""
    why = models.JSONField()
    """A message (`engines.i18n.to_stored`) or a referee's text."""
    at = models.DateTimeField()
    replaced = models.JSONField()
    """The replaced rows: {match, player, before, after, …}, in order of play."""
    changed = models.JSONField()
    """The rows that replace them, in the same form."""

    class Meta:
        indexes = [models.Index(fields=["pool", "-id"], name="rating_corrections")]

    def __str__(self) -> str:
        return f"correction of match {self.match_id}"
