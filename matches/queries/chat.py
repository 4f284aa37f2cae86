"""What is said at a match, as one reader may read it, and the topics that tell a page of something new."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from engines.words import say
from matches.hot_path.statements import match_row
from matches.models import Match, Message, Mute, Status
from matches.moment import in_ms
from matches.queries.delayed import as_shown
from matches.queries.seating import Seating, seat_of, seating
from matches.refusals import Refused
from matches.spectators import PLAYERS, ROOMS, Reader, may_read, may_write, waits

MOST = 100
AFTERWARDS = timedelta(days=1)
"""How long people go on talking when a match is over."""
OVER = (Status.CLOSED, Status.VOID)


@dataclass(frozen=True, slots=True)
class Said:
    """A message. `n` counts within its room; of one that was removed there is no text."""

    n: int
    by: str
    name: str
    text: str
    at: int
    removed: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class RoomOf:
    """A room that the reader may read: why it cannot be written in, and a `topic`, empty where messages come late."""

    room: str
    topic: str
    why_not: str
    messages: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Chat:
    rooms: tuple[RoomOf, ...]
    muted: tuple[str, ...]
    """The usernames of those at this match whom the reader has muted."""


def chat(match_id: int, reader_id: int | None, at: datetime) -> Chat:
    """The rooms of a match for a player, or for a visitor (None), with the newest messages of each."""
    match = found(match_id)
    seats = seating(match)
    reader = reader_of(match, seats, reader_id, at)
    muted = dict(_muted(reader_id))
    rooms = [
        RoomOf(
            room,
            "" if waits(room, reader) and match.delay_ms else topic(match, seats, room),
            why_not(match, room, reader, reader_id, at),
            _said(match, room, reader, reader_id, frozenset(muted), at),
        )
        for room in ROOMS
        if may_read(room, match.game, reader)
    ]
    return Chat(tuple(rooms), tuple(sorted(muted.values())))


def found(match_id: int) -> Match:
    match = match_row(match_id)
    if match is None:
        raise Refused("not-found", say("There is no such match."))
    return match


def reader_of(match: Match, seats: Seating, player_id: int | None, at: datetime) -> Reader:
    """The player as the rules of chat know them. A spectator takes a match for over when its end may be told."""
    seated = seat_of(seats, player_id) is not None
    return Reader(seated, (match if seated else as_shown(match, at)[0]).status in OVER)


def why_not(match: Match, room: str, reader: Reader, player_id: int | None, at: datetime) -> str:
    """Why the reader cannot write in a room, empty where nothing is in the way."""
    if player_id is None:
        return say("Sign in to write.")
    if not may_write(room, reader):
        return say("Only the players write here.") if room == PLAYERS else say("Only those who watch write here.")
    if reader.over and match.closed_at is not None and at > match.closed_at + AFTERWARDS:
        return say("The chat closed a day after the match.")
    return ""


def readable(match: Match, room: str, reader: Reader, at: datetime) -> QuerySet[Message]:
    """The messages of a room that have reached the reader, removed ones among them. Ask `may_read` first."""
    rows = Message.objects.filter(match=match.pk, room=room)
    if waits(room, reader) and match.delay_ms:
        rows = rows.filter(at__lte=at - timedelta(milliseconds=match.delay_ms))
    return rows


def topic(match: Match, seats: Seating, room: str) -> str:
    """The name under which a room's news are pushed. Nobody guesses it, and it changes with those at the table:
    to know that something is said in a room is for those who may read it."""
    table = f"chat {match.pk} {room} {[seat.player_id for seat in seats]}"
    key = hmac.new(settings.SECRET_KEY.encode(), table.encode(), hashlib.sha256).hexdigest()
    return f"chat.{match.pk}.{key[:20]}"


def _said(
    match: Match, room: str, reader: Reader, reader_id: int | None, muted: frozenset[int], at: datetime
) -> tuple[Said, ...]:
    rows = readable(match, room, reader, at).exclude(by__in=muted).select_related("by").order_by("-n")[:MOST]
    return tuple(_one(row, reader_id) for row in reversed(rows))


def _one(row: Message, reader_id: int | None) -> Said:
    removed = row.removed_at is not None
    return Said(
        row.n, row.by.username, str(row.by), "" if removed else row.text, in_ms(row.at), removed, row.by_id == reader_id
    )


def _muted(reader_id: int | None) -> list[tuple[int, str]]:
    if reader_id is None:
        return []
    return list(Mute.objects.filter(by=reader_id).values_list("player_id", "player__username"))
