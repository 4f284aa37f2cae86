"""The match pages of the other games in a person's browser: each board's places, words and ways to act."""

from collections.abc import Callable
from random import Random
from typing import Any

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from engines import bots
from tests.journeys.person import Person
from tests.journeys.table import Table

_MEN = (
    "return [...document.querySelectorAll('.oc-frame .oc-man')]"
    ".map((one) => `${one.dataset.area} ${one.dataset.seat}${one.dataset.man}`).sort()"
)


class Ring(Table):
    """What a person does and sees at one match of Order & Chaos."""

    PLACES = (".oc-frame .oc-cell", "area")

    def comes(self) -> None:
        """Wait for the board."""
        self.person.until(lambda: len(self.men()) == 12, "the twelve chessmen")

    def men(self) -> list[str]:
        """Where every chessman is drawn: area (or the territory of its grave), seat and kind, as in "B1 0b"."""
        return list(self.person.ask(_MEN))

    def owner(self, area: str) -> str | None:
        return self.place(area).get_attribute("data-owner")

    def click(self, area: str) -> None:
        """Click into the middle of an area."""
        spot = self.place(area).find_element(By.CSS_SELECTOR, ".oc-ground")
        ActionChains(self.person.driver).move_to_element(spot).click().perform()

    def goes(self, source: str, target: str) -> None:
        """Make a move by two clicks, and wait until it is in the log."""
        self.click(source)
        self.logs(f"{source}-{target}", lambda: self.click(target))


_OPEN_ITS_TAB = (
    "const hidden = arguments[0].closest('[role=tabpanel][hidden]');"
    "if (hidden) document.getElementById(hidden.getAttribute('aria-labelledby')).click()"
)


class ZeroDayTable(Table):
    """What a person does and sees at a match of Zero Day."""

    PLACES = ("[data-place]", "place")

    def __init__(self, person: Person, match: int) -> None:
        super().__init__(person, match)
        person.until(lambda: person.text(".zd-about"), "the board")

    def spots(self, mark: str = "go") -> list[str]:
        return self.marked(mark, ("[data-spot]", "spot"))

    def gives(self, place: str) -> WebElement:
        return self.place(place).find_element(By.CSS_SELECTOR, ".zd-gives")

    def spot(self, number: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, f"[data-spot='{number}']")

    def button(self, label: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, f"[data-id='{label}']")

    def view(self) -> dict[str, Any]:
        return dict(self.board()["view"])

    def click(self, label: str) -> None:
        """Press the control with this data-id, as soon as it is there."""
        self.person.until(lambda: self._bring(label).click() or True, f"the control {label!r}")

    def _bring(self, label: str) -> WebElement:
        """The control, with the tab of the panel opened in which it is."""
        self.person.ask(_OPEN_ITS_TAB, self.button(label))
        return self.button(label)


_UNITS = (
    "return Object.fromEntries([...document.querySelectorAll('.zo-stand')].map((one) => [one.dataset.at, one.dataset.unit]))"
)
_READY = (
    "return !document.querySelector('.zo-ring-pending') && !document.querySelector('.zo-prompt').textContent.startsWith('Sent')"
)


class ZeroOrderTable(Table):
    """What a person does and sees at one match of Zero Order."""

    PLACES = (".zo-cell", "grid")

    def __init__(self, person: Person, match: int) -> None:
        super().__init__(person, match)
        self.rng = Random(11)
        person.until(lambda: person.all(".zo-board"), "the board")

    def units(self) -> dict[str, str]:
        """What the board shows: grid to seat and code, as in "0PU"."""
        return dict(self.person.ask(_UNITS))

    def turn_comes(self) -> dict[str, Any]:
        """Wait until this person is to act and the page shows it; the match as it then is."""
        return self.person.until(self._mine, "the turn", 40)

    def _mine(self) -> dict[str, Any] | None:
        board = self.board()
        shown = "Waiting" not in self.status() and self.person.ask(_READY)
        return board if board["can"]["submit"] and shown else None

    def good(self, board: dict[str, Any]) -> str:
        """What a greedy bot would do in this person's place."""
        seat = board["viewer"]["seat"]
        return bots.choose_action("greedy", "zero-order", seat, board["view"], board["legal"], str, self.rng)

    def click(self, name: str) -> None:
        """Click into the middle of the hex."""
        self.place(name).find_element(By.CSS_SELECTOR, ".zo-hex").click()

    def goes_on(self, board: dict[str, Any]) -> None:
        """Wait until the match has gone beyond what `board` says."""
        self.person.until(lambda: self.board()["entry"] > board["entry"], "the action in the log")

    def reach(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Play on by the API, as a greedy bot would, until the match is as wanted; the match as it then is."""
        while True:
            board = self.person.until(self._to_act, "the turn", 40)
            if wanted(board):
                return self.turn_comes()
            self.send(board, self.good(board))

    def _to_act(self) -> dict[str, Any] | None:
        board = self.board()
        assert board["status"] == "playing", "the match is over too soon"
        return board if board["can"]["submit"] else None


_SEND = (
    "const box = document.querySelector('.ip-typed input'); if (!box.checkVisibility() || box.readOnly) return false;"
    "box.value = arguments[0]; box.form.requestSubmit(); return true"
)


class IncursionTable(Table):
    """What a person does and sees at one match."""

    PLACES = (".ip-cell", "space")

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
            return board if board["can"]["submit"] and self.tells(board) else None

        return self.person.until(due, "the turn")

    def taken(self, turn: int, what: str) -> None:
        """Wait until this person's turn of that number is over; what others do meanwhile does not count."""
        self.person.until(lambda: self.turn() != turn, what)

    def phase(self) -> str:
        """The phase as soon as this person is to act in it."""
        return str(self.awaited()["view"]["phase"])

    def said(self, space: str) -> str:
        """What a screen reader says of a space."""
        return str(self.place(space).get_attribute("aria-label"))

    def enter(self, text: str) -> None:
        """Put a notation into the box for actions and send it, without leaving where the focus is."""
        turn = self.turn()
        self.person.until(lambda: self.person.ask(_SEND, text), "the box for actions")
        self.taken(turn, f"{text} in the record")

    def submit_squad(self) -> None:
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
        person.until(lambda: space in self.marked("place"), f"{space} marked")
        self.place(space).find_element(By.CSS_SELECTOR, ".ip-ground").click()

    def past_questions(self) -> dict[str, Any]:
        """Say no to every question, which is its last answer; the board at the first activation."""
        while (board := self.awaited())["view"]["question"]:
            answers = self.person.until(lambda: self.person.all(".ip-question .btn"), "the answers")
            answers[-1].click()
            self.taken(board["viewer"]["turn"], "the answer")
        return board
