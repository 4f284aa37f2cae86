"""Decisions about reported messages."""

from datetime import datetime

from django.db import transaction

from engines.words import say
from league.audit.actions import reason, record
from league.moderation.queries import league_of, may_moderate
from matches.actions.chat import remove
from matches.models import Message, Report, Seat
from matches.refusals import Refused


@transaction.atomic
def remove_message(*, message_id: int, by: int, why: str, at: datetime) -> None:
    """Hide a message from all users, for a reason that the audit log keeps."""
    league_id = _league(message_id, by)
    why = reason(why, needed=True)
    _record("chat.removed", remove(message_id, at=at), league_id, by=by, why=why, at=at)


@transaction.atomic
def dismiss(*, message_id: int, by: int, why: str = "", at: datetime) -> None:
    """Dismiss the reports of a message, which stays visible."""
    league_id = _league(message_id, by)
    if not Report.objects.filter(message=message_id, settled_at=None).update(settled_at=at):
        return
    message = Message.objects.select_related("by").get(pk=message_id)
    _record("chat.kept", message, league_id, by=by, why=why, at=at)


def _record(act: str, message: Message, league_id: int | None, *, by: int, why: str, at: datetime) -> None:
    before = {"player": message.by.username, "room": message.room, "text": message.text}
    subject = "match", message.match_id
    record(by=by, act=act, subject=subject, league_id=league_id, before=before, why=why, at=at)


def _league(message_id: int, by: int) -> int | None:
    """Return the league of a message. Raises Refused (not-found, own-match) unless the user may decide about it."""
    match_id = Message.objects.filter(pk=message_id).values_list("match", flat=True).first()
    league_id = None if match_id is None else league_of(match_id)
    if match_id is None or not may_moderate(by, league_id):
        raise Refused("not-found", say("Message not found."))
    if Seat.objects.filter(match=match_id, player=by).exists():
        raise Refused("own-match", say("You're playing in this match. Another moderator has to decide."))
    return league_id
