"""How matches ended."""

from dataclasses import dataclass
from datetime import datetime

from engines.contract import Json
from matches.models import Match, Status
from matches.queries.delayed import is_told


@dataclass(frozen=True, slots=True)
class Result:
    """`ranks[seat]`: 1 is first, equal ranks share a place; in a double forfeit nobody has rank 1."""

    match_id: int
    game: str
    options: dict[str, Json]
    ranks: tuple[int, ...]
    reason: str
    players: tuple[int | None, ...]
    started_at: datetime | None
    closed_at: datetime


def result(match_id: int, at: datetime) -> Result | None:
    """The result of a closed match, None of any other, and as long as a delay keeps its end from the public."""
    match = Match.objects.filter(pk=match_id, status=Status.CLOSED).first()
    if match is None or not is_told(match, at) or match.closed_at is None or match.ranks is None:
        return None
    players = tuple(match.seats.order_by("number").values_list("player_id", flat=True))
    return Result(
        match.pk,
        match.game,
        match.options,
        tuple(match.ranks),
        match.reason,
        players,
        match.started_at,
        match.closed_at,
    )
