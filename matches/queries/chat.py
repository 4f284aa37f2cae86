"""Chat as one reader may read it, and the topics that notify pages of new messages.

A match has a room for players and one for spectators. During the match, players cannot read the spectators' room. In
games with hidden information, spectators cannot read the players' room either: a player could reveal secrets to a
friend of the opponent there. After the match, everybody reads both.
"""

import hashlib
import hmac
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet

from engines.contract import Json
from engines.words import say
from matches.models import Match, Message, Mute, Status
from matches.moment import in_ms
from matches.queries.seating import Seating, get_match, seat_of, seating
from matches.queries.spectator_delay import as_shown

OPEN_GAMES = frozenset({"order-and-chaos"})
"""Games without hidden information."""
PLAYERS, SPECTATORS = ROOMS = ("players", "spectators")
MOST = 100
AFTERWARDS = timedelta(days=1)
"""How long players can chat after a match."""
OVER = (Status.CLOSED, Status.VOID)


class Reader(NamedTuple):
    """A reader of a match's chat. `over` is what the reader knows: with a delay, spectators learn of the end later."""

    seated: bool
    over: bool


def may_read(room: str, game: str, reader: Reader) -> bool:
    """Return whether the reader may know about messages in a room."""
    if reader.over:
        return True
    if room == SPECTATORS:
        return not reader.seated
    return reader.seated or game in OPEN_GAMES


def may_write(room: str, reader: Reader) -> bool:
    """Return whether the reader may write in a room: players in their own, everybody else in the other."""
    return (room == PLAYERS) == reader.seated


def waits(room: str, reader: Reader) -> bool:
    """Return whether messages of a room reach the reader with the spectator delay."""
    return room == PLAYERS and not reader.seated and not reader.over


def chat(match_id: int, reader_id: int | None, at: datetime) -> dict[str, Any]:
    """Return the rooms that a player, or a visitor (None), may read, with the newest messages of each.

    A room's why_not is why the viewer cannot write there; its topic is empty if messages are delayed. `muted` are the
    usernames of players whom the viewer has muted.
    """
    match = get_match(match_id)
    seats = seating(match)
    reader = reader_of(match, seats, reader_id, at)
    muted = dict(Mute.objects.filter(by=reader_id).values_list("player_id", "player__username")) if reader_id else {}
    rooms = [
        {
            "room": room,
            "topic": "" if waits(room, reader) and match.delay_ms else topic(match, seats, room),
            "why_not": why_not(match, room, reader, reader_id, at),
            "messages": _newest(readable(match, room, reader, at).exclude(by__in=muted), reader_id),
        }
        for room in ROOMS
        if may_read(room, match.game, reader)
    ]
    return {"rooms": rooms, "muted": sorted(muted.values())}


def reader_of(match: Match, seats: Seating, player_id: int | None, at: datetime) -> Reader:
    """Return the player's role in the chat. For a spectator, a match is over when its end is public."""
    seated = seat_of(seats, player_id) is not None
    return Reader(seated, (match if seated else as_shown(match, at)[0]).status in OVER)


def why_not(match: Match, room: str, reader: Reader, player_id: int | None, at: datetime) -> str:
    """Return why the reader cannot write in a room; "" if the reader can."""
    if player_id is None:
        return say("Sign in to post.")
    if not may_write(room, reader):
        return say("Only players can post here.") if room == PLAYERS else say("Only spectators can post here.")
    if reader.over and match.closed_at is not None and at > match.closed_at + AFTERWARDS:
        return say("The chat closed one day after the match.")
    return ""


def readable(match: Match, room: str, reader: Reader, at: datetime) -> QuerySet[Message]:
    """Return the messages of a room that have reached the reader, including removed ones. Check `may_read` first."""
    rows = Message.objects.filter(match=match.pk, room=room)
    if waits(room, reader) and match.delay_ms:
        rows = rows.filter(at__lte=at - timedelta(milliseconds=match.delay_ms))
    return rows


def topic(match: Match, seats: Seating, room: str) -> str:
    """Return the topic that notifies readers of a room.

    It is unguessable and changes with the players, because only readers of a room may know that something is written
    there.
    """
    table = f"chat {match.pk} {room} {[seat.player_id for seat in seats]}"
    key = hmac.new(settings.SECRET_KEY.encode(), table.encode(), hashlib.sha256).hexdigest()
    return f"chat.{match.pk}.{key[:20]}"


def _newest(rows: QuerySet[Message], reader_id: int | None) -> list[dict[str, Json]]:
    """Return the newest messages in order, removed ones without text."""
    return [
        {
            "n": row.n,
            "by": row.by.username,
            "name": str(row.by),
            "text": "" if row.removed_at else row.text,
            "at": in_ms(row.at),
            "removed": row.removed_at is not None,
            "mine": row.by_id == reader_id,
        }
        for row in reversed(rows.select_related("by").order_by("-n")[:MOST])
    ]
