"""Without a mouse."""

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
    player.keys(Keys.ENTER)
    player.until(lambda: len(table.log()) > told, "the move in the log")
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
