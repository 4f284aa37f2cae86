"""Small graphs of a player's ratings, one for each pool, drawn by the server."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league.ratings import elo
from league.ratings.queries.history import list_changes
from league.ratings.queries.players import Line

MAX_CHANGES = 300
"""The number of changes that are read, in all pools."""
MAX_POINTS = 60
WIDTH, HEIGHT, MARGIN = 240, 72, 6
"""The size of the drawing, in user units, and its margin above and below."""
MIN_SPAN = 20
"""The least difference of rating from the lower to the upper edge, so that a few points do not look like a landslide."""


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """A player's rating in a pool after each of the latest matches. `points` are those of an SVG polyline."""

    line: Line
    matches: int
    first_at: datetime | None
    last_at: datetime | None
    lowest: int
    highest: int
    points: str
    end_x: float
    end_y: float
    box: str = f"0 0 {WIDTH} {HEIGHT}"

    @property
    def spans_days(self) -> bool:
        """Return whether the first and the last match were on different days."""
        return bool(self.first_at and self.last_at and self.first_at.date() != self.last_at.date())

    @property
    def floor(self) -> str:
        """Return the points that close the area beneath the line."""
        return f"{self.points} {self.end_x:g},{HEIGHT} 0,{HEIGHT}"


def list_rating_graphs(player_id: int, ratings: Sequence[Line]) -> list[RatingGraph]:
    """Return a graph for each of these ratings of the player, the one with most matches first."""
    changes: dict[str, list[tuple[datetime, int]]] = defaultdict(list)
    rows = list_changes(player_id).values_list("pool", "at", "before", "after")[:MAX_CHANGES]
    for pool, at, before, after in reversed(rows):
        values = changes[pool]
        if not values:
            values.append((at, elo.rounded(before)))
        values.append((at, elo.rounded(after)))
    ordered = sorted(ratings, key=lambda line: -line.games)
    return [build_graph(line, changes.get(line.pool, [])[-MAX_POINTS:]) for line in ordered]


def build_graph(line: Line, values: Sequence[tuple[datetime, int]]) -> RatingGraph:
    """Return the graph of these ratings, oldest first; without any, a level line at the present rating."""
    ratings = [rating for _, rating in values] or [line.rating]
    ratings = ratings if len(ratings) > 1 else ratings * 2
    lowest, highest = min(ratings), max(ratings)
    span, middle = max(highest - lowest, MIN_SPAN), (highest + lowest) / 2
    step, scale = (WIDTH - MARGIN) / (len(ratings) - 1), (HEIGHT - 2 * MARGIN) / span
    points = [(round(n * step, 1), round(HEIGHT / 2 - (rating - middle) * scale, 1)) for n, rating in enumerate(ratings)]
    return RatingGraph(
        line=line,
        matches=max(0, len(values) - 1),
        first_at=values[0][0] if values else None,
        last_at=values[-1][0] if values else None,
        lowest=lowest,
        highest=highest,
        points=" ".join(f"{x:g},{y:g}" for x, y in points),
        end_x=points[-1][0],
        end_y=points[-1][1],
    )
