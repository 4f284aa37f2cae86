"""Which drafts there are."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from engines.words import told
from league.drafts.formats.registry import kind_of
from league.drafts.models import Draft, DraftStatus
from league.drafts.rules.plans import name_of


@dataclass(frozen=True, slots=True)
class DraftLine:
    draft_id: int
    name: str
    kind: str
    kind_name: str
    status: str
    status_name: str


def drafts_of(season_id: int) -> list[DraftLine]:
    """Of a season, the newest first."""
    return _lines(Draft.objects.filter(season=season_id))


def mocks_of(player_id: int) -> list[DraftLine]:
    return _lines(Draft.objects.mock().filter(host=player_id))[:20]


def draft_of_match(match_id: int) -> int | None:
    """The draft in which a match's players draw their Gamers."""
    return Draft.objects.filter(match=match_id).values_list("pk", flat=True).first()


def _lines(rows: QuerySet[Draft]) -> list[DraftLine]:
    columns = rows.order_by("-pk").values_list("pk", "name", "kind", "status")
    return [
        DraftLine(pk, name_of(name), kind, told(kind_of(kind).name), status, str(DraftStatus(status).label))
        for pk, name, kind, status in columns
    ]


def league_of_draft(draft_id: int) -> int | None:
    """The league whose season the draft is of; None for other drafts, and for ids that no draft has."""
    if draft_id >= 1 << 63:
        return None
    return Draft.objects.filter(pk=draft_id).values_list("season__league", flat=True).first()
