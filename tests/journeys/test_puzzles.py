"""Puzzles in the browser: solved with the keyboard and on the board, explained, rated once, and open to visitors."""

from __future__ import annotations

import pytest

from engines import registry
from engines.puzzle_files import Puzzle, load_puzzles
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
OC = "order-and-chaos"
_PLAY = "const form = document.querySelector('[data-puzzle=typed]'); form.move.value = arguments[0]; form.requestSubmit()"


def first_puzzle(game: str, number: int = 0) -> Puzzle:
    file = registry.get_package(game).puzzles
    assert file is not None
    return list(load_puzzles(file, game).puzzles.values())[number]


def opens(solver: Person, game: str, puzzle: Puzzle) -> None:
    solver.visit(f"/puzzles/{game}/{puzzle.id}/")
    solver.until(lambda: solver.all(".match-ready [data-part=board] *"), "the board of the puzzle")


def hears(solver: Person, part: str) -> str:
    return solver.until(lambda: solver.text(f"[data-puzzle={part}]"), f"an answer: {part}")


@pytest.mark.parametrize("game", [OC, "field-tactics"])
def test_a_player_is_told_why_a_move_is_wrong_finds_the_answer_and_is_rated_once(person: NewPerson, game: str) -> None:
    ada, puzzle = person("ada"), first_puzzle(game)
    ada.sign_in("ada")
    opens(ada, game, puzzle)
    assert puzzle.answer not in ada.text("[data-match-page] .card")
    ada.ask(_PLAY, puzzle.wrong[0].do)
    assert "Not the best move." in hears(ada, "wrong")
    assert "Your rating:" in hears(ada, "score")
    ada.until(lambda: ada.all(".match-ready [data-part=board] *"), "the board again")
    ada.ask(_PLAY, puzzle.answer)
    assert "Right!" in hears(ada, "right")
    assert "Your rating:" not in hears(ada, "score")
    assert ada.focused("data-puzzle") == "next"
    ada.press("Next puzzle")
    ada.until(lambda: ada.path().startswith(f"/puzzles/{game}/") and puzzle.id not in ada.path(), "the next puzzle")
    ada.visit("/puzzles/")
    assert "0 of 1 solved" in ada.text()


def test_a_visitor_tries_the_puzzle_of_the_day_on_a_phone_with_hint_and_solution(person: NewPerson) -> None:
    visitor = person(width=390)
    visitor.visit("/")
    visitor.press("Puzzle of the day")
    visitor.until(lambda: visitor.all(".match-ready [data-part=board] *"), "the board of the puzzle")
    assert "Not rated" in visitor.text()
    visitor.press("Hint")
    assert "begins with" in hears(visitor, "hinted")
    visitor.press("Show solution")
    assert "The answer is" in hears(visitor, "right")
    assert visitor.ask("return document.documentElement.scrollWidth <= innerWidth")


def test_the_answer_is_played_on_the_board(person: NewPerson) -> None:
    """A step of Field Tactics: the piece is chosen, then the square."""
    visitor = person()
    puzzle = first_puzzle("field-tactics")
    opens(visitor, "field-tactics", puzzle)
    for square in puzzle.answer.split("-"):
        visitor.ask("document.querySelector(`[data-part=board] [data-square='${arguments[0]}']`).click()", square)
    assert "Right!" in hears(visitor, "right")
