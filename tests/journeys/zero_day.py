"""The board of Zero Day in a person's browser: tiles, track, panel, and playing on as a bot would."""

from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys.person import Person
from tests.journeys.table import Table

_MARKED = (
    "return [...document.querySelectorAll(`[data-${arguments[0]}][data-mark=${arguments[1]}]`)]"
    ".map((one) => one.dataset[arguments[0]])"
)
_OPEN_ITS_TAB = (
    "const hidden = arguments[0].closest('[role=tabpanel][hidden]');"
    "if (hidden) document.getElementById(hidden.getAttribute('aria-labelledby')).click()"
)


class ZeroDayTable(Table):
    """What a person does and sees at a match of Zero Day."""

    def __init__(self, person: Person, match: int) -> None:
        super().__init__(person)
        self.match = match
        person.visit(f"/matches/{match}/")
        person.until(lambda: person.text(".zd-about"), "the board")

    # Reading

    def places(self, mark: str = "go") -> list[str]:
        return list(self.person.ask(_MARKED, "place", mark))

    def spots(self, mark: str = "go") -> list[str]:
        return list(self.person.ask(_MARKED, "spot", mark))

    def place(self, name: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, f"[data-place='{name}'] .zd-gives")

    def spot(self, number: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, f"[data-spot='{number}']")

    def button(self, label: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, f"[data-id='{label}']")

    def view(self) -> dict[str, Any]:
        return dict(self.board()["view"])

    # Doing

    def click(self, label: str) -> None:
        """Press the control with this data-id, as soon as it is there."""
        self.person.until(lambda: self._bring(label).click() or True, f"the control {label!r}")

    def _bring(self, label: str) -> WebElement:
        """The control, with the tab of the panel opened in which it is."""
        self.person.ask(_OPEN_ITS_TAB, self.button(label))
        return self.button(label)

    def act(self, words: str, control: WebElement) -> None:
        """Click what does it, and wait until the log tells of it."""
        told = len(self.log())
        control.click()
        self.person.until(lambda: len(self.log()) > told, f"{words!r} in the log")
