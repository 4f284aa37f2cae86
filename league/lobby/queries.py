"""The lobby: seats that wait, invitations, and one's own challenges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from league.lobby.models import Challenge
from league.times import control_text
from matches.models import Status
from matches.queries.listing import Listed, ListedSeat, listed, waiting


@dataclass(frozen=True, slots=True)
class Offered:
    """An open match as the lobby lists it for one reader."""

    match: Listed
    rated: bool
    challenge: bool
    mine: bool
    invited: bool
    """Whether it waits for the reader alone."""

    @property
    def time(self) -> str:
        return control_text(self.match.turn_ms, self.match.reserve_ms)

    @property
    def seat(self) -> ListedSeat:
        """The seat that waits."""
        return next((seat for seat in self.match.seats if seat.open), self.match.seats[-1])

    @property
    def other(self) -> ListedSeat:
        """Who sits at the match already."""
        return next((seat for seat in self.match.seats if not seat.open), self.match.seats[0])


@dataclass(frozen=True, slots=True)
class Lobby:
    open: list[Offered]
    mine: list[Offered]
    invitations: list[Offered]


def lobby(reader: int | None, limit: int = 30) -> Lobby:
    """What waits for anyone, for the reader, and because of the reader."""
    free = waiting(limit)
    own = _challenges(reader)
    rows = {row.match_id: row for row in Challenge.objects.filter(match__in=[one.match_id for one in free])}
    matches = {one.match_id: one for one in free} | listed(set(own) - {one.match_id for one in free})
    rows |= own
    shown = [_offered(match, rows.get(match.match_id), reader) for match in matches.values()]
    return Lobby(
        open=[one for one in shown if one.seat.open and not one.mine],
        mine=[one for one in shown if one.mine],
        invitations=[one for one in shown if one.invited],
    )


def seat_to_take() -> Offered | None:
    """The seat that has waited longest, for the first page."""
    for match in waiting(1):
        row = Challenge.objects.filter(match=match.match_id).first()
        return _offered(match, row, None)
    return None


def _challenges(reader: int | None) -> dict[int, Challenge]:
    if reader is None:
        return {}
    rows: Iterable[Challenge] = Challenge.objects.filter(
        Q(challenger=reader) | Q(invited=reader), match__status=Status.OPEN
    ).order_by("match")
    return {row.match_id: row for row in rows}


def _offered(match: Listed, row: Challenge | None, reader: int | None) -> Offered:
    mine = reader is not None and any(seat.player_id == reader for seat in match.seats)
    invited = row is not None and row.invited_id is not None and row.invited_id == reader
    return Offered(match, bool(row and row.rated), row is not None, mine and not invited, invited)
