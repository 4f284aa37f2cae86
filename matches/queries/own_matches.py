"""A player's own matches that are not over, most urgent first."""

from dataclasses import dataclass
from datetime import UTC, datetime

from matches.models import Match, Seat, Status

MAX_MATCHES = 200
_UNFINISHED = (Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW)
_LATEST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """An unfinished match of the player."""

    match_id: int
    game: str
    """Key of the game."""
    status: str
    """`open`, `playing`, `paused` or `review`."""
    seat: int
    """Your seat."""
    my_turn: bool
    """Whether you are to move."""
    ready: bool
    """Whether you are ready; a match starts when all players are."""
    players: tuple[str, ...]
    """By seat: username, kind of bot, or empty for an open seat."""
    deadline_at: datetime | None
    """When the next clock runs out; null while none runs."""


def list_own_matches(player_id: int) -> list[OwnMatch]:
    """Return the player's unfinished matches: first those in which they are to move, by deadline; at most 200."""
    own_ids = Seat.objects.filter(player=player_id, bot="", match__status__in=_UNFINISHED).order_by("-match_id")
    match_ids = own_ids.values_list("match_id", flat=True)[:MAX_MATCHES]
    matches = Match.objects.filter(pk__in=list(match_ids)).only("game", "status", "to_act", "deadline_at")
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=matches).select_related("player").order_by("number"):
        seats.setdefault(seat.match_id, []).append(seat)
    listed = [_build_match(match, seats[match.pk], player_id) for match in matches]
    return sorted(listed, key=lambda match: (not match.my_turn, match.deadline_at or _LATEST, -match.match_id))


def _build_match(match: Match, seats: list[Seat], player_id: int) -> OwnMatch:
    own = next(seat for seat in seats if seat.player_id == player_id and not seat.bot)
    return OwnMatch(
        match_id=match.pk,
        game=match.game,
        status=match.status,
        seat=own.number,
        my_turn=match.status == Status.PLAYING and own.number in match.to_act,
        ready=own.ready,
        players=tuple(seat.bot or (seat.player.username if seat.player else "") for seat in seats),
        deadline_at=match.deadline_at,
    )
