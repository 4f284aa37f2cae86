"""Rounds, pairings, their sides and matches, overridden results, and no-shows."""

from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.db.models import Q

from engines.i18n import StoredMessage, translate as _, translate_stored
from engines.referee_notation import ENTERED
from league.events.models.event import Entrant, Event, UpdatableModel
from league.events.models.stage import Stage


def format_round_title(label: StoredMessage, number: int) -> str:
    """Return the round's label, or a title with its number."""
    return translate_stored(label) if label else _("Round {number}", number=number)


class Round(UpdatableModel):
    """A round: unpublished, published (`started_at`: pairings are final, matches open) or finished."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    """Counted over the whole event."""
    label = models.JSONField(default=str, blank=True)
    """Display name if not its number (`Semi-finals`): a message (`engines.i18n.to_stored`)."""
    starts_at = models.DateTimeField(null=True)
    """Planned start."""
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    swaps = models.JSONField(null=True)
    """Pairs of entrants swapped by hand after pairing, in order: [[12, 7], …]."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_once"),
            models.CheckConstraint(
                name="round_finished_was_started", condition=Q(finished_at__isnull=True) | Q(started_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return format_round_title(self.label, self.number)


class PairingKind(models.TextChoices):
    """Why a pairing exists: a game, or a kind of bye."""

    GAME = "game"
    BYE = "bye"
    """Pairing-allocated bye."""
    REQUESTED = "requested"
    """Requested bye."""
    ABSENT = "absent"
    """Late entry, or absent without a bye."""


class Pairing(UpdatableModel):
    """The sides that meet in a round, or a bye. A bracket's pairings exist before their sides are known."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    board = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=PairingKind, default=PairingKind.GAME)
    key = models.CharField(max_length=12, blank=True)
    """Its node in a bracket (`W1.3`) or its group (`A`); `play-off` if it only decides a tie."""
    best_of = models.PositiveSmallIntegerField(default=1)
    starts_at = models.DateTimeField(null=True)
    """When it is played, if not with its round; the no-show limit counts from then."""
    time_changes = models.PositiveIntegerField(default=0, db_default=0)
    """How often that time has changed: the SEQUENCE of its calendar entry."""
    needed = models.BooleanField(default=True)
    """False for a second grand final made unnecessary by the first."""
    fixed = models.BooleanField(default=False)
    """Whether an organiser has fixed its sides despite the overriding of an earlier result."""
    forfeit = models.BooleanField(default=False)
    """Whether it was decided without a finished match: by absence, withdrawal or disqualification."""
    reason = models.CharField(max_length=40, blank=True)
    score = models.CharField(max_length=12, blank=True, default="", db_default="")
    """Score entered by staff with the result, by side: `2-1`."""
    boards = models.CharField(max_length=120, blank=True, default="", db_default="")
    """Half points by side on each board of a counted team match, from board 1: `2-0 1-1 0-2`."""
    through = models.PositiveSmallIntegerField(null=True)
    """The side that qualifies despite equal points, where a bracket needs one."""
    counted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["round", "board"], name="pairing_board_once"),
            models.CheckConstraint(name="pairing_kind_known", condition=Q(kind__in=PairingKind.values)),
            models.CheckConstraint(name="pairing_best_of_odd_or_even", condition=Q(best_of__gte=1, best_of__lte=99)),
        ]
        indexes = [
            models.Index(fields=["round"], name="pairing_open", condition=Q(counted_at__isnull=True)),
            models.Index(fields=["round", "key"], name="pairing_place", condition=~Q(key="")),
        ]

    def __str__(self) -> str:
        return self.key or f"board {self.board}"


class Side(models.Model):
    """A side of a pairing. `number` 0 takes seat 0 (Red, White, Admin …) of the first match.

    `entrant` is null while unknown, and stays null if `nobody` is set.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="sides")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, null=True, related_name="sides")
    nobody = models.BooleanField(default=False)
    halves = models.PositiveSmallIntegerField(null=True)
    """Half points made in the pairing, once counted."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="side_once"),
            models.UniqueConstraint(fields=["round", "entrant"], name="side_one_pairing_a_round"),
            models.CheckConstraint(name="side_of_nobody", condition=Q(nobody=False) | Q(entrant__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}/{self.number}"


class SeriesMatch(models.Model):
    """One match of a pairing. `first` is the number of the side that has seat 0 in it."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="series")
    number = models.PositiveSmallIntegerField(default=1)
    match = models.OneToOneField("matches.Match", on_delete=models.PROTECT, related_name="series_match")
    first = models.PositiveSmallIntegerField(default=0)
    halves = models.JSONField(null=True)
    """Half points by side, once counted."""
    counted_at = models.DateTimeField(null=True)
    notification_pending = models.BooleanField(default=False, db_default=False)
    """Whether its players have yet to be notified of its opening, which is done asynchronously."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="series_match_once"),
            models.CheckConstraint(
                name="series_match_counted_has_result", condition=Q(counted_at__isnull=True) | Q(halves__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["match"], name="series_match_uncounted", condition=Q(counted_at__isnull=True)),
            models.Index(fields=["id"], name="series_match_unnotified", condition=Q(notification_pending=True)),
        ]

    def __str__(self) -> str:
        return f"match {self.number} of pairing {self.pairing_id}"

    @property
    def was_played(self) -> bool:
        """Return whether a match was begun here or an external one was entered."""
        return self.match.started_at is not None or self.match.reason == ENTERED

    def by_side(self, by_seat: Sequence[int]) -> list[int]:
        """Return values by side from those by seat: side `first` has seat 0, and the others follow."""
        return [by_seat[(side - self.first) % len(by_seat)] for side in range(len(by_seat))]


class ResultOverride(UpdatableModel):
    """An override of a pairing's result. If reverted, the row is kept and the previous result counts again."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="overrides")
    before = models.JSONField()
    """Snapshots by pairing id: the pairing before the override, and later pairings that it undid."""
    after = models.JSONField()
    """{"halves": by side, "kept": ids of later pairings that were kept nevertheless}"""
    why = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"override of {self.pairing_id}"


class NoShow(models.Model):
    """A no-show counted by a policy. Warnings and bans follow from all that have not been cleared."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="no_shows")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="no_shows")
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, null=True, related_name="no_shows")
    """The missed pairing; null: missed check-in."""
    at = models.DateTimeField()
    cleared_at = models.DateTimeField(null=True)
    cleared_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    clear_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["player", "pairing"], name="no_show_once_a_pairing"),
            models.UniqueConstraint(
                fields=["player", "event"], name="no_show_once_at_check_in", condition=Q(pairing__isnull=True)
            ),
            models.CheckConstraint(
                name="no_show_cleared_at_and_by",
                condition=Q(cleared_at__isnull=True, cleared_by__isnull=True)
                | Q(cleared_at__isnull=False, cleared_by__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["player", "-at"], name="no_show_counts", condition=Q(cleared_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.player_id} in event {self.event_id}"
