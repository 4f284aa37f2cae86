"""Sealed bids: a franchise's own, and all of those that have been opened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engines.words import retell
from league.seasons.models import WaiverClaim, WaiverStatus

PAGE, MOST = 50, 200
OPENED = (WaiverStatus.WON, WaiverStatus.LOST, WaiverStatus.FAILED)


@dataclass(frozen=True, slots=True)
class ClaimLine:
    claim_id: int
    franchise_name: str
    franchise_id: int
    gamer_id: int
    """Its number in the season."""
    handle: str
    genre: str
    salary: int
    bid: int
    drop: str
    """The Gamer who is released if it wins; empty: none, or nobody else's business."""
    drop_id: int | None
    status: str
    status_name: str
    opens_at: datetime
    closed_at: datetime | None
    why: str


@dataclass(frozen=True, slots=True)
class OpenedBids:
    lines: list[ClaimLine]
    before: int | None
    """The bid to read on before; None on the last page."""


def own_bids(season_id: int, yours: int | None) -> list[ClaimLine]:
    """The sealed bids of the reader's franchise, and of nobody else's, those that are opened first in front."""
    if yours is None:
        return []
    rows = WaiverClaim.objects.filter(season=season_id, franchise=yours, status=WaiverStatus.SEALED)
    rows = rows.select_related("franchise", "gamer__gamer", "drop__gamer__gamer").order_by("opens_at", "pk")
    return [_line(row, own=True) for row in rows]


def opened_bids(season_id: int, *, before: int | None = None, limit: int = PAGE) -> OpenedBids:
    """Bids that have been opened, the latest made first. Those that were withdrawn are never shown."""
    rows = WaiverClaim.objects.filter(season=season_id, status__in=OPENED)
    rows = rows.select_related("franchise", "gamer__gamer", "drop__gamer__gamer").order_by("-pk")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    limit = min(limit, MOST)
    lines = [_line(row, own=False) for row in rows[: limit + 1]]
    return OpenedBids(lines[:limit], lines[limit - 1].claim_id if len(lines) > limit else None)


def due_openings(at: datetime) -> list[int]:
    """Seasons with bids that are due to be opened."""
    rows = WaiverClaim.objects.filter(status=WaiverStatus.SEALED, opens_at__lte=at)
    return sorted(set(rows.values_list("season", flat=True)))


def _line(row: WaiverClaim, *, own: bool) -> ClaimLine:
    drop = row.drop if own or row.status == WaiverStatus.WON else None
    one = row.gamer.gamer
    return ClaimLine(
        row.pk, row.franchise.name, row.franchise_id, row.gamer_id, one.handle, one.genre, row.gamer.salary, row.bid,
        drop.gamer.gamer.handle if drop else "", drop.pk if drop else None, row.status,
        str(WaiverStatus(row.status).label), row.opens_at, row.closed_at, retell(row.why),
    )  # fmt: skip
