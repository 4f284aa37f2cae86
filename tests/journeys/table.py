"""The match page in a person's browser: the board of Field Tactics, its words and its clocks."""

import re
from collections.abc import Callable
from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys.person import PATIENCE_S, Person

_PIECES = (
    "return Object.fromEntries([...document.querySelectorAll('[data-part=board] [data-square]')]"
    ".filter((one) => one.dataset.piece).map((one) => [one.dataset.square, one.dataset.piece]))"
)
_MARKED = "return [...document.querySelectorAll(arguments[0])].map((one) => one.dataset[arguments[1]])"
_DRAWN = "return [...document.querySelectorAll('[data-part=board] .ft-square use')].map((one) => one.getAttribute('href'))"
_NEWEST = "return document.querySelector('[data-part=log] li:last-child > :first-child')?.textContent"
_LOG = "return [...document.querySelectorAll('[data-part=log] li > :first-child')].map((one) => one.textContent)"


class Table:
    """What a person does and sees at one match."""

    PLACES = ("[data-part=board] ", "square")
    """What finds the places of the board, and the name in whose data each keeps its own."""

    def __init__(self, person: Person, match: int = 0) -> None:
        """Sit down at a match, or stay at that whose page is open."""
        self.person = person
        if match:
            person.visit(f"/matches/{match}/")

    # Reading

    def status(self) -> str:
        return self.person.text("[data-part=status]")

    def waits_for(self, words: str, seconds: float = PATIENCE_S) -> None:
        self.person.sees(words, "[data-part=status]", seconds)

    def match_id(self) -> int:
        found = re.search(r"/matches/(\d+)/", self.person.path())
        assert found, self.person.path()
        return int(found[1])

    def pieces(self) -> dict[str, str]:
        """What the board shows: square to seat and code, as in "0C3", or "1?" for a hidden piece."""
        return dict(self.person.ask(_PIECES))

    def drawn_codes(self) -> set[str]:
        """The codes of all pieces that are drawn open on the board."""
        names = {href.removeprefix("#ft-") for href in self.person.ask(_DRAWN)}
        return {name for name in names if len(name) == 2}

    def marked(self, mark: str, of: tuple[str, str] | None = None) -> list[str]:
        places, name = of or self.PLACES
        return list(self.person.ask(_MARKED, f"{places}[data-mark={mark}]", name))

    def place(self, name: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, "{}[data-{}='{}']".format(*self.PLACES, name))

    def log(self) -> list[str]:
        return list(self.person.ask(_LOG))

    # Doing

    def set_up(self, preset: str = "Steady line") -> None:
        """Come to the set-up, choosing to move first where asked, and hand in a preset."""
        self.come_to_set_up()
        self.hand_in(preset)

    def hand_in(self, preset: str) -> None:
        self.waits_for("Set up your army")
        self.person.press(preset)
        self.person.press("Submit set-up")
        self.person.until(lambda: "Set up your army" not in self.status(), "the set-up to be accepted")

    def come_to_set_up(self) -> None:
        self.person.until(lambda: re.search("Set up your army|You have the advantage", self.status()), "the set-up", 40)
        if "You have the advantage" in self.status():
            self.person.press("Move first")
        self.waits_for("Set up your army")

    def my_turn(self) -> bool:
        """Whether a piece may be chosen now; not so while the last move is on its way."""
        return "Your turn" in self.status() and bool(self.marked("own"))

    def move(self) -> str:
        """Make a move by clicking, a battle if there is one; the notation. It may not be judged yet."""
        self.person.until(self.my_turn, "the turn", 40)
        targets: list[str] = []
        for source in self.marked("own"):
            self.place(source).click()
            if targets := self.marked("battle"):
                break
            targets = self.marked("move")
        self.place(targets[0]).click()
        return f"{source}-{targets[0]}"

    def sends_its_seed(self, pages: int) -> None:
        """Wait until as many pages have sent their client seeds, as each does when it opens before the start.

        One that came after the start would be refused with a 409, which the browser's console calls an error.
        """
        seeds = f"/api/v1/matches/{self.match_id()}/chance/"
        self.person.until(lambda: sum(self.person.fetch(seeds)["given"]) >= pages, f"the client seeds of {pages} pages")

    def types(self, text: str) -> None:
        """Type a move, and wait until it is in the log."""
        self.logs(text, lambda: self.type_move(text))

    def logs(self, words: str, act: Callable[[], object]) -> None:
        """Do it, and wait until the log tells of it."""
        told = len(self.log())
        act()
        self.person.until(lambda: len(self.log()) > told, f"{words!r} in the log")

    def send(self, board: dict[str, Any], text: str) -> None:
        """Make a move by the API, on the turn that `board` tells of."""
        body = {"turn": board["viewer"]["turn"], "text": text, "key": f"k{board['entry']}"}
        verdict = self.person.post(f"/api/v1/matches/{board['match_id']}/submissions/?wait=2", body)
        assert verdict["state"] != "refused", (body, verdict)

    def resign(self) -> None:
        self.person.press("Resign")
        self.person.sees("can't be undone", "dialog[open]")
        self.person.press("Resign")

    def type_move(self, text: str) -> None:
        box = self.person.until(lambda: self.person.all("[name=move]"), "the box for moves")[0]
        box.send_keys(text, "\n")

    def catches_up(self) -> dict[str, Any]:
        """Wait until the page tells the newest line of the match; the match as it then is."""

        def shown() -> dict[str, Any] | None:
            board = self.board()
            return board if self.tells(board) else None

        return self.person.until(shown, "the newest line in the log")

    def tells(self, board: dict[str, Any]) -> bool:
        """Whether the page's log ends as the board's does."""
        newest = board["log"][-1]["text"] if board["log"] else None
        return bool(self.person.ask(_NEWEST) == newest)

    def board(self) -> dict[str, Any]:
        """The match as the site's API tells it to this person."""
        return dict(self.person.fetch(f"/api/v1/matches/{self.match_id()}/"))
