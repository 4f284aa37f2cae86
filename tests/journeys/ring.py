"""The match page of Order & Chaos in a person's browser: areas, chessmen, marks."""

from selenium.webdriver import ActionChains
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

    def owner(self, area: str) -> str | None:
        return self.cell(area).get_attribute("data-owner")

    def note(self) -> str:
        """The lines under the board."""
        return self.person.text(".oc-note")

    # Doing

    def click(self, area: str) -> None:
        """Click into the middle of an area."""
        spot = self.cell(area).find_element(By.CSS_SELECTOR, ".oc-ground")
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
