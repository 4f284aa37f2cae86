"""Pages as files, on paper, with plots, as an installed app and as an overlay in streaming software."""

import base64
import io
import json
from base64 import b64decode
from collections import Counter
from typing import Any

from PIL import Image

from league.games import list_games
from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.line import Line
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
        match = site.do(acts.open_match, game=game.key, seats=["ada", "ben"], moves=[])
        first = _files(visitor, match)
        assert visitor.ask(_UNNAMED) == []
        [start] = {path[: path.index("/", len("/static/")) + 1] for path, _ in first}
        assert len(start) > len("/static/12345678/"), "named by the release"
        assert f"{start}matches/boards/{game.key}.js" in dict(first)
        assert [path for path, count in Counter(path for path, _ in first).items() if count > 1] == []
        assert [(path, size) for path, size in _files(visitor, match) if size] == [], "the browser has asked again"
    site.do(acts.resign_all, "ada")


_SHOWN = "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).length"
_COLOURS = """
return ["background-color", "color"].map((of) => getComputedStyle(document.body).getPropertyValue(of))
"""
WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"
PAGES = ("standings/", "rounds/1/", "paper/", "rounds/1/print/pairings/", "rounds/1/print/players/")


def test_on_paper_there_is_black_on_white_nothing_to_press_and_a_sheet_for_each_round(person: NewPerson) -> None:
    reader = person()
    reader.prefers("dark", media="print")
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
    visitor.site.do(acts.open_match, game="order-and-chaos", seats=["ada", "ben"], moves=["B3-W3", "B4-W4", "resign"])

    def drawn() -> bool:
        visitor.visit("/games/order-and-chaos/stats/")
        return "W3" in visitor.text(".heat") and len(visitor.all("#weeks .plot canvas")) == 1

    visitor.until(drawn, "the match in the plots", 60)
    visitor.ask("document.querySelector('#weeks').scrollIntoView()")
    visitor.ask(POINT)
    visitor.until(lambda: "–" not in visitor.text("#weeks .u-legend"), "the figures under the pointer")
    assert visitor.width() <= 360
    visitor.ask("document.querySelector('#weeks details').open = true")
    matches = visitor.text("#weeks tbody tr td:nth-child(2)")
    assert matches in visitor.text("#weeks .u-legend")


REGISTER = """
const [done] = arguments;
navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(() => done(true));
"""
"""As the app does once it is installed, which this browser can't be."""


def test_a_browser_can_install_the_site_and_shows_its_page_without_a_connection(person: NewPerson, site: RunningSite) -> None:
    ada = person("ada", clumsy=True)
    with Line(site.port) as line:
        ada.address = line.address
        ada.visit("/events/")
        assert cdp(ada, "Page.getInstallabilityErrors")["installabilityErrors"] == []
        found = cdp(ada, "Page.getAppManifest")
        assert (found["errors"], json.loads(found["data"])["name"]) == ([], "League Zero")
        assert ada.driver.execute_async_script(REGISTER)
        ada.visit("/leagues/")
        ada.sees("Leagues", "h1")
    ada.visit("/events/")
    ada.sees("No connection", "h1")
    assert ada.ask("return getComputedStyle(document.querySelector('.btn')).display") == "flex"


def test_an_overlay_is_live_and_nothing_is_painted_beside_its_panels(person: NewPerson, site: RunningSite) -> None:
    match = site.do(acts.open_match, seats=["ada", "ben"], options={"advantage": "blue"}, moves=[])
    caster = person("ada", width=1920, height=1080, signed_in=True)
    cdp(caster, "Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
    caster.visit(f"/matches/{match}/overlay/")
    caster.until(lambda: caster.all("[data-drawn] .match-board > *"), "the board")
    assert "your" not in caster.text("main").lower()
    picture = Image.open(io.BytesIO(b64decode(cdp(caster, "Page.captureScreenshot", format="png")["data"]))).convert("RGBA")
    assert [picture.getpixel((x, 540))[3] for x in (5, 960, 1915)] == [0, 255, 0]  # type: ignore[index]
    site.do(acts.make_moves, match, "resign")
    caster.sees("won.", "[data-part=status]")


def cdp(one: Person, command: str, **given: Any) -> dict[str, Any]:
    answer: dict[str, Any] = one.driver.execute_cdp_cmd(command, given)
    return answer
