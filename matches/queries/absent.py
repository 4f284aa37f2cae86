"""Which players of a match have gone, and from when on it may be claimed."""

from __future__ import annotations

from collections.abc import Iterable

from engines.api import Json
from matches.actions.being_there import claimable_at
from matches.models import Match, Presence, Status
from matches.moment import in_ms


def gone(match: Match) -> list[dict[str, Json]]:
    """By seat: gone since when, and when the others may claim the match, in ms since 1970."""
    if match.status != Status.PLAYING:
        return []
    found: list[dict[str, Json]] = []
    for row in Presence.objects.filter(match=match, gone_at__isnull=False).order_by("seat"):
        when = claimable_at(row, match)
        if row.gone_at is not None and when is not None:
            found.append({"seat": row.seat, "since": in_ms(row.gone_at), "claim_at": in_ms(when)})
    return found


def gone_in(match_ids: Iterable[int]) -> dict[int, str]:
    """Of each match in which somebody has gone, a mark that changes when that does: what streams compare."""
    marks: dict[int, list[int]] = {}
    rows = Presence.objects.filter(match__in=list(match_ids), gone_at__isnull=False, match__status=Status.PLAYING)
    for match, seat in rows.order_by("match", "seat").values_list("match", "seat"):
        marks.setdefault(match, []).append(seat)
    return {match: ",".join(map(str, seats)) for match, seats in marks.items()}
