"""Teams of an event with their rosters, line-ups, boards, and calls for alternates."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from league.events.models import Entrant, Event, Pairing
from league.events.models.event import UpdatableModel

MAX_NAME_LENGTH = 40


class Team(UpdatableModel):
    """The team behind an entrant, whose player is the captain."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rosters")
    entrant = models.OneToOneField(Entrant, on_delete=models.CASCADE, related_name="team")
    name = models.CharField(max_length=MAX_NAME_LENGTH)

    class Meta:
        constraints = [models.UniqueConstraint("event", Lower("name"), name="team_name_once")]

    def __str__(self) -> str:
        return self.name


class TeamMember(UpdatableModel):
    """A player on a roster, in board order. Who has only been invited can't be fielded."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="team_memberships")
    order = models.PositiveSmallIntegerField()
    """Place in the board order, 1 is the top board."""
    alternate = models.BooleanField(default=False)
    """Whether the player plays only when another one can't."""
    invited_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["alternate", "order", "pk"]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="team_member_once_an_event")]

    def __str__(self) -> str:
        return f"{self.player_id} of team {self.team_id}"


class TeamMatch(UpdatableModel):
    """A pairing of two teams whose boards are being filled or played."""

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="team_match")
    home = models.PositiveSmallIntegerField(default=0)
    """The side whose players move first on the odd boards."""
    lineups_by = models.DateTimeField()
    """The deadline of both line-ups. Until then, a line-up is visible only to its own team."""
    closed_at = models.DateTimeField(null=True)
    """When the boards were created from the line-ups."""
    changed = models.BooleanField(default=False)
    """Whether a board has changed since the score was last computed."""

    class Meta:
        constraints = [models.CheckConstraint(name="team_match_home_is_a_side", condition=Q(home__lte=1))]
        indexes = [
            models.Index(fields=["lineups_by"], name="team_match_lineups_due", condition=Q(closed_at__isnull=True)),
            models.Index(fields=["id"], name="team_match_changed", condition=Q(changed=True)),
        ]

    def __str__(self) -> str:
        return f"team match of pairing {self.pairing_id}"


class TeamLineup(UpdatableModel):
    """The players that a captain has named for a match, from board 1."""

    match = models.ForeignKey(TeamMatch, on_delete=models.CASCADE, related_name="lineups")
    side = models.PositiveSmallIntegerField()
    members = models.JSONField(default=list)
    """Ids of members by board; null for a board left empty."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="team_lineup_once"),
            models.CheckConstraint(name="team_lineup_of_a_side", condition=Q(side__lte=1)),
        ]

    def __str__(self) -> str:
        return f"line-up of side {self.side} in {self.match_id}"


class TeamBoard(UpdatableModel):
    """A board of a team match. `first` and `second` are the members of sides 0 and 1, null if it is not filled."""

    match = models.ForeignKey(TeamMatch, on_delete=models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    first = models.ForeignKey(TeamMember, on_delete=models.PROTECT, null=True, related_name="+")
    second = models.ForeignKey(TeamMember, on_delete=models.PROTECT, null=True, related_name="+")
    pairing = models.OneToOneField(Pairing, on_delete=models.SET_NULL, null=True, related_name="team_board")
    """The pairing of the players, or the bye of one without an opponent, in the event of the boards."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="team_board_once")]

    def __str__(self) -> str:
        return f"board {self.number} of {self.match_id}"


class AlternateCall(UpdatableModel):
    """A search for an alternate on one side of a board. Members are asked in board order; the first to accept plays."""

    board = models.ForeignKey(TeamBoard, on_delete=models.CASCADE, related_name="calls")
    side = models.PositiveSmallIntegerField()
    absent = models.ForeignKey(TeamMember, on_delete=models.PROTECT, related_name="+")
    asked = models.JSONField(default=list)
    """Ids of the members asked so far, in order. Who was asked earlier may still accept."""
    declined = models.JSONField(default=list)
    next_at = models.DateTimeField(null=True)
    """When the next one is asked, or the search ends; null once it has ended."""
    until = models.DateTimeField()
    """Until when an alternate may accept."""
    accepted = models.ForeignKey(TeamMember, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["board", "side"], name="alternate_call_once"),
            models.CheckConstraint(name="alternate_call_of_a_side", condition=Q(side__lte=1)),
            models.CheckConstraint(
                name="alternate_call_ended_if_accepted", condition=Q(accepted__isnull=True) | Q(next_at__isnull=True)
            ),
        ]
        indexes = [models.Index(fields=["next_at"], name="alternate_call_due", condition=Q(next_at__isnull=False))]

    def __str__(self) -> str:
        return f"call for board {self.board_id}"
