"""Webhooks that a player may see and change: their own, and those of leagues that they organise."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from engines.words import say
from league.leagues.queries.roles import may_organise
from league.webhooks.models import Delivery, Hook
from matches.refusals import Refused

PAGE = 50


@dataclass(frozen=True, slots=True)
class HookPage:
    hook: Hook
    deliveries: list[Delivery]
    page: int
    more: bool


def hook_of(uid: UUID, by: int, *, lock: bool = False) -> Hook:
    """Return a webhook. Raises Refused("not-found"), as if there were none, where it is not theirs."""
    rows = Hook.objects.select_related("league")
    hook = (rows.select_for_update(of=("self",)) if lock else rows).filter(uid=uid).first()
    if hook is None or not (hook.player_id == by if hook.league_id is None else may_organise(by, hook.league_id)):
        raise Refused("not-found", say("There is no such webhook."))
    return hook


def league_of_webhook(uid: UUID) -> int | None:
    """Return the league that a webhook belongs to; None for a person's."""
    return Hook.objects.filter(uid=uid).values_list("league", flat=True).first()


def hooks(*, player_id: int | None = None, league_id: int | None = None) -> QuerySet[Hook]:
    """Return those of a person, or of a league."""
    return Hook.objects.select_related("league").filter(player=player_id, league=league_id)


def hook_page(uid: UUID, by: int, *, page: int = 1) -> HookPage:
    """Return a webhook with its log, newest first; Refused where it is not theirs."""
    hook = hook_of(uid, by)
    first = (page - 1) * PAGE
    found = list(hook.deliveries.order_by("-made_at", "-pk")[first : first + PAGE + 1])
    return HookPage(hook, found[:PAGE], page, len(found) > PAGE)
