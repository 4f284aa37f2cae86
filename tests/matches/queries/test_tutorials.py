"""Tutorials: each is played to its end by the engine, a wrong move is told from the right one, a broken script is refused."""

from __future__ import annotations

from typing import Any

import pytest

from engines import play, registry
from engines.contract import IllegalAction
from engines.data_files import BadData
from engines.lessons import Tutorial, list_positions, parse_tutorial
from matches.queries.lessons import get_lesson
from matches.queries.tutorials import render_tutorial

EVERY_GAME = tuple(registry.keys())


def tutorial_of(game: str) -> Tutorial:
    tutorial = get_lesson(game).tutorial
    assert tutorial is not None
    return tutorial


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_has_a_tutorial_of_five_moves_that_the_engine_plays_to_its_end(game: str) -> None:
    tutorial = tutorial_of(game)
    assert len(tutorial.moves) == 5
    assert len(list_positions(registry.get(game), tutorial)) == 6


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_learner_is_to_act_before_every_move_and_has_others_to_choose_from(game: str) -> None:
    tutorial, engine = tutorial_of(game), registry.get(game)
    alternatives = 0
    for move, positions in zip(tutorial.moves, list_positions(registry.get(game), tutorial), strict=False):
        position = positions[-1]
        assert play.to_act(engine, position) == {tutorial.seat}, move.id
        legal = {engine.encode(action) for action in engine.legal(position.state, tutorial.seat) or ()}
        assert move.do in legal, f"{move.id}: the notation is the engine's own"
        alternatives += len(legal - {move.do})
    assert alternatives > 5


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_step_tells_why_and_what_was_wrong_and_what_it_brought(game: str) -> None:
    shown = render_tutorial(game)
    assert shown is not None
    for step in shown["steps"]:
        assert min(len(step[text]) for text in ("title", "text", "wrong", "done")) > 2
        assert step["wrong"] != step["done"]
        assert step["mark"], "a place to look at"


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_boards_show_what_the_learner_may_see_and_no_more(game: str) -> None:
    tutorial, engine, shown = tutorial_of(game), registry.get(game), render_tutorial(game)
    assert shown is not None
    boards = [shown["board"], *(board for step in shown["steps"] for board in step["boards"])]
    flat = [position for positions in list_positions(registry.get(game), tutorial) for position in positions]
    for board, position in zip(boards, flat, strict=True):
        assert board["view"] == engine.view(position.state, tutorial.seat)
        assert board["viewer"]["seat"] == tutorial.seat
    assert [board["entry"] for board in boards] == list(range(1, len(boards) + 1))


@pytest.mark.parametrize("game", ["field-tactics", "order-and-chaos", "incursion-point-zero"])
def test_the_tutorial_ends_with_a_win(game: str) -> None:
    outcome = list_positions(registry.get(game), tutorial_of(game))[-1][-1].outcome
    assert outcome is not None
    assert outcome.ranks[tutorial_of(game).seat] == 1


MOVE: dict[str, Any] = {"id": "a", "title": "T", "text": "x", "mark": ["B4"], "do": "B4-B5", "wrong": "w", "done": "d"}
TABLE: dict[str, Any] = {"seat": 0, "seats": 2, "options": {}, "goal": "g", "position": {}, "move": [MOVE]}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seat": "0"}, "seat"),
        ({"goal": 3}, "goal"),
        ({"more": 1}, "more"),
        ({"move": []}, "moves"),
        ({"move": [MOVE, MOVE]}, "different ids"),
        ({"move": [{**MOVE, "do": 1}]}, "move 1: do"),
        ({"move": [{**MOVE, "answer": "Blue B5-B4"}]}, "seat or `referee`"),
        ({"move": ["B4-B5"]}, "move 1"),
    ],
)
def test_a_broken_tutorial_names_its_place(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(BadData, match=f"x.toml: tutorial: .*{told}"):
        parse_tutorial({**TABLE, **changed}, "x.toml")


def test_an_illegal_move_in_a_script_is_refused_by_the_engine() -> None:
    position = dict(tutorial_of("field-tactics").position)
    script = parse_tutorial({**TABLE, "position": position, "move": [{**MOVE, "do": "B4-B6"}]}, "x.toml")
    with pytest.raises(IllegalAction):
        list_positions(registry.get("field-tactics"), script)


def test_a_game_without_a_file_has_no_tutorial() -> None:
    assert get_lesson("chess").tutorial is None
