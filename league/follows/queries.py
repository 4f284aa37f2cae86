"""The players that a player follows, and their live matches."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from league.follows.models import Follow
from matches.models import Mute, Seat, Status
from matches.queries.match_lists import ListedMatch, load_in_order
from matches.queries.spectator_delay import public_end_q, publicly_playing_q

MAX_LIVE = 8
MAX_RECENT = 20


@dataclass(frozen=True, slots=True)
class FollowedPlayer:
    """A followed player, with the public matches that are being played."""

    username: str
    name: str
    notifies: bool
    live: list[ListedMatch]

    @property
    def live_ids(self) -> list[int]:
        return [match.match_id for match in self.live]


def find_follow(by: int | None, player_id: int) -> Follow | None:
    """Return how the first player follows the second; None if not."""
    return Follow.objects.filter(by=by, player=player_id).first() if by is not None else None


def list_followed(by: int, at: datetime) -> list[FollowedPlayer]:
    """Return the players that a player follows, those with live matches first."""
    live: dict[int, list[ListedMatch]] = {}
    for match in list_followed_matches(by, at, limit=100):
        for seat in match.seats:
            if seat.player_id is not None:
                live.setdefault(seat.player_id, []).append(match)
    rows = Follow.objects.filter(by=by, player__is_active=True).select_related("player").order_by("player__username")
    players = [FollowedPlayer(row.player.username, str(row.player), row.notifies, live.get(row.player_id, [])) for row in rows]
    return sorted(players, key=lambda player: not player.live)


def list_followed_matches(by: int | None, at: datetime, *, limit: int = MAX_LIVE) -> list[ListedMatch]:
    """Return the public live matches of followed players, newest first. Players who muted the viewer are left out."""
    return [] if by is None else _load_newest(_seats_of_followed(by).filter(publicly_playing_q(at, "match__")), "match", limit)


def list_recent_matches(by: int, at: datetime, *, limit: int = MAX_RECENT) -> list[ListedMatch]:
    """Return the matches of followed players that ended last, newest first. Players who muted the viewer are left out."""
    ended = _seats_of_followed(by).filter(public_end_q(at, "match__"), match__status=Status.CLOSED)
    return _load_newest(ended, "match__closed_at", limit)


def _seats_of_followed(by: int) -> QuerySet[Seat]:
    muted = Mute.objects.filter(by=OuterRef("player"), player=by)
    return Seat.objects.filter(player__followers__by=by, match__learn=False).exclude(Exists(muted))


def _load_newest(seats: QuerySet[Seat], order: str, limit: int) -> list[ListedMatch]:
    """Return the matches of seats, the last ones in this order first."""
    rows = seats.order_by(f"-{order}").values_list("match", order).distinct()[:limit]
    return load_in_order(match_id for match_id, _ in rows)
