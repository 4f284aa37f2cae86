"""Chat messages of a match, mutes, and reports of messages."""

import unicodedata
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Max

from engines.i18n import mark, translate as _
from matches.errors import ActionError
from matches.models import Match, Message, Mute
from matches.pubsub import publish_on_commit
from matches.queries.chat import (
    ROOMS,
    SPECTATORS,
    can_read,
    can_write,
    get_chat_topic,
    get_viewer,
    get_write_refusal,
    list_messages,
)
from matches.queries.seats import get_match, get_seats
from matches.rate_limits import find_exceeded

MAX_LENGTH, MAX_REASON_LENGTH, MAX_MUTED = 300, 200, 200


@transaction.atomic
def post_message(*, match_id: int, player_id: int, room: str, text: str, at: datetime) -> int:
    """Post a message in a room of the match and return its number there.

    Locks the writer's row, then the match's row for the number, always in this order.
    """
    text = clean_message(text)
    if room not in ROOMS:
        raise ActionError("bad-room", _("`room` must be `players` or `spectators`."), "room")
    writer = lock_player(player_id)
    match = get_match(match_id, "FOR NO KEY UPDATE")
    seats = get_seats(match)
    if match.learn:
        raise ActionError("no-chat", _("Tutorials have no chat."))
    viewer = get_viewer(match, seats, player_id, at)
    reason = get_write_refusal(match, room, viewer, player_id, at)
    if reason:
        raise ActionError("chat-closed" if can_write(room, viewer) else "not-allowed", reason, "room")
    if room == SPECTATORS and writer.is_guest:
        raise ActionError("account-needed", _("Create an account to post in the spectator chat."))
    if find_exceeded([("chat_burst", str(player_id)), ("chat", str(player_id))]):
        raise ActionError("too-many", _("You're sending messages too fast. Wait a moment and try again."), "text")
    n = (Message.objects.filter(match=match_id, room=room).aggregate(last=Max("n"))["last"] or 0) + 1
    Message.objects.create(match_id=match_id, room=room, n=n, by_id=player_id, text=text, at=at)
    publish_on_commit(get_chat_topic(match, seats, room))
    return n


@transaction.atomic
def mute_player(*, player_id: int, username: str, muted: bool) -> None:
    """Hide the messages of `username` from the player in all matches, or show them again. Idempotent."""
    other_id = get_user_model().objects.filter(username__iexact=username).values_list("pk", flat=True).first()
    if other_id is None:
        raise ActionError("unknown-player", _("Player not found."), "player")
    if other_id == player_id:
        raise ActionError("yourself", _("You can't mute yourself."), "player")
    if not muted:
        Mute.objects.filter(by=player_id, player=other_id).delete()
        return
    lock_player(player_id)
    mutes = Mute.objects.filter(by=player_id)
    if mutes.count() >= MAX_MUTED and not mutes.filter(player=other_id).exists():
        raise ActionError(
            "limit-reached", _("You've reached the limit of {most} muted players. Unmute one first.", most=MAX_MUTED)
        )
    Mute.objects.get_or_create(by_id=player_id, player_id=other_id)


@transaction.atomic
def report_message(*, match_id: int, player_id: int, room: str, n: int, why: str, at: datetime) -> int:
    """Report a message that the player can read to the staff; return the report's id, the same one if repeated."""
    lock_player(player_id)
    return create_report(_get_readable_message(match_id, player_id, room, n, at), player_id=player_id, why=why, at=at)


def create_report(message: Any, *, player_id: int, why: str, at: datetime) -> int:
    """Report a message of any chat, by its `reports`; return the report's id, the same one if repeated.

    Call it with the player's row locked. Codes: bad-why, yourself, too-many.
    """
    why = _clean_line(why, MAX_REASON_LENGTH, "why", mark("The reason must be 1 to {most} characters long."))
    if message.by_id == player_id:
        raise ActionError("yourself", _("This is your own message."))
    earlier = message.reports.filter(by=player_id).first()
    if earlier is not None:
        return int(earlier.pk)
    if exceeded := find_exceeded([("chat_reports", str(player_id))]):
        limit = exceeded.limit
        text = _("You've reached the limit of {most} reports per hour. A moderator will review them.", most=limit)
        raise ActionError("too-many", text)
    return int(message.reports.create(by_id=player_id, why=why, at=at).pk)


def mark_message_removed(message_id: int, *, at: datetime) -> Message:
    """Remove a message within the caller's transaction and return its row. The caller has checked the permission."""
    message = Message.objects.select_for_update(of=("self",)).select_related("match", "by").get(pk=message_id)
    if message.removed_at is None:
        message.removed_at = at
        message.save(update_fields=["removed_at"])
    settle_reports(message, at=at)
    publish_on_commit(get_chat_topic(message.match, get_seats(message.match), message.room))
    return message


def settle_reports(message: Any, *, at: datetime) -> int:
    """Close the open reports of a message of any chat and return their number."""
    return int(message.reports.filter(settled_at=None).update(settled_at=at))


def _get_readable_message(match_id: int, player_id: int, room: str, n: int, at: datetime) -> Message:
    match = Match.objects.filter(pk=match_id).first()
    message = None
    if match is not None and room in ROOMS:
        viewer = get_viewer(match, get_seats(match), player_id, at)
        if can_read(room, match.game, viewer):
            message = list_messages(match, room, viewer, at).filter(n=n).first()
    if message is None:
        raise ActionError("not-found", _("Message not found."))
    return message


def lock_player(player_id: int) -> Any:
    """Return the player's row, locked."""
    return get_user_model().objects.select_for_update(no_key=True).get(pk=player_id)


def clean_message(text: object) -> str:
    """Return the text of a message as one line. Raises ActionError("bad-text") if it is not valid."""
    return _clean_line(text, MAX_LENGTH, "text", mark("Messages must be 1 to {most} characters long."))


def _clean_line(text: object, max_length: int, field: str, error_text: str) -> str:
    """Return the text as one line of printable characters. Raises ActionError with `error_text` if it is not valid."""
    line = " ".join(text.split()) if isinstance(text, str) else ""
    if not 1 <= len(line) <= max_length:
        raise ActionError(f"bad-{field}", _(error_text, most=max_length), field)
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in line):
        raise ActionError(f"bad-{field}", _("Use visible characters only."), field)
    return line
