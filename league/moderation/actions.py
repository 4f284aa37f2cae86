"""Decisions about reported messages."""

from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from league.audit.actions import clean_reason, record
from league.moderation.queries import can_moderate, find_match_league
from matches.actions.chat import mark_message_removed
from matches.errors import ActionError
from matches.models import Message, Report, Seat


@transaction.atomic
def remove_message(*, message_id: int, by: int, why: str, at: datetime) -> None:
    """Hide a message from all users, for a reason that the audit log keeps."""
    league_id = _get_league_id(message_id, by)
    why = clean_reason(why, required=True)
    _record_decision("chat.removed", mark_message_removed(message_id, at=at), league_id, by=by, why=why, at=at)


@transaction.atomic
def dismiss_reports(*, message_id: int, by: int, why: str = "", at: datetime) -> None:
    """Dismiss the reports of a message, which stays visible."""
    league_id = _get_league_id(message_id, by)
    if not Report.objects.filter(message=message_id, settled_at=None).update(settled_at=at):
        return
    message = Message.objects.select_related("by").get(pk=message_id)
    _record_decision("chat.kept", message, league_id, by=by, why=why, at=at)


def _record_decision(action: str, message: Message, league_id: int | None, *, by: int, why: str, at: datetime) -> None:
    before = {"player": message.by.username, "room": message.room, "text": message.text}
    subject = "match", message.match_id
    record(by=by, action=action, subject=subject, league_id=league_id, before=before, why=why, at=at)


def _get_league_id(message_id: int, by: int) -> int | None:
    """Return the league of a message. Raises ActionError (not-found, own-match) unless the user may decide about it."""
    match_id = Message.objects.filter(pk=message_id).values_list("match", flat=True).first()
    league_id = None if match_id is None else find_match_league(match_id)
    if match_id is None or not can_moderate(by, league_id):
        raise ActionError("not-found", _("Message not found."))
    if Seat.objects.filter(match=match_id, player=by).exists():
        raise ActionError("own-match", _("You're playing in this match. Another moderator has to decide."))
    return league_id
