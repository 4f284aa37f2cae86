"""A closed match as the tables count it, and those that are still to be counted."""

from __future__ import annotations

from datetime import datetime

from engines import play, registry
from league.events.models import SeriesMatch
from league.stats.models import StatMatch
from league.stats.rules.match_tallies import Finished
from league.stats.rules.reading import Line
from matches.models import Entry, Match, Status
from matches.moment import in_ms
from matches.queries.spectator_delay import told

LOOK_BACK = 5000
"""Ids that the sweep looks at again: a match that was made earlier may have been stored later."""


def finished(match_id: int) -> Finished | None:
    """None of a match that has not closed, and of a lesson: hints played there."""
    match = (
        Match.objects.filter(pk=match_id, status=Status.CLOSED, learn=False).defer("state", "behind", "clock").first()
    )
    if match is None or match.closed_at is None or match.ranks is None:
        return None
    engine = registry.get(match.game, match.engine_version)
    options = engine.options(match.options)
    series = SeriesMatch.objects.filter(match=match_id).values_list("pairing__round__event", flat=True).first()
    return Finished(
        match_id=match.pk,
        game=match.game,
        event=series or 0,
        options=options,
        control=match.control,
        limited=play.time_limit(engine, match.options) is not None,
        ranks=tuple(match.ranks),
        reason=match.reason,
        players=tuple(match.seats.order_by("number").values_list("player_id", flat=True)),
        closed_at=match.closed_at,
        begun=match.started_at is not None,
        lines=_lines(match_id),
    )


def _lines(match_id: int) -> tuple[Line, ...]:
    rows = Entry.objects.filter(match=match_id).order_by("n").values_list("by", "do", "note", "at", "left")
    return tuple(Line(by, do, note, in_ms(at), left) for by, do, note, at, left in rows)


def uncounted(at: datetime, limit: int = 50) -> list[int]:
    """Closed matches that no one has counted and everybody may know of, in the order of their ids."""
    rows = StatMatch.objects.filter(told(at, "match__"), counted_at=None, match__status=Status.CLOSED)
    return list(rows.order_by("match").values_list("match", flat=True)[:limit])


def unseen(seen: int, limit: int = 500) -> list[int]:
    """Matches that are to be noted: newer than `seen`, or stored late."""
    rows = Match.objects.filter(pk__gt=seen - LOOK_BACK, stat=None).exclude(status=Status.VOID)
    return list(rows.order_by("pk").values_list("pk", flat=True)[:limit])
