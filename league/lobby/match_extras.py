"""Beside a match: the links that invite to it, and another match of the same players."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from engines import registry
from league.drafts.queries.drafts import draft_of_match
from league.events.models import SeriesMatch
from league.lobby.invitations import Link, links_of
from league.lobby.models import Challenge
from matches.models import Match, Preparation, Seat, Status


@dataclass(frozen=True, slots=True)
class LinkSeat:
    """A seat that is kept for a link; `link` is None where it was revoked or has expired."""

    number: int
    name: str
    link: Link | None


@dataclass(frozen=True, slots=True)
class Company:
    """`again` is the rematch's match, `state` ask, offered, asked, on or over; empty where there is none to ask for.
    `waiting` is the reader's own challenge that has not begun, `draft_id` the draw of Gamers before the start.
    """

    match_id: int
    seats: list[LinkSeat] = field(default_factory=list)
    waiting: bool = False
    state: str = ""
    again: int | None = None
    by: str = ""
    plays: bool = True
    draft_id: int | None = None
    draws_gamers: bool = False


def company(match_id: int, reader: int | None, at: datetime) -> Company:
    """What the reader, if a player of the match, is shown beside it. Anybody else sees only its draw of Gamers."""
    match = Match.objects.filter(pk=match_id).only("status", "game", "engine_version", "preparation").first()
    plays = reader is not None and Seat.objects.filter(match=match_id, player=reader, bot="").exists()
    if match is not None and match.status == Status.OPEN and match.preparation == Preparation.RUNNING:
        return Company(match_id, plays=plays, draft_id=draft_of_match(match_id))
    if match is None or not plays:
        return Company(match_id)
    if match.status == Status.OPEN:
        mine = Challenge.objects.filter(match=match, challenger=reader).exists()
        draws = match.preparation == Preparation.PLANNED
        return Company(match_id, _link_seats(match, at) if mine else [], waiting=mine, draws_gamers=draws)
    if match.status != Status.CLOSED or SeriesMatch.objects.filter(match=match_id).exists():
        return Company(match_id)
    return _rematch(match_id, reader)


def _link_seats(match: Match, at: datetime) -> list[LinkSeat]:
    found = {one.seat: one for one in links_of(match.pk, at)}
    free = Seat.objects.filter(match=match, by_link=True, player=None).order_by("number")
    names = registry.get(match.game, match.engine_version).seat_names
    return [LinkSeat(number, names[number], found.get(number)) for number in free.values_list("number", flat=True)]


def _rematch(match_id: int, reader: int | None) -> Company:
    rows = Challenge.objects.filter(again=match_id).exclude(match__status=Status.VOID)
    last = rows.select_related("match", "challenger").first()
    if last is None:
        return Company(match_id, state="ask")
    state = {Status.OPEN: "offered", Status.CLOSED: "over"}.get(Status(last.match.status), "on")
    if state == "offered" and Seat.objects.filter(match=last.match, player=reader, ready_at=None).exists():
        state = "asked"
    return Company(match_id, state=state, again=last.match_id, by=str(last.challenger))
