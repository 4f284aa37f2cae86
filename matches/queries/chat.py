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

from engines import registry
from engines.contract import Json
from engines.i18n import translate as _
from matches.models import Match, Message, Mute, Status
from matches.queries.seats import Seats, find_seat, get_match, get_seats
from matches.queries.spectator_delay import visible_match
from matches.server_time import to_ms

OPEN_GAMES = frozenset(key for key in registry.keys() if registry.get(key).is_open)  # noqa: SIM118
PLAYERS, SPECTATORS = ROOMS = ("players", "spectators")
MAX_MESSAGES = 100
OPEN_AFTER_END = timedelta(days=1)
"""How long players can chat after a match."""
OVER = (Status.CLOSED, Status.VOID)


class ChatViewer(NamedTuple):
    """A reader of a match's chat. `over` is what the reader knows: with a delay, spectators learn of the end later."""

    seated: bool
    over: bool


def can_read(room: str, game: str, viewer: ChatViewer) -> bool:
    """Return whether the reader may know about messages in a room."""
    if viewer.over:
        return True
    if room == SPECTATORS:
        return not viewer.seated
    return viewer.seated or game in OPEN_GAMES


def can_write(room: str, viewer: ChatViewer) -> bool:
    """Return whether the reader may write in a room: players in their own, everybody else in the other."""
    return (room == PLAYERS) == viewer.seated


def is_delayed(room: str, viewer: ChatViewer) -> bool:
    """Return whether messages of a room reach the reader with the spectator delay."""
    return room == PLAYERS and not viewer.seated and not viewer.over


def get_chat(match_id: int, player_id: int | None, at: datetime) -> dict[str, Any]:
    """Return the rooms that a player, or a visitor (None), may read, with the newest messages of each.

    A room's why_not is why the viewer cannot write there; its topic is empty if messages are delayed. `muted` are the
    usernames of players whom the viewer has muted.
    """
    match = get_match(match_id)
    seats = get_seats(match)
    viewer = get_viewer(match, seats, player_id, at)
    muted = dict(Mute.objects.filter(by=player_id).values_list("player_id", "player__username")) if player_id else {}
    rooms = [
        {
            "room": room,
            "topic": "" if is_delayed(room, viewer) and match.delay_ms else get_chat_topic(match, seats, room),
            "why_not": get_write_refusal(match, room, viewer, player_id, at),
            "messages": _list_newest(list_messages(match, room, viewer, at).exclude(by__in=muted), player_id),
        }
        for room in ROOMS
        if can_read(room, match.game, viewer)
    ]
    return {"rooms": rooms, "muted": sorted(muted.values())}


def get_viewer(match: Match, seats: Seats, player_id: int | None, at: datetime) -> ChatViewer:
    """Return the player's role in the chat. For a spectator, a match is over when its end is public."""
    seated = find_seat(seats, player_id) is not None
    return ChatViewer(seated, (match if seated else visible_match(match, at)[0]).status in OVER)


def get_write_refusal(match: Match, room: str, viewer: ChatViewer, player_id: int | None, at: datetime) -> str:
    """Return why the reader cannot write in a room; "" if the reader can."""
    if player_id is None:
        return _("Sign in to post.")
    if not can_write(room, viewer):
        return _("Only players can post here.") if room == PLAYERS else _("Only spectators can post here.")
    if viewer.over and match.closed_at is not None and at > match.closed_at + OPEN_AFTER_END:
        return _("The chat closed one day after the match.")
    return ""


def list_messages(match: Match, room: str, viewer: ChatViewer, at: datetime) -> QuerySet[Message]:
    """Return the messages of a room that have reached the reader, including removed ones. Check `can_read` first."""
    rows = Message.objects.filter(match=match.pk, room=room)
    if is_delayed(room, viewer) and match.delay_ms:
        rows = rows.filter(at__lte=at - timedelta(milliseconds=match.delay_ms))
    return rows


def get_chat_topic(match: Match, seats: Seats, room: str) -> str:
    """Return the topic that notifies readers of a room.

    It is unguessable and changes with the players, because only readers of a room may know that something is written
    there.
    """
    text = f"chat {match.pk} {room} {[seat.player_id for seat in seats]}"
    key = hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()
    return f"chat.{match.pk}.{key[:20]}"


def _list_newest(rows: QuerySet[Message], player_id: int | None) -> list[dict[str, Json]]:
    """Return the newest messages in order, removed ones without text."""
    return [
        {
            "n": row.n,
            "by": row.by.username,
            "name": str(row.by),
            "text": "" if row.removed_at else row.text,
            "at": to_ms(row.at),
            "removed": row.removed_at is not None,
            "mine": row.by_id == player_id,
        }
        for row in reversed(rows.select_related("by").order_by("-n")[:MAX_MESSAGES])
    ]
