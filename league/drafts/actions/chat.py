"""Write, report and remove chat messages of a season's draft."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from engines.i18n import translate as _
from league.drafts.actions.draft_session import lock_directed_season, lock_draft
from league.drafts.models import DraftMessage
from league.drafts.queries.chat import get_chat_topic, get_write_refusal, require_chat
from league.drafts.queries.drafts import get_draft
from league.seasons.actions.common import log_action
from matches.actions.chat import clean_message, create_report, lock_player, settle_reports
from matches.errors import ActionError, get_or_refuse
from matches.pubsub import publish_on_commit
from matches.rate_limits import find_exceeded


@transaction.atomic
def post_message(*, draft_id: int, by: int, text: str, at: datetime) -> int:
    """Post a message and return its number. Locks the draft for the number.

    Codes: not-found, bad-text, no-chat, not-allowed, too-many.
    """
    text, row = clean_message(text), get_draft(draft_id)
    require_chat(row)
    if reason := get_write_refusal(row, by, at):
        raise ActionError("not-allowed", reason)
    if find_exceeded([("chat_burst", str(by)), ("chat", str(by))]):
        raise ActionError("too-many", _("You're sending messages too fast. Wait a moment and try again."), "text")
    lock_draft(draft_id)
    n = (DraftMessage.objects.filter(draft=draft_id).aggregate(last=Max("n"))["last"] or 0) + 1
    DraftMessage.objects.create(draft_id=draft_id, n=n, by_id=by, text=text, at=at)
    publish_on_commit(get_chat_topic(draft_id))
    return n


@transaction.atomic
def report_message(*, draft_id: int, n: int, by: int, why: str, at: datetime) -> int:
    """Report a message to the staff; return the report's id, the same one if repeated.

    Codes: not-found, no-chat, bad-why, yourself, too-many.
    """
    require_chat(get_draft(draft_id))
    lock_player(by)
    message = DraftMessage.objects.filter(draft=draft_id, n=n).first()
    message = get_or_refuse(message, "not-found", _("Message not found."))
    return create_report(message, player_id=by, why=why, at=at)


@transaction.atomic
def remove_message(*, draft_id: int, n: int, by: int, at: datetime) -> None:
    """Hide a message from all users, as an organiser; the audit log keeps its text. Idempotent."""
    row = get_draft(draft_id)
    season = lock_directed_season(row, by, _("Only organisers can remove messages."))
    rows = DraftMessage.objects.select_for_update(of=("self",)).select_related("by").filter(draft=draft_id, n=n)
    message = get_or_refuse(rows.first(), "not-found", _("Message not found."))
    if season is None or message.removed_at is not None:
        return
    before = {"draft": row.name, "player": message.by.username, "text": message.text}
    mark_message_removed(message.pk, at=at)
    log_action(season, "draft.message-removed", by=by, before=before, at=at)


def mark_message_removed(message_id: int, *, at: datetime) -> None:
    """Remove a message within the caller's transaction. The caller has checked the permission."""
    message = DraftMessage.objects.select_for_update().get(pk=message_id)
    if message.removed_at is None:
        message.removed_at = at
        message.save(update_fields=["removed_at"])
    settle_reports(message, at=at)
    publish_on_commit(get_chat_topic(message.draft_id))
