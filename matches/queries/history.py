"""Finished matches: results, a player's match history, and the record between two players."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache, reduce
from operator import and_, or_
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet

from engines import registry
from matches.models import Match, Seat, Status
from matches.moment import now
from matches.queries.spectator_delay import is_told, seems_played, told

WON, DRAWN, LOST = RESULTS = ("won", "drawn", "lost")


class Played(NamedTuple):
    """A closed match in a player's history."""

    match_id: int
    seat: int
    ranks: tuple[int, ...]


class History(NamedTuple):
    """One page of a match history."""

    played: list[Played]
    before: int | None
    """The match id that continues the history on the next page; None on the last one."""


class Tally(NamedTuple):
    """Number of matches between two players with these seats and ranks."""

    game: str
    engine_version: int
    seat: int
    other: int
    ranks: tuple[int, ...]
    matches: int


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match. `ranks[seat]`: 1 is first, ties share a rank; in a double forfeit nobody has rank 1."""

    match_id: int
    ranks: tuple[int, ...]
    reason: str
    players: tuple[int | None, ...]
    started_at: datetime | None
    closed_at: datetime


def history(
    player_id: int,
    *,
    game: str = "",
    result: str = "",
    against: int | None = None,
    before: int | None = None,
    limit: int = 20,
) -> History:
    """Return a page of a player's closed matches. The result is one of RESULTS, `against` an opponent's player id."""
    asked = {"match__game": game or None, "match__seats__player": against, "match__lt": before}
    rows = _closed(player_id).filter(**{name: value for name, value in asked.items() if value is not None})
    if result:
        rows = rows.filter(_with(result))
    found = rows.order_by("-match").values_list("match", "number", "match__ranks")[: limit + 1]
    played = [Played(match, seat, tuple(ranks or ())) for match, seat, ranks in found]
    return History(played[:limit], played[limit - 1].match_id if len(played) > limit else None)


def playing(player_id: int, limit: int = 8) -> list[int]:
    """Return the ids of matches that the player is publicly playing now, newest first."""
    rows = Seat.objects.filter(seems_played(now(), "match__"), player=player_id)
    return list(rows.order_by("-match").values_list("match", flat=True)[:limit])


def tallies(player_id: int, against: int) -> list[Tally]:
    """Return the closed matches between two players, counted by game, seats and ranks, in one query."""
    rows = _closed(player_id).filter(match__seats__player=against)
    kinds = rows.values_list(
        "match__game", "match__engine_version", "number", F("match__seats__number"), "match__ranks"
    ).order_by()
    counted = kinds.annotate(matches=Count("pk"))
    return [
        Tally(game, version, seat, other, tuple(ranks), count) for game, version, seat, other, ranks, count in counted
    ]


def result(match_id: int, at: datetime) -> Result | None:
    """Return the result of a closed match; None for others, and while a delay keeps the end secret."""
    match = Match.objects.filter(pk=match_id, status=Status.CLOSED).first()
    if match is None or not is_told(match, at) or match.closed_at is None or match.ranks is None:
        return None
    players = tuple(match.seats.order_by("number").values_list("player_id", flat=True))
    return Result(match.pk, tuple(match.ranks), match.reason, players, match.started_at, match.closed_at)


def _closed(player_id: int) -> QuerySet[Seat]:
    """Return the player's seats at closed matches whose end is public."""
    return Seat.objects.filter(told(now(), "match__"), player=player_id, match__status=Status.CLOSED)


@cache
def _with(result: str) -> Q:
    """Return the condition for seats with this result: won alone, shared first place, or lower."""
    found, most = Q(), max(max(registry.get(key).seat_counts) for key in registry.keys())  # noqa: SIM118
    for seat in range(most):
        others = [f"match__ranks__{other}" for other in range(most) if other != seat]
        first = Q(**{f"match__ranks__{seat}": 1})
        alone = (Q(**{f"{other}__isnull": True}) | Q(**{f"{other}__gt": 1}) for other in others)
        ended = {
            WON: first & reduce(and_, alone),
            DRAWN: first & reduce(or_, (Q(**{other: 1}) for other in others)),
            LOST: Q(**{f"match__ranks__{seat}__gt": 1}),
        }
        found |= Q(number=seat) & ended[result]
    return found
