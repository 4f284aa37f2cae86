"""Whose webhooks somebody may see and change: their own, and those of leagues that they organise."""

from __future__ import annotations

from uuid import UUID

from engines.words import say
from league.leagues.queries.roles import may_organise
from league.webhooks.models import Hook
from matches.refusals import Refused


def _nothing() -> Refused:
    return Refused("not-found", say("There is no such webhook."))


def hook_of(uid: UUID, by: int) -> Hook:
    """Refused as if there were none where it is not theirs."""
    return _theirs(Hook.objects.select_related("league").filter(uid=uid).first(), by)


def locked_hook(uid: UUID, by: int) -> Hook:
    """The same, locked."""
    return _theirs(Hook.objects.select_for_update(of=("self",)).select_related("league").filter(uid=uid).first(), by)


def _theirs(hook: Hook | None, by: int) -> Hook:
    if hook is None:
        raise _nothing()
    if hook.league_id is None and hook.player_id == by:
        return hook
    if hook.league_id is not None and may_organise(by, hook.league_id):
        return hook
    raise _nothing()


def league_of_webhook(uid: UUID) -> int | None:
    """The league that a webhook belongs to; None for a person's."""
    return Hook.objects.filter(uid=uid).values_list("league", flat=True).first()
