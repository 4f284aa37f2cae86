"""Decisions about reported messages. `kind` is one of `queries.KINDS`."""

from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from league.audit.actions import clean_reason, record
from league.drafts.actions.chat import mark_message_removed as mark_draft_message_removed
from league.drafts.models import DraftMessage
from league.moderation.queries import DRAFT, MATCH, can_moderate, find_league, is_involved
from matches.actions.chat import mark_message_removed, settle_reports
from matches.errors import ActionError
from matches.models import Message


@transaction.atomic
def remove_message(*, message_id: int, by: int, why: str, kind: str = MATCH, at: datetime) -> None:
    """Hide a message from all users, for a reason that the audit log keeps."""
    message, league_id = _get_message(kind, message_id, by)
    why = clean_reason(why, required=True)
    if isinstance(message, DraftMessage):
        mark_draft_message_removed(message_id, at=at)
        _record_decision("draft.message-removed", message, league_id, by=by, why=why, at=at)
    else:
        mark_message_removed(message_id, at=at)
        _record_decision("chat.removed", message, league_id, by=by, why=why, at=at)


@transaction.atomic
def dismiss_reports(*, message_id: int, by: int, why: str = "", kind: str = MATCH, at: datetime) -> None:
    """Dismiss the reports of a message, which stays visible."""
    message, league_id = _get_message(kind, message_id, by)
    if settle_reports(message, at=at):
        _record_decision("chat.kept", message, league_id, by=by, why=why, at=at)


def _record_decision(
    action: str, message: Message | DraftMessage, league_id: int | None, *, by: int, why: str, at: datetime
) -> None:
    before = {"player": message.by.username, "text": message.text}
    if isinstance(message, DraftMessage):
        subject = "season", message.draft.season_id or 0
        before["draft"] = message.draft.name
    else:
        subject = "match", message.match_id
        before["room"] = message.room
    record(by=by, action=action, subject=subject, league_id=league_id, before=before, why=why, at=at)


def _get_message(kind: str, message_id: int, by: int) -> tuple[Message | DraftMessage, int | None]:
    """Return a message and its league. Raises ActionError (not-found, own-match, own-draft) unless the user may decide."""
    model: type[Message | DraftMessage] = DraftMessage if kind == DRAFT else Message
    message = model._default_manager.select_related("by").filter(pk=message_id).first()
    league_id = None if message is None else find_league(message)
    if message is None or not can_moderate(by, league_id):
        raise ActionError("not-found", _("Message not found."))
    if is_involved(message, by):
        if kind == DRAFT:
            raise ActionError("own-draft", _("You're taking part in this draft. Another moderator has to decide."))
        raise ActionError("own-match", _("You're playing in this match. Another moderator has to decide."))
    return message, league_id
