"""The graph of who was ahead, as coordinates of an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.reviews.queries import GraphPoint, MatchReview

WIDTH, HEIGHT = 600, 150


@dataclass(frozen=True, slots=True)
class GraphLine:
    """The line of a seat."""

    seat: int
    name: str
    points: str
    """As in an SVG polyline."""


@dataclass(frozen=True, slots=True)
class GraphRow:
    """A row of the table below the graph."""

    n: int
    percents: list[int]


@dataclass(frozen=True, slots=True)
class ReviewGraph:
    """The lines of all seats, the reader's first; with two, `area` is the first one's share, its outline the only line."""

    box: str
    last: int
    lines: list[GraphLine]
    area: str
    names: list[str]
    rows: list[GraphRow]
    is_hidden: bool
    """Whether something was hidden, so that moves are judged in two ways."""


def build_graph(review: MatchReview) -> ReviewGraph | None:
    """Return the graph of a finished review; None if it has fewer than two points."""
    if len(review.graph) < 2:
        return None
    points = _smooth(review.graph)
    last = points[-1].n or 1
    lines = []
    for seat in review.seats:
        places = [f"{WIDTH * point.n / last:.1f},{HEIGHT * (1 - point.chances[seat.seat]):.1f}" for point in points]
        lines.append(GraphLine(seat.seat, seat.name, " ".join(places)))
    first_x = WIDTH * points[0].n / last
    area = f"{lines[0].points} {WIDTH},{HEIGHT} {first_x:.1f},{HEIGHT}" if len(lines) == 2 else ""
    rows = [GraphRow(point.n, [round(100 * point.chances[seat.seat]) for seat in review.seats]) for point in points]
    names = [seat.name for seat in review.seats]
    box = f"0 0 {WIDTH} {HEIGHT}"
    return ReviewGraph(box, last, lines[:1] if area else lines, area, names, rows, review.has_hidden)


def _smooth(points: Sequence[GraphPoint]) -> list[GraphPoint]:
    """Return the points, each as the mean of itself, twice, and of its neighbours. The result of the match stays.

    The side to move is judged a little too well, so without this the line goes up and down at every move.
    """
    *moves, end = points
    before, after = moves[:1] + moves[:-1], moves[1:] + moves[-1:]
    smoothed = [
        GraphPoint(here.n, [(a + 2 * b + c) / 4 for a, b, c in zip(left.chances, here.chances, right.chances, strict=True)])
        for left, here, right in zip(before, moves, after, strict=True)
    ]
    return [*smoothed, end]
