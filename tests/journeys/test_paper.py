"""What comes out of a printer, whatever the screen shows."""

from __future__ import annotations

import base64

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE
_SHOWN = "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).length"
_COLOURS = """
return ["background-color", "color"].map((of) => getComputedStyle(document.body).getPropertyValue(of))
"""
WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"
PAGES = ("standings/", "rounds/1/", "paper/", "rounds/1/print/pairings/", "rounds/1/print/players/")


def test_on_paper_there_is_black_on_white_nothing_to_press_and_a_sheet_for_each_round(person: NewPerson) -> None:
    reader = person()
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": dark})
    for page in PAGES:
        reader.visit(f"/events/1/{page}")
        assert reader.ask(_COLOURS) == [WHITE, BLACK], page
        assert reader.ask(_SHOWN, "header.site-head, footer, nav, button:not(.column-name), .btn, main form") == 0, page
        assert reader.ask(_SHOWN, "main h1, main h2, main tr, main li") > 4, page
    reader.visit("/events/1/paper/")
    rounds = len(reader.all(".paper-round"))
    printed = reader.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    assert base64.b64decode(printed["data"]).count(b"/Type /Page\n") == 1 + rounds > 1
