"""The board of Incursion Point: Zero in a person's browser."""

from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys.person import Person
from tests.journeys.table import Table

_MARKED = "return [...document.querySelectorAll(`.ip-cell[data-mark=${arguments[0]}]`)].map((one) => one.dataset.space)"
_SEND = (
    "const box = document.querySelector('.ip-typed input'); if (!box.checkVisibility() || box.readOnly) return false;"
    "box.value = arguments[0]; box.form.requestSubmit(); return true"
)


class IncursionTable:
    """What a person does and sees at one match."""

    def __init__(self, person: Person, match: int) -> None:
        self.person, self.match = person, match

    def board(self) -> dict[str, Any]:
        return dict(self.person.fetch(f"/api/v1/matches/{self.match}/"))

    def turn(self) -> int:
        """The number of this person's turn; 0 also when the match is over."""
        return int(self.board()["viewer"]["turn"])

    def mine(self) -> bool:
        return bool(self.board()["can"]["submit"])

    def awaited(self) -> dict[str, Any]:
        """The board as soon as this person is to act and the page shows it; the match must not end before."""

        def due() -> dict[str, Any] | None:
            board = self.board()
            assert board["status"] == "playing", board["outcome"]
            return board if board["can"]["submit"] and Table(self.person).tells(board) else None

        return self.person.until(due, "the turn")

    def taken(self, turn: int, what: str) -> None:
        """Wait until this person's turn of that number is over; what others do meanwhile does not count."""
        self.person.until(lambda: self.turn() != turn, what)

    def phase(self) -> str:
        """The phase as soon as this person is to act in it."""
        return str(self.awaited()["view"]["phase"])

    # Reading the page

    def ground(self, space: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, f"[data-space='{space}'] .ip-ground")

    def said(self, space: str) -> str:
        """What a screen reader says of a space."""
        cell = self.person.driver.find_element(By.CSS_SELECTOR, f"[data-space='{space}']")
        return str(cell.get_attribute("aria-label"))

    # Doing

    def send(self, text: str) -> None:
        """Put a notation into the box for actions and send it, without leaving where the focus is."""
        turn = self.turn()
        self.person.until(lambda: self.person.ask(_SEND, text), "the box for actions")
        self.taken(turn, f"{text} in the record")

    def hand_in(self) -> None:
        turn = self.turn()
        self.person.press("Submit squad")
        self.taken(turn, "the squad in the record")

    def place_by_click(self) -> None:
        """Take the first Location that can be placed, or discard one."""
        board = self.awaited()
        verb, card, *space = board["legal"][0].split()
        if verb == "discard":
            return self.press_first()
        self.put(card, space[0])
        self.taken(board["viewer"]["turn"], "the Location on the map")
        return None

    def press_first(self) -> None:
        """The first of the buttons below the map."""
        board = self.awaited()
        self.person.press(self.person.until(lambda: self.person.text(".ip-acts .btn"), "a button below the map"))
        self.taken(board["viewer"]["turn"], "the action in the record")

    def lay_by_click(self, card: str) -> None:
        board = self.awaited()
        self.put(card, next(text.split()[2] for text in board["legal"] if text.split()[1] == card))
        self.taken(board["viewer"]["turn"], "the card on the map")

    def put(self, card: str, space: str) -> None:
        """Click a card below the map, then a space of it."""
        person = self.person

        def taken() -> bool:
            person.all(f"[data-card='{card}'][aria-pressed=false]:not([disabled])")[0].click()
            return True

        person.until(lambda: person.all(f"[data-card='{card}']:not([disabled])"), f"the card {card}")
        person.until(taken, f"the card {card} taken up")
        person.until(lambda: space in person.ask(_MARKED, "place"), f"{space} marked")
        self.ground(space).click()

    def past_questions(self) -> dict[str, Any]:
        """Say no to every question, which is its last answer; the board at the first activation."""
        while (board := self.awaited())["view"]["question"]:
            answers = self.person.until(lambda: self.person.all(".ip-question .btn"), "the answers")
            answers[-1].click()
            self.taken(board["viewer"]["turn"], "the answer")
        return board
