"""Challenges: open matches offered to everyone, to players by name, or by invitation link."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.ratings.speeds import Speed
from league.signed_links import SignedLink

CANCELLED, DECLINED = "cancelled", "declined"


class Challenge(models.Model):
    """The challenger and options of an open match; its state and its reserved seats are stored in the match."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="challenge")
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="challenges")
    rated = models.BooleanField()
    created_at = models.DateTimeField()
    origin = models.CharField(max_length=32, blank=True, default="", db_default="")
    """A digest of the challenger's address, for matches with bots until they are over."""
    draws_gamers = models.BooleanField(default=False, db_default=False)
    """Whether the players draft their Gamers before the match starts."""
    again = models.OneToOneField("matches.Match", on_delete=models.SET_NULL, null=True, related_name="rematch")
    """The match that this is the rematch of; each match has at most one."""
    withdrawn = models.CharField(max_length=10, blank=True, default="", db_default="")
    """How it was withdrawn before the match started: CANCELLED by the challenger or DECLINED by another player."""

    class Meta:
        indexes = [models.Index(fields=["origin"], name="challenge_origin", condition=~Q(origin=""))]
        constraints = [models.CheckConstraint(name="challenge_withdrawn", condition=Q(withdrawn__in=["", CANCELLED, DECLINED]))]

    def __str__(self) -> str:
        return f"{self.challenger_id} offers {self.match_id}"


class QueueEntry(models.Model):
    """A player who waits for an opponent in quick pairing. A player waits in one queue at a time."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="queue_entry"
    )
    game = models.CharField(max_length=40)
    speed = models.CharField(max_length=14)
    rating = models.IntegerField()
    """The player's rating on joining."""
    joined_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """The last heartbeat."""
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, null=True, related_name="+", db_index=False)
    """The match that has begun, until the player has been told."""

    class Meta:
        constraints = [
            models.CheckConstraint(name="queue_speed_known", condition=Q(speed__in=[speed.value for speed in Speed]))
        ]
        indexes = [models.Index(fields=["game", "speed"], name="queue_waiting", condition=Q(match__isnull=True))]

    def __str__(self) -> str:
        return f"{self.player_id} waits for {self.game} ({self.speed})"


class Invitation(SignedLink):
    """A link to a seat of a challenge."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="invitations")
    seat = models.PositiveSmallIntegerField()
    salt = "invitation"

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["challenge", "seat"],
                name="invitation_one_live",
                condition=Q(used_at__isnull=True, revoked_at__isnull=True),
            ),
            models.CheckConstraint(
                name="invitation_used_or_revoked", condition=Q(used_at__isnull=True) | Q(revoked_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"link to {self.challenge_id}/{self.seat}"

    @property
    def match_id(self) -> int:
        return self.challenge.match_id

    @property
    def url(self) -> str:
        return f"/invitations/{self.token}/"
