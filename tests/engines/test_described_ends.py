"""How a match ended in words: with sides and pieces by name, and "your" to the side that it happened to."""

from typing import Any

import pytest

from engines import play, registry
from engines.contract import Outcome
from tests.engines.field_tactics import scenes as field_tactics
from tests.engines.games import GAMES
from tests.engines.order_and_chaos import scenes as order_and_chaos


def told(engine: Any, state: Any, viewer: int | None = None) -> str:
    return play.describe_end(engine, engine.outcome(state), state, viewer)


def test_a_leader_on_the_base_is_named_and_each_side_reads_whose_base_it_was() -> None:
    state = field_tactics.do(field_tactics.scene("C7 G1, A1 C1", "F8 C1"), "C7-CD8")
    assert [told(field_tactics.ENGINE, state, viewer) for viewer in (1, 0, None)] == [
        "Red's One-star General reached your base.",
        "Your One-star General reached Blue's base.",
        "Red's One-star General reached Blue's base.",
    ]


def test_the_last_movable_piece_is_named() -> None:
    state = field_tactics.do(field_tactics.scene("B3 G2", "C3 C1, A8 MN, F8 FL"), "B3-C3")
    assert told(field_tactics.ENGINE, state, 1).startswith("You lost your last movable piece: ")
    assert told(field_tactics.ENGINE, state, 0).startswith("Blue lost the last movable piece: ")


def test_an_occupation_says_whose_territory_it_is() -> None:
    state = order_and_chaos.do(order_and_chaos.scene("S4 s, B4 b, W6 b", "W2 ss"), "W6-B6")
    engine = order_and_chaos.ENGINE
    assert told(engine, state, 1) == "Order has three chessmen in matching triangles of your territory."
    assert told(engine, state) == "Order has three chessmen in matching triangles of Chaos's territory."


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("resign", "Red resigns."),
        ("flag 0", "Red ran out of time."),
        ("no-show 0", "Red didn't show up."),
        ("gone 0", "Red: disconnected for too long."),
        ("no-show 0,1", "Both sides forfeit; the league decides."),
    ],
)
def test_a_forfeit_names_the_side(word: str, text: str) -> None:
    engine = field_tactics.ENGINE
    begun = play.begin(engine, {"advantage": "red"}, 2)
    over = play.advance(engine, begun, 0 if word == "resign" else None, word)
    assert play.describe_end(engine, over.outcome, None, None) == text


def test_a_result_that_the_rules_did_not_make_is_told_by_its_reason() -> None:
    for engine in map(registry.get, GAMES):
        state = play.begin(engine, {}, engine.seat_counts[0]).state
        assert play.describe_end(engine, Outcome((1, 2), "ruled"), state, 0) == "The referee set the result."
