"""On a phone of 360 pixels, by touch, in the light and in the dark."""

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
WIDTH = 360
PAGES = (
    "/", "/lobby/", "/events/", "/events/1/", "/leaderboard/field-tactics/", "/players/bot-magpie/",
    "/leagues/", "/leagues/demo-league/", "/players/bot-magpie/against/bot-sapper/",
    "/rules/field-tactics/", "/accounts/sign-up/",
)  # fmt: skip
_LOW = """
const tapped = '.btn, .icon-btn, .site-nav a, .site-foot nav a, main summary, .input, .form select, .form textarea';
return [...document.querySelectorAll(tapped)]
  .filter((one) => one.checkVisibility() && one.offsetHeight < 44)
  .map((one) => `${one.textContent.trim()}: ${one.offsetHeight} px`);
"""


def test_a_match_is_set_up_and_played_by_touch(person: NewPerson) -> None:
    player = person(width=WIDTH, height=740, touch=True)
    player.visit("/")
    player.tap_on("Play a bot")
    table = Table(player)
    table.come_to_set_up()
    player.tap_on("Steady line")
    before = table.pieces()
    one, other = ("B2", "C2") if "B2" in before else ("B7", "C7")
    for square in (one, other):
        player.tap(table.square(square))
    swapped = table.pieces()
    assert before[one] != before[other]
    assert (swapped[one], swapped[other]) == (before[other], before[one])
    player.tap_on("Submit set-up")
    table.waits_for("Your turn", 40)
    told = len(table.log())
    player.tap(table.square(table.marked("own")[0]))
    player.tap(table.square((table.marked("battle") or table.marked("move"))[0]))
    player.until(lambda: len(table.log()) > told, "the move in the log")
    _fits(player)


def test_pages_are_no_wider_than_the_phone_tall_enough_for_a_fingertip_and_dark_in_the_dark(person: NewPerson) -> None:
    visitor = person(width=WIDTH, height=740, touch=True)
    dark = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    visitor.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", dark)
    for path in PAGES:
        visitor.visit(path)
        assert visitor.text("h1"), path
        _fits(visitor)
        assert visitor.ask(_LOW) == [], path
        assert _brightness(visitor, "body", "background-color") < 60, path
        assert _brightness(visitor, "h1", "color") > 180, path


def _fits(one: Person) -> None:
    width = one.ask("return document.documentElement.scrollWidth")
    assert width <= WIDTH, f"{one.path()} is {width} px wide"


def _brightness(one: Person, css: str, of: str) -> float:
    """0 to 255, of a computed colour."""
    colour = one.ask("return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])", css, of)
    paint = (
        "const pen = document.createElement('canvas').getContext('2d'); pen.fillStyle = arguments[0];"
        "pen.fillRect(0, 0, 1, 1); return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)"
    )
    return sum(one.ask(paint, colour)) / 3
