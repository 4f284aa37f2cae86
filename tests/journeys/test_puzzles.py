"""Puzzles in the browser, and the review of a lost match: both say which move was better."""

from selenium.webdriver.common.keys import Keys

from engines import registry
from engines.puzzle_files import Puzzle, load_puzzles
from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

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
    ada, puzzle = person("ada", signed_in=True), first_puzzle(game)
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
    assert visitor.width() <= 390


COMPUTED_S = 240.0
MOVES = ["B2-W2", "S5-W6", "S2-B2", "S4-W5"]
"""Order leaves its territory open with the first of them."""
PHONE = {"width": 390, "height": 844}


def lost(site: RunningSite, person: Person) -> int:
    """A match that the person resigns while the page is open: it shows the result, not yet the replay."""
    match = site.do(acts.open_match, game="order-and-chaos", seats=["ada", "ben"], moves=MOVES)
    person.visit(f"/matches/{match}/")
    person.until(lambda: person.all(".match-ready"), "the match")
    site.do(acts.resign_all, "ada")
    person.until(lambda: person.text("[data-part=reason]"), "the end of the match")
    return match


def test_a_lost_match_is_reviewed_and_its_better_moves_are_shown_on_the_board(person: NewPerson, site: RunningSite) -> None:
    # The match ends elsewhere: a measurement of the line may come too late.
    player = person("ada", signed_in=True, clumsy=True)
    match = lost(site, player)
    player.until(lambda: player.ask("return !document.getElementById('tab-review').hidden"), "the tab of the review")
    player.ask("document.getElementById('tab-review').focus()")
    player.keys(Keys.ENTER)
    player.press("Review match")
    player.sees("You can leave this page meanwhile.", "#panel-review")
    found = "return document.querySelector('#panel-review [data-review-at]')"
    link = player.awaits(found, what="the review", seconds=COMPUTED_S)
    at, better = int(link.get_attribute("data-review-at") or 0), link.get_attribute("data-review-better")
    words = link.get_attribute("data-review-words")
    player.ask("arguments[0].focus()", link)
    player.keys(Keys.ENTER)
    shown = "return document.querySelector('[data-match-page]').dataset.step === arguments[0]"
    player.until(lambda: player.ask(shown, str(at)), "the position before the move")
    player.until(lambda: player.all(".board-pointer span"), "rings around the places of the better move")
    player.sees(f"Better than move {at + 1}: {words}", "[data-part=hint]")
    assert player.ask("return document.querySelector('.review-now').getAttribute('visibility')") == "visible"
    player.ask("document.querySelector('[data-replay=next]').click()")
    player.until(lambda: not player.all(".board-pointer span"), "the board without rings")
    assert player.text("[data-part=hint]") == ""
    rows = len(player.all("#panel-review tbody tr"))
    assert rows == len(player.read(f"/api/v1/matches/{match}/review/").split('"chances":[')) - 1 > 1
    reader = person("reader", **PHONE)
    reader.visit(f"/matches/{match}/?at={at}&better={better}")
    reader.until(lambda: reader.all(".board-pointer span"), "the better move on the board of a link")
    reader.visit(f"/matches/{match}/review/")
    assert reader.all("main [data-review-at]")
    assert reader.width() <= PHONE["width"]
