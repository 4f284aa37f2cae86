"""Pages as files, on paper and with plots: each file is fetched once, paper is black on white, a plot says what it shows."""

import base64
from collections import Counter

from league.games import list_games
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
_FETCHED = """
return performance.getEntriesByType("resource").map(({ name, transferSize }) => [new URL(name).pathname, transferSize])
"""
_UNNAMED = """
const named = new Set([...document.querySelectorAll('script[src], link[href]')].map((one) => one.src ?? one.href));
return performance.getEntriesByType('resource').map((one) => one.name)
  .filter((name) => /\\.(js|css)$/.test(name) && !named.has(name));
"""
"""Scripts and styles that the browser learnt of only when another one was there."""
_DRAWN = """
const there = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
return document.querySelector(".match-ready [data-part=board] *")
  && [...document.querySelectorAll("link[rel=modulepreload]")].every(({ href }) => there.has(href));
"""
"""The board is there, and every file that the page names has come: one that is left on its way is not kept."""


def _files(visitor: Person, match: int) -> list[tuple[str, int]]:
    """What the page of a match has fetched of files, and the bytes of each that came over the network."""
    visitor.visit(f"/matches/{match}/")
    visitor.until(lambda: visitor.ask(_DRAWN), "the board and its files")
    return [(path, size) for path, size in visitor.ask(_FETCHED) if path.startswith("/static/")]


def test_each_file_is_named_by_the_page_fetched_once_by_its_lasting_address_and_the_next_time_not_at_all(
    person: NewPerson, site: RunningSite
) -> None:
    visitor = person()
    for game in list_games():
        match = site.open_match(game=game.key, seats=["ada", "ben"], moves=[])
        first = _files(visitor, match)
        assert visitor.ask(_UNNAMED) == []
        [start] = {path[: path.index("/", len("/static/")) + 1] for path, _ in first}
        assert len(start) > len("/static/12345678/"), "named by the release"
        assert f"{start}matches/boards/{game.key}.js" in dict(first)
        assert [path for path, count in Counter(path for path, _ in first).items() if count > 1] == []
        assert [(path, size) for path, size in _files(visitor, match) if size] == [], "the browser has asked again"
    site.resign_all("ada")


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


POINT = """
const over = document.querySelector("#weeks .u-over"), box = over.getBoundingClientRect();
const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
over.dispatchEvent(new MouseEvent("mouseenter", at));
over.dispatchEvent(new MouseEvent("mousemove", at));
"""


def test_a_finished_match_is_drawn_and_the_plot_says_what_it_shows(person: NewPerson) -> None:
    visitor = person(width=360, height=780, touch=True)
    visitor.site.open_match(game="order-and-chaos", seats=["ada", "ben"], moves=["B3-W3", "B4-W4", "resign"])

    def drawn() -> bool:
        visitor.visit("/games/order-and-chaos/stats/")
        return "W3" in visitor.text(".heat") and len(visitor.all("#weeks .plot canvas")) == 1

    visitor.until(drawn, "the match in the plots", 60)
    visitor.ask("document.querySelector('#weeks').scrollIntoView()")
    visitor.ask(POINT)
    visitor.until(lambda: "–" not in visitor.text("#weeks .u-legend"), "the figures under the pointer")
    assert visitor.ask("return document.documentElement.scrollWidth") <= 360
    visitor.ask("document.querySelector('#weeks details').open = true")
    matches = visitor.text("#weeks tbody tr td:nth-child(2)")
    assert matches in visitor.text("#weeks .u-legend")
