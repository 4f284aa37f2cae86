"""Finished matches: results, a player's match history, and the record between two players."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from engines.reported import MAX_SEATS
from matches.models import Match, Seat, Status
from matches.queries.spectator_delay import is_end_public, public_end_q, publicly_playing_q
from matches.server_time import now

WON, DRAWN, LOST = RESULTS = ("won", "drawn", "lost")
_TWO_FIRST = r"[^0-9]1[^0-9].*[^0-9]1[^0-9]"
"""Matches a JSON list of ranks with at least two first ones."""


class PlayedMatch(NamedTuple):
    """A closed match in a player's history."""

    match_id: int
    seat: int
    ranks: tuple[int, ...]


class HistoryPage(NamedTuple):
    """One page of a match history."""

    played: list[PlayedMatch]
    before: int | None
    """The match id that continues the history on the next page; None on the last one."""


class PairTally(NamedTuple):
    """Number of matches between two players with these seats and ranks."""

    game: str
    engine_version: int
    seat: int
    other: int
    ranks: tuple[int, ...]
    matches: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match. `ranks[seat]`: 1 is first, ties share a rank; in a double forfeit nobody has rank 1."""

    match_id: int
    ranks: tuple[int, ...]
    reason: str
    players: tuple[int | None, ...]
    started_at: datetime | None
    closed_at: datetime


def list_history(
    player_id: int, *, game: str = "", result: str = "", against: int | None = None, before: int | None = None, limit: int = 20
) -> HistoryPage:
    """Return a page of a player's closed matches. The result is one of RESULTS, `against` an opponent's player id."""
    filters = {"match__game": game or None, "match__seats__player": against, "match__lt": before}
    rows = _filter_closed(player_id).filter(**{name: value for name, value in filters.items() if value is not None})
    if result:
        rows = rows.annotate(rank_list=Cast("match__ranks", TextField())).filter(_build_result_condition(result))
    values = rows.order_by("-match").values_list("match", "number", "match__ranks")[: limit + 1]
    played = [PlayedMatch(match, seat, tuple(ranks or ())) for match, seat, ranks in values]
    return HistoryPage(played[:limit], played[limit - 1].match_id if len(played) > limit else None)


def list_playing(player_id: int, limit: int = 8) -> list[int]:
    """Return the ids of matches that the player is publicly playing now, newest first."""
    rows = Seat.objects.filter(publicly_playing_q(now(), "match__"), player=player_id)
    return list(rows.order_by("-match").values_list("match", flat=True)[:limit])


def count_pair_results(player_id: int, against: int) -> list[PairTally]:
    """Return the closed matches between two players, counted by game, seats and ranks, in one query."""
    rows = _filter_closed(player_id).filter(match__seats__player=against)
    kinds = rows.values_list(
        "match__game", "match__engine_version", "number", F("match__seats__number"), "match__ranks"
    ).order_by()
    counted = kinds.annotate(matches=Count("pk"))
    return [PairTally(game, version, seat, other, tuple(ranks), count) for game, version, seat, other, ranks, count in counted]


def find_result(match_id: int, at: datetime) -> MatchResult | None:
    """Return the result of a closed match; None for others, and while a delay keeps the end secret."""
    match = Match.objects.filter(pk=match_id, status=Status.CLOSED).first()
    if match is None or not is_end_public(match, at) or match.closed_at is None or match.ranks is None:
        return None
    players = tuple(match.seats.order_by("number").values_list("player_id", flat=True))
    return MatchResult(match.pk, tuple(match.ranks), match.reason, players, match.started_at, match.closed_at)


def _filter_closed(player_id: int) -> QuerySet[Seat]:
    """Return the player's seats at closed matches whose end is public."""
    return Seat.objects.filter(public_end_q(now(), "match__"), player=player_id, match__status=Status.CLOSED)


@cache
def _build_result_condition(result: str) -> Q:
    """Return the condition for seats with this result: won alone, shared first place, or lower.

    Needs `rank_list`, the ranks as JSON text.
    """
    comparison = "__gt" if result == LOST else ""
    seats = (Q(number=seat) & Q(**{f"match__ranks__{seat}{comparison}": 1}) for seat in range(MAX_SEATS))
    shared = Q(rank_list__regex=_TWO_FIRST)
    return reduce(or_, seats) & {WON: ~shared, DRAWN: shared, LOST: Q()}[result]
