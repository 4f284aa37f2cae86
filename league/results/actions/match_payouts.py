"""What the matches of a season's event pay, as they are counted and ruled anew."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engines.referee_notation import ENTERED
from league.events.models import Event, Pairing, SeriesMatch
from league.events.rules.rulings import ruled
from league.lineups.actions.prize_money import forget, settle
from league.seasons.rules.results import outcomes


def pay_match(event: Event, row: SeriesMatch, at: datetime) -> None:
    """Pay the franchises of a match that has been counted."""
    if event.season_id is not None:
        _settle(event, row, _by_side(row), at, "", played=_was_played(row))


def pay_ruling(event: Event, pairing: Pairing, at: datetime, why: str) -> None:
    """Pay the difference that the standing ruling on a pairing makes, or that it makes no more.

    Only where the pairing was one match: in a series each match stands as it was played.
    """
    if event.season_id is None or pairing.best_of > 1:
        return
    played = list(pairing.series.filter(counted_at__isnull=False).select_related("match"))
    if len(played) != 1:
        return
    row, stage = played[0], pairing.round.stage
    standing = pairing.overturns.filter(undone_at=None).order_by("-pk").first()
    ranks, is_played = _by_side(row), _was_played(row)
    if standing is not None:
        after = standing.after
        forfeit = bool(after.get("forfeit", not is_played))
        ranks = ruled(
            stage.format, stage.settings, len(ranks), halves=_points(after["halves"]), places=after["places"],
            forfeit=forfeit,
        ).ranks  # fmt: skip
        is_played = not forfeit
    _settle(event, row, ranks, at, why, played=is_played)


def pay_nothing(event: Event, row: SeriesMatch, at: datetime) -> None:
    """Take back what a match has paid: its result was removed."""
    if event.season_id is not None:
        _settle(event, row, (2, 2), at, "", played=False)
        forget(row.match_id)


def _points(halves: Sequence[int]) -> tuple[int, ...]:
    """The result that was ruled, whatever it was worth in the event's own currency.

    >>> _points((6, 2)), _points((0, 2)), _points((1, 1)), _points((0, 0))
    ((2, 0), (0, 2), (1, 1), (0, 0))
    """
    best = max(halves)
    if not best:
        return tuple(0 for _ in halves)
    level = list(halves).count(best) > 1
    return tuple((1 if level else 2) if one == best else 0 for one in halves)


def _settle(event: Event, row: SeriesMatch, ranks: Sequence[int], at: datetime, why: str, *, played: bool) -> None:
    sides = row.pairing.sides.filter(entrant__isnull=False).order_by("number")
    players = sides.values_list("entrant__player", flat=True)
    made = outcomes(ranks, played=played)
    settle(event, row.match_id, dict(zip(players, made, strict=True)), at=at, why=why)


def _was_played(row: SeriesMatch) -> bool:
    return row.match.started_at is not None or row.match.reason == ENTERED


def _by_side(row: SeriesMatch) -> tuple[int, ...]:
    """The places of a closed match by side; side `first` had seat 0."""
    ranks = row.match.ranks or []
    return tuple(ranks[(side - row.first) % len(ranks)] for side in range(len(ranks)))
