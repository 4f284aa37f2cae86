"""The match page in a person's browser: the board of Zero Order, its dock and its words."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from engines import bots
from tests.journeys.person import PATIENCE_S, Person

_MARKED = "return [...document.querySelectorAll(`.zo-cell[data-mark='${arguments[0]}']`)].map((one) => one.dataset.grid)"
_UNITS = (
    "return Object.fromEntries([...document.querySelectorAll('.zo-stand')].map((one) => [one.dataset.at, one.dataset.unit]))"
)
_READY = (
    "return !document.querySelector('.zo-ring-pending') && !document.querySelector('.zo-prompt').textContent.startsWith('Sent')"
)
_SEND = """
const [path, body, done] = arguments;
const token = document.querySelector('meta[name="csrf-token"]').content;
const headers = {"Content-Type": "application/json", "X-CSRFToken": token};
fetch(path, {method: "POST", headers, body: JSON.stringify(body)}).then((answer) => answer.json()).then(done);
"""


class ZeroOrderTable:
    """What a person does and sees at one match of Zero Order."""

    def __init__(self, person: Person, match: int) -> None:
        self.person = person
        self.match = match
        self.rng = Random(11)

    # Reading

    def board(self) -> dict[str, Any]:
        """The match as the site's API tells it to this person."""
        return dict(self.person.fetch(f"/api/v1/matches/{self.match}/"))

    def status(self) -> str:
        return self.person.text("[data-part=status]")

    def waits_for(self, words: str, seconds: float = PATIENCE_S) -> None:
        self.person.until(lambda: re.search(words, self.status()), f"the status {words!r}", seconds)

    def marked(self, mark: str) -> list[str]:
        return list(self.person.ask(_MARKED, mark))

    def units(self) -> dict[str, str]:
        """What the board shows: grid to seat and code, as in "0PU"."""
        return dict(self.person.ask(_UNITS))

    def grid(self, name: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, f".zo-cell[data-grid='{name}']")

    def spot(self, name: str) -> WebElement:
        """The hex itself, whose middle is where one clicks."""
        return self.grid(name).find_element(By.CSS_SELECTOR, ".zo-hex")

    # Doing

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
        self.spot(name).click()

    def goes_on(self, board: dict[str, Any]) -> None:
        """Wait until the match has gone beyond what `board` says."""
        self.person.until(lambda: self.board()["entry"] > board["entry"], "the action in the log")

    def reach(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Play on by the API, as a greedy bot would, until the match is as wanted; the match as it then is."""
        while True:
            board = self.person.until(self._to_act, "the turn", 40)
            if wanted(board):
                return self.turn_comes()
            body = {"turn": board["viewer"]["turn"], "text": self.good(board), "key": f"k{board['entry']}"}
            answer = self.person.driver.execute_async_script(_SEND, f"/api/v1/matches/{self.match}/submissions/?wait=2", body)
            assert answer["state"] != "refused", (body, answer)

    def _to_act(self) -> dict[str, Any] | None:
        board = self.board()
        assert board["status"] == "playing", "the match is over too soon"
        return board if board["can"]["submit"] else None
