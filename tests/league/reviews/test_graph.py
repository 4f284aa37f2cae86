"""The graph of a review: the reader's chances, without the steps between one side's turns and the other's."""

from __future__ import annotations

from league.reviews.graph import build_graph
from league.reviews.queries import GraphPoint, MatchReview, SeatReview


def reviewed(*chances: float, seats: tuple[int, ...] = (0, 1)) -> MatchReview:
    points = [GraphPoint(n, [value, 1 - value]) for n, value in enumerate(chances, 1)]
    reviews = [SeatReview(seat, f"Side {seat}", None, [], []) for seat in seats]
    return MatchReview(1, "done", 100, False, 0, True, points, reviews)


def percents(*chances: float, seats: tuple[int, ...] = (0, 1)) -> list[list[int]]:
    graph = build_graph(reviewed(*chances, seats=seats))
    assert graph is not None
    return [row.percents for row in graph.rows]


def test_what_each_side_gets_for_being_to_move_cancels_out() -> None:
    assert [first for first, _ in percents(0.6, 0.4, 0.6, 0.4, 1.0)] == [55, 50, 50, 45, 100]


def test_a_lasting_change_stays() -> None:
    assert [first for first, _ in percents(0.5, 0.5, 0.9, 0.9, 1.0)] == [50, 60, 80, 90, 100]


def test_the_result_of_the_match_is_not_smoothed() -> None:
    assert percents(0.5, 0.0) == [[50, 50], [0, 100]]


def test_the_line_and_the_first_column_are_those_of_the_readers_seat() -> None:
    graph = build_graph(reviewed(0.5, 0.5, 1.0, seats=(1, 0)))
    assert graph is not None
    assert (graph.lines[0].name, graph.names) == ("Side 1", ["Side 1", "Side 0"])
    assert graph.lines[0].points.split()[-1] == "600.0,150.0"
    assert percents(0.5, 0.5, 1.0, seats=(1, 0))[-1] == [0, 100]


def test_one_position_makes_no_line() -> None:
    assert build_graph(reviewed(0.5)) is None
