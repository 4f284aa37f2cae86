"""The chat of a season's draft: everybody reads it; franchises and organisers write."""

from datetime import datetime
from typing import Any

from engines.i18n import translate as _
from league.drafts.models import Draft, DraftMessage
from league.drafts.queries.drafts import can_direct, find_team_number
from matches.errors import ActionError
from matches.models import Mute
from matches.queries.chat import MAX_MESSAGES, OPEN_AFTER_END


def get_chat_topic(draft_id: int) -> str:
    """Return the topic that tells pages of new and removed messages."""
    return f"draft-chat.{draft_id}"


def get_chat(row: Draft, player_id: int | None, at: datetime) -> dict[str, Any]:
    """Return the newest messages in order, without those of muted players. Raises ActionError("no-chat").

    `why_not` is why the viewer can't write; `directing` is whether they can remove messages.
    """
    require_chat(row)
    muted = list(Mute.objects.filter(by=player_id).values_list("player", flat=True)) if player_id else []
    rows = DraftMessage.objects.filter(draft=row).exclude(by__in=muted).select_related("by").order_by("-n")
    return {
        "why_not": get_write_refusal(row, player_id, at),
        "directing": can_direct(row, player_id),
        "messages": [_build_message(message, player_id) for message in reversed(rows[:MAX_MESSAGES])],
    }


def require_chat(row: Draft) -> None:
    """Raise ActionError("no-chat") for a draft outside seasons: players of a match have the match's chat."""
    if row.season_id is None:
        raise ActionError("no-chat", _("Only drafts of seasons have a chat."))


def get_write_refusal(row: Draft, player_id: int | None, at: datetime) -> str:
    """Return why a player can't write; "" if they can."""
    if player_id is None:
        return _("Sign in to post.")
    if find_team_number(row.pk, player_id) is None and not can_direct(row, player_id):
        return _("Only owners of franchises and organisers can post here.")
    if row.finished_at is not None and at > row.finished_at + OPEN_AFTER_END:
        return _("The chat closed one day after the draft.")
    return ""


def _build_message(message: DraftMessage, player_id: int | None) -> dict[str, Any]:
    removed = message.removed_at is not None
    return {
        "n": message.n, "by": message.by.username, "name": str(message.by), "text": "" if removed else message.text,
        "at": message.at, "removed": removed, "mine": message.by_id == player_id,
    }  # fmt: skip
