"""Puzzles in the browser: solved with the keyboard and on the board, explained, rated once, and open to visitors."""

from __future__ import annotations

from engines import registry
from engines.puzzle_files import Puzzle, load_puzzles
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
_PLAY = "const form = document.querySelector('[data-puzzle=typed]'); form.move.value = arguments[0]; form.requestSubmit()"


def first_puzzle(game: str) -> Puzzle:
    file = registry.get_package(game).puzzles
    assert file is not None
    return next(iter(load_puzzles(file, game).puzzles.values()))


def opens(solver: Person, game: str, puzzle: Puzzle) -> None:
    solver.visit(f"/puzzles/{game}/{puzzle.id}/")
    solver.until(lambda: solver.all(".match-ready [data-part=board] *"), "the board of the puzzle")


def hears(solver: Person, part: str) -> str:
    return solver.until(lambda: solver.text(f"[data-puzzle={part}]"), f"an answer: {part}")


def test_a_player_is_told_why_a_move_is_wrong_plays_the_answer_on_the_board_and_is_rated_once(person: NewPerson) -> None:
    """A step of Field Tactics: the piece is chosen, then the square."""
    game = "field-tactics"
    ada, puzzle = person("ada"), first_puzzle(game)
    ada.sign_in("ada")
    opens(ada, game, puzzle)
    assert puzzle.answer not in ada.text("[data-match-page] .card")
    ada.ask(_PLAY, puzzle.wrong[0].do)
    assert "Not the best move." in hears(ada, "wrong")
    assert "Your rating:" in hears(ada, "score")
    ada.until(lambda: ada.all(".match-ready [data-part=board] *"), "the board again")
    for square in puzzle.answer.split("-"):
        ada.ask("document.querySelector(`[data-part=board] [data-square='${arguments[0]}']`).click()", square)
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
