"""Webhooks and their deliveries as pages and doors show them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from engines.words import retell
from league.webhooks.event_types import kinds_of
from league.webhooks.models import Hook
from league.webhooks.queries.owners import hook_of

PAGE = 50


@dataclass(frozen=True, slots=True)
class HookLine:
    uid: UUID
    url: str
    kinds: tuple[str, ...]
    labels: tuple[str, ...]
    league: str | None
    """The slug of the league whose it is; None: the person's own."""
    league_name: str
    made_at: datetime
    on: bool
    off_why: str
    failures: int


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    uid: UUID
    kind: str
    made_at: datetime
    status: str
    words: str
    tries: int
    tried_at: datetime | None
    next_at: datetime | None
    code: int | None
    answer: str
    took_ms: int | None
    body: str


@dataclass(frozen=True, slots=True)
class HookPage:
    hook: HookLine
    deliveries: list[DeliveryLine]
    page: int
    more: bool


def hooks(*, player_id: int | None = None, league_id: int | None = None) -> list[HookLine]:
    """Those of a person, or of a league."""
    rows = Hook.objects.select_related("league").filter(player=player_id, league=league_id)
    return [_hook(one) for one in rows]


def hook_page(uid: UUID, by: int, *, page: int = 1) -> HookPage:
    """A webhook with its log, newest first; Refused where it is not theirs."""
    hook = hook_of(uid, by)
    first = (page - 1) * PAGE
    found = list(hook.deliveries.order_by("-made_at", "-pk")[first : first + PAGE + 1])
    lines = [
        DeliveryLine(
            one.uid, one.kind, one.made_at, one.status, str(one.get_status_display()), one.tries, one.tried_at,
            one.due_at, one.code, retell(one.answer), one.took_ms, one.body,
        )
        for one in found[:PAGE]
    ]  # fmt: skip
    return HookPage(_hook(hook), lines, page, len(found) > PAGE)


def _hook(one: Hook) -> HookLine:
    known = kinds_of(league=one.league_id is not None)
    return HookLine(
        one.uid, one.url, tuple(one.kinds), tuple(known.get(kind, kind) for kind in one.kinds),
        one.league.slug if one.league else None, one.league.name if one.league else "", one.made_at,
        one.off_at is None, retell(one.off_why), one.failures,
    )  # fmt: skip
