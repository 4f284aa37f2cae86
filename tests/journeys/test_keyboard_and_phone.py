"""Without a mouse: with the keyboard alone, and by touch on a phone of 360 pixels."""

from selenium.webdriver import Keys

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
_PLACE = (
    "const box = document.querySelector(`[data-part=board] [data-square='${arguments[0]}']`).getBoundingClientRect();"
    "return [box.left, box.right, box.top + box.height / 2]"
)


def test_from_the_first_page_to_a_move_with_the_keyboard_alone(person: NewPerson) -> None:
    player = person()
    player.visit("/")
    player.tab_to("Play a bot")
    player.keys(Keys.ENTER)
    table = Table(player)
    _choose_to_move_first(table)
    player.tab_to("Steady line")
    player.keys(Keys.ENTER)
    player.tab_to("Submit set-up")
    player.keys(Keys.ENTER)
    table.waits_for("Your turn", 40)
    own = table.marked("own")[0]
    _walk_to(table, own)
    player.keys(Keys.ENTER)
    assert "chosen" in str(player.focused("aria-label"))
    target = (table.marked("battle") + table.marked("move"))[0]
    _walk_to(table, target)
    told = len(table.log())
    table.logs(f"{own}-{target}", lambda: player.keys(Keys.ENTER))
    assert f"{own} " in table.log()[told]
    assert target in table.log()[told]


def _choose_to_move_first(table: Table) -> None:
    player = table.person
    player.until(lambda: "Set up your army" in table.status() or "You have the advantage" in table.status(), "the match")
    if "You have the advantage" in table.status():
        player.tab_to("Move first")
        player.keys(Keys.ENTER)
    table.waits_for("Set up your army")


def _walk_to(table: Table, square: str) -> None:
    """Press Tab to reach the board, then arrow keys: first up or down, then along the row."""
    player = table.person
    for _ in range(70):
        if player.focused("data-square"):
            break
        player.keys(Keys.TAB)
    for _ in range(20):
        at = str(player.focused("data-square"))
        if at == square:
            return
        player.keys(_arrow(player, at, square))
    raise AssertionError(f"the arrow keys lead from {at} to no {square}")


def _arrow(player: Person, at: str, to: str) -> str:
    left, right, middle = player.ask(_PLACE, at)
    to_left, to_right, to_middle = player.ask(_PLACE, to)
    if abs(middle - to_middle) > 3:
        return Keys.ARROW_UP if to_middle < middle else Keys.ARROW_DOWN
    return Keys.ARROW_LEFT if to_left + to_right < left + right else Keys.ARROW_RIGHT


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
        player.tap(table.place(square))
    swapped = table.pieces()
    assert before[one] != before[other]
    assert (swapped[one], swapped[other]) == (before[other], before[one])
    player.tap_on("Submit set-up")
    table.waits_for("Your turn", 40)
    player.tap(table.place(table.marked("own")[0]))
    target = table.place((table.marked("battle") or table.marked("move"))[0])
    table.logs("the move", lambda: player.tap(target))
    _fits(player)


def test_pages_are_no_wider_than_the_phone_tall_enough_for_a_fingertip_and_dark_in_the_dark(person: NewPerson) -> None:
    visitor = person(width=WIDTH, height=740, touch=True)
    visitor.prefers("dark")
    for path in PAGES:
        visitor.visit(path)
        assert visitor.text("h1"), path
        _fits(visitor)
        assert visitor.ask(_LOW) == [], path
        assert _brightness(visitor, "body", "background-color") < 60, path
        assert _brightness(visitor, "h1", "color") > 180, path


def _fits(one: Person) -> None:
    assert one.width() <= WIDTH, one.path()


def _brightness(one: Person, css: str, of: str) -> float:
    """0 to 255, of a computed colour."""
    colour = one.ask("return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])", css, of)
    paint = (
        "const pen = document.createElement('canvas').getContext('2d'); pen.fillStyle = arguments[0];"
        "pen.fillRect(0, 0, 1, 1); return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)"
    )
    return sum(one.ask(paint, colour)) / 3
