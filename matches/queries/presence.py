"""Which players of a match have gone, and from when on it may be claimed."""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter

from matches.actions.presence import claimable_at
from matches.models import Match, Presence, Status
from matches.moment import in_ms
from matches.queries.board_types import BoardAbsence


def absent(match: Match) -> list[Presence]:
    """The seats whose players have gone, in order; none unless the match is being played."""
    if match.status != Status.PLAYING:
        return []
    return list(Presence.objects.filter(match=match, gone_at__isnull=False).order_by("seat"))


def gone(match: Match, seats: Iterable[Presence]) -> list[BoardAbsence]:
    """Of the seats that are `absent`: gone since when, and when the others may claim the match, in ms since 1970."""
    found: list[BoardAbsence] = []
    for row in seats:
        when = claimable_at(row, match)
        if row.gone_at is not None and when is not None:
            found.append({"seat": row.seat, "since": in_ms(row.gone_at), "claim_at": in_ms(when)})
    return found


def gone_in(match_ids: Iterable[int]) -> dict[int, str]:
    """Of each match in which somebody has gone, a mark that changes when that does: what streams compare."""
    rows = Presence.objects.filter(match__in=list(match_ids), gone_at__isnull=False, match__status=Status.PLAYING)
    by_match = groupby(rows.order_by("match", "seat"), attrgetter("match_id"))
    return {match: mark_of(seats) for match, seats in by_match}


def mark_of(seats: Iterable[Presence]) -> str:
    """The mark of the seats that are absent in one match; empty where none is."""
    return ",".join(str(row.seat) for row in seats)
