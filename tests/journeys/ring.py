"""The match page of Order & Chaos in a person's browser: areas, chessmen, marks."""

from __future__ import annotations

from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.journeys.table import Table

_MARKED = (
    "return [...document.querySelectorAll(`.oc-frame .oc-cell[data-mark=${arguments[0]}]`)].map((one) => one.dataset.area)"
)
_MEN = (
    "return [...document.querySelectorAll('.oc-frame .oc-man')]"
    ".map((one) => `${one.dataset.area} ${one.dataset.seat}${one.dataset.man}`).sort()"
)
_PLACE = (
    "const box = document.querySelector(`.oc-frame .oc-cell[data-area='${arguments[0]}'] .oc-ground`)"
    ".getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]"
)
_ARROWS = (Keys.ARROW_LEFT, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_DOWN)


class Ring(Table):
    """What a person does and sees at one match of Order & Chaos."""

    # Reading

    def comes(self) -> None:
        """Wait for the board."""
        self.person.until(lambda: len(self.men()) == 12, "the twelve chessmen")

    def men(self) -> list[str]:
        """Where every chessman is drawn: area (or the territory of its grave), seat and kind, as in "B1 0b"."""
        return list(self.person.ask(_MEN))

    def marked(self, mark: str) -> list[str]:
        return list(self.person.ask(_MARKED, mark))

    def my_turn(self) -> bool:
        return "Your turn" in self.status() and bool(self.marked("own"))

    def cell(self, area: str) -> WebElement:
        return self.person.driver.find_element(By.CSS_SELECTOR, f".oc-frame .oc-cell[data-area='{area}']")

    def beside(self, area: str) -> WebElement:
        """A place in an area where no chessman stands: its name."""
        return self.cell(area).find_element(By.CSS_SELECTOR, ".oc-name")

    def owner(self, area: str) -> str | None:
        return self.cell(area).get_attribute("data-owner")

    def note(self) -> str:
        """The lines under the board."""
        return self.person.text(".oc-note")

    # Doing

    def click(self, area: str, *, beside: bool = False) -> None:
        """Click into the middle of an area, or beside the chessmen in it."""
        spot = self.beside(area) if beside else self.cell(area).find_element(By.CSS_SELECTOR, ".oc-ground")
        ActionChains(self.person.driver).move_to_element(spot).click().perform()

    def goes(self, source: str, target: str) -> None:
        """Make a move by two clicks, and wait until it is in the log."""
        told = len(self.log())
        self.click(source)
        self.click(target)
        self.person.until(lambda: len(self.log()) > told, f"{source}-{target} in the log")

    def types(self, text: str) -> None:
        told = len(self.log())
        self.type_move(text)
        self.person.until(lambda: len(self.log()) > told, f"{text} in the log")

    def walk_to(self, area: str) -> None:
        """Arrow keys from where the focus is, by a shortest way that is felt out key by key."""
        for _ in range(25):
            at = str(self.person.focused("data-area"))
            if at == area:
                return
            self.person.keys(self._nearer(at, area))
        raise AssertionError(f"the arrow keys lead from {at} to no {area}")

    def _nearer(self, at: str, to: str) -> str:
        (x, y), (to_x, to_y) = self.person.ask(_PLACE, at), self.person.ask(_PLACE, to)
        aside, down = to_x - x, to_y - y
        if abs(aside) > abs(down):
            return _ARROWS[0 if aside < 0 else 1]
        return _ARROWS[2 if down < 0 else 3]
