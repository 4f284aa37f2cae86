"""Declined challenges: the reasons that a player can choose, and what the challenger is told."""

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.urls import reverse

from engines import registry
from engines.i18n import StoredMessage, mark, to_stored, translate as _
from league.lobby.models import Challenge
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.people.models import Player
from matches.errors import ActionError

REASONS: Mapping[str, str] = {
    "not-now": mark("Not now"),
    "too-fast": mark("Too fast for me"),
    "too-slow": mark("Too slow for me"),
    "rated": mark("Rated matches only, please"),
    "casual": mark("Casual matches only, please"),
    "other-game": mark("Another game, please"),
}
"""The texts of the reasons. There is no free text, which would need moderating."""

register = template.Library()


@register.simple_tag
def decline_reasons() -> list[tuple[str, str]]:
    """Return the choices of a form that declines a challenge."""
    return [(key, _(text)) for key, text in REASONS.items()]


def check_reason(reason: str) -> None:
    """Raise ActionError("bad-reason") unless the reason is known or empty."""
    if reason and reason not in REASONS:
        raise ActionError("bad-reason", _("Choose one of the reasons: {reasons}.", reasons=", ".join(REASONS)), "reason")


def notify_declined(challenge: Challenge, *, by: int, reason: str, at: datetime) -> None:
    """Tell the challenger that the player `by` declined, with the reason if there is one."""
    match = challenge.match
    params: dict[str, StoredMessage] = {
        "player": str(Player.objects.get(pk=by)),
        "game": registry.get_or_missing(match.game, match.engine_version).name,
    }
    case = "declined" if challenge.again_id is None else "rematch"
    if reason:
        params, case = {**params, "reason": to_stored(_(REASONS[reason]))}, f"{case}-why"
    path = reverse("match", args=[match.pk])
    notice = NewNotification(challenge.challenger_id, f"declined.{match.pk}.{by}", params, path, case=case, subject=match.pk)
    notify([notice], kind=Kind.ASKED, at=at)
