"""The practice ground: any units against a dummy that never moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from matches.errors import ActionError
from matches.queries.practice import MAX_MOVES, has_practice, render_practice

GAME = "zero-order"
OWN, DUMMY = "PU-B3 DE-D6", "TO-C4 SP-D7"


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(ActionError) as caught:
        yield
    assert caught.value.code == code


def test_zero_order_has_one_and_games_with_secrets_have_none() -> None:
    assert has_practice(GAME)
    assert not has_practice("field-tactics")


def test_it_begins_with_the_move_of_the_player_on_a_map_of_all_tiles() -> None:
    board = render_practice(GAME, OWN, DUMMY, ())
    assert board["to_act"] == [0]
    assert board["view"]["phase"] == "move"
    assert board["view"]["units"] == {"B3": [0, "PU"], "D6": [0, "DE"], "C4": [1, "TO"], "D7": [1, "SP"]}
    assert len(board["view"]["tiles"]) == 36 - 4 + 1
    assert set(board["view"]["units"]) <= set(board["view"]["tiles"])


def test_units_may_stand_on_the_battle_line_too() -> None:
    assert {"A4", "E6"} <= set(render_practice(GAME, "PU-A4", "TO-E6", ())["view"]["tiles"])


def test_after_a_turn_the_dummy_passes() -> None:
    board = render_practice(GAME, OWN, DUMMY, ("B3-C3", "push C3: C4-C6", "end"))
    assert board["to_act"] == [0]
    assert board["view"]["phase"] == "move"
    assert "B3-B4" not in board["legal"]
    assert any(text.startswith("C3-") for text in board["legal"])


def test_a_combo_wins_by_the_rules_of_the_game() -> None:
    board = render_practice(GAME, "PU-B3 DE-D6", "TO-C4", ("B3-C3", "push C3: C4-C6", "delete D6: C6"))
    assert board["status"] == "closed"
    assert board["to_act"] == []


@pytest.mark.parametrize(
    ("own", "dummy"),
    [
        ("", DUMMY),
        (OWN, ""),
        ("PU-B3 PU-B4", DUMMY),
        ("PU-C4", DUMMY),
        ("XX-B3", DUMMY),
        ("PU-Z9", DUMMY),
        ("PU", DUMMY),
        ("DE-A1 PU-A2 TO-A3 TW-A4 FR-A5 SW-A6 SP-A7", DUMMY),
    ],
)
def test_units_that_cannot_stand_there_are_refused(own: str, dummy: str) -> None:
    with refused("bad-units"):
        render_practice(GAME, own, dummy, ())


def test_an_illegal_move_is_refused_with_the_reason_of_the_engine() -> None:
    with refused("must-move"):
        render_practice(GAME, OWN, DUMMY, ("end",))


def test_endless_practice_is_cut_off() -> None:
    with refused("too-many"):
        render_practice(GAME, OWN, DUMMY, ("end",) * (MAX_MOVES + 1))
