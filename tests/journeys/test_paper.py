"""What comes out of a printer, whatever the screen shows."""

from __future__ import annotations

import base64

import pytest

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE
_SHOWN = "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).length"
_COLOURS = """
return ["background-color", "color"].map((of) => getComputedStyle(document.body).getPropertyValue(of))
"""
WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"


SHEETS = [f"/events/1/rounds/1/print/{sheet}/" for sheet in ("pairings", "players")]


@pytest.mark.parametrize("path", ["/events/1/standings/", "/events/1/rounds/1/", "/events/1/paper/", *SHEETS])
def test_on_paper_there_is_black_on_white_and_nothing_to_press(person: NewPerson, path: str) -> None:
    reader = person()
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": dark})
    reader.visit(path)
    assert reader.ask(_COLOURS) == [WHITE, BLACK]
    assert reader.ask(_SHOWN, "header.site-head, footer, nav, button:not(.column-name), .btn, main form") == 0
    assert reader.ask(_SHOWN, "main h1, main h2, main tr, main li") > 4


def test_each_round_is_a_sheet_of_its_own(person: NewPerson) -> None:
    reader = person()
    reader.visit("/events/1/paper/")
    rounds = len(reader.all(".paper-round"))
    printed = reader.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    sheets = base64.b64decode(printed["data"]).count(b"/Type /Page\n")
    assert rounds > 0
    assert sheets == 1 + rounds
