"""Zero Day in the browser: the Admin by clicks, Hackers by keyboard and touch, with two, three and four seats."""

from __future__ import annotations

import re
from random import Random

from selenium.webdriver import Keys
from selenium.webdriver.support.ui import Select

from engines.verification import checks
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite
from tests.journeys.zero_day import ZeroDayTable

pytestmark = ON_THE_SITE
WIDTH = 360


def test_with_two_seats_the_admin_plays_a_turn_by_clicks(person: NewPerson, site: RunningSite) -> None:
    admin = person()
    table = _sit_down(admin, site, ["ada", "bot:level-1"])
    for card in ("1", "4", "7", "9"):
        table.click(f"four {card}")
    table.click("name")
    table.waits_for("Choose a free spot")
    _take_spot(table)
    for token in ("Defense", "Econ", "Util"):
        table.waits_for("Place an operation token")
        table.click(f"{token} token")
        place = table.places()[0]
        table.act(f"token {token}", table.place(place))
        assert table.view()["board"][place]["token"] == token
    _begin_turn(table)
    unused = table.view()["unused"]
    table.click(f"card {unused[0]}")
    table.click("stack Invest")
    table.waits_for("1 action left")
    assert _operation(table, "Invest")["cards"] == [unused[0]]
    table.act("resolve Invest", table.button("resolve Invest"))
    table.waits_for("No actions left")
    spot = table.spots()[0]
    table.spot(spot).click()
    admin.sees("ends your turn", "[data-part=hint]")
    assert table.spots("chosen") == [spot]
    table.act(f"init {spot}", table.spot(spot))
    assert re.search(f"Admin moves to initiative spot {spot}", " ".join(table.log()))


def test_a_card_is_stacked_in_either_order_and_a_refusal_is_shown(person: NewPerson, site: RunningSite) -> None:
    admin = person()
    table = _sit_down(admin, site, ["ada", "bot:level-1"])
    table.comes_to(site, "act")
    name = next(kind["name"] for kind in table.view()["operations"] if not kind["stack"])
    card = table.view()["unused"][0]
    table.click(f"stack {name}")
    admin.sees(f"Choose an unused card for {name}", "[data-part=hint]")
    table.act(f"stack {name} {card}", table.button(f"card {card}"))
    assert _operation(table, name)["cards"] == [card]
    secret = table.view()["credentials"][0]
    table.type_move(f"stack Invest {secret}")
    admin.sees("is one of your credentials", "[data-part=refusal]")
    admin.ask("document.querySelector('[name=move]').value = ''")
    admin.all("[name=move]")[0].send_keys("init")
    offered = admin.ask("return [...document.querySelectorAll('#typed-moves option')].map((one) => one.value)")
    assert offered
    assert all(text.startswith("init ") for text in offered)


def test_with_three_seats_a_whole_match_is_typed_replayed_and_verified(person: NewPerson, site: RunningSite) -> None:
    hacker = person()
    table = _sit_down(hacker, site, ["bot:level-1", "ada", "bot:level-1"], options={"round_limit": 2})
    rng = Random(5)
    for _ in range(4):
        table.act(str(hacker.until(lambda: table.good_action(rng), "the next turn", 40)))
    if last := site.play_on(table.match):
        table.catches_up()
        hacker.until(table.my_turn, "the last turn")
        table.act(last)
    hacker.press("Replay")
    hacker.until(lambda: hacker.text("[data-replay=count]"), "the replay")
    hacker.until(lambda: hacker.text("[data-part=reason]"), "why the match ended")
    eyes = Select(hacker.all("[data-replay=eyes]")[0])
    assert [option.get_attribute("value") for option in eyes.options] == ["all", "0", "1", "2", "spectator"]
    hacker.sees("The Admin's desk", ".zd-panel")
    hacker.ask("document.querySelector('[data-replay=back]').click()")
    eyes.select_by_value("2")
    hacker.sees("Your keys", ".zd-panel")
    assert "desk" not in hacker.text(".zd-panel").lower(), "before the end a Hacker sees no credentials"
    eyes.select_by_value("spectator")
    hacker.until(lambda: "Your keys" not in hacker.text(".zd-panel"), "a spectator's view")
    hacker.ask("document.querySelector('[data-replay=first]').click()")
    hacker.ask("document.querySelector('[data-replay=next]').click()")
    assert "Move 1 of" in hacker.text("[data-replay=count]")
    assert checks.find_fault(hacker.read(f"/api/v1/matches/{table.match}/record/")) is None


def test_with_four_seats_a_hack_by_click_is_answered_by_the_admin(person: NewPerson, site: RunningSite) -> None:
    ada, ben = person("ada"), person("ben")
    for one, name in ((ada, "ada"), (ben, "ben")):
        one.sign_in(name)
    match = site.open_match(game="zero-day", seats=["ben", "ada", "bot:level-1", "bot:level-1"])
    admin, hacker = ZeroDayTable(ben, match), ZeroDayTable(ada, match)
    assert len(ada.all("[data-part=top] .strip")) == 3
    assert "Hacker 1" in ada.text("[data-part=bottom]")
    site.play_on(match, offers="hack ")
    ada.until(lambda: "hack" in hacker.status(), "the offer of a hack")
    keys = next(text for text in hacker.board()["legal"] if re.fullmatch(r"hack \d \d \d \d", text)).split()[1:]
    for key in keys:
        hacker.click(f"key {key}")
    ada.sees(f"Possible results for keys {' '.join(keys)} if", ".zd-hack")
    hacker.act("hack", hacker.button("hack"))
    admin.waits_for("Choose the number to announce")
    ben.sees(f"Hacker 1 hacks your credentials with the keys {' '.join(keys)}", ".zd-acts")
    true = admin.view()["pending"]["match"]
    assert hacker.view()["pending"]["match"] is None
    admin.act("protect", admin.button("protect +1"))
    ada.sees(f"{' '.join(keys)} → {true + 1}", ".zd-notebook")
    ada.sees("a token was spent", ".zd-notebook")
    hacker.click("mark 0")
    ada.driver.refresh()
    ada.until(lambda: ada.text("[data-id='mark 0']") == "✓", "the mark after a new start")


def test_a_hacker_plays_by_keyboard(person: NewPerson, site: RunningSite) -> None:
    hacker = person()
    table = _sit_down(hacker, site, ["bot:level-1", "ada"])
    table.comes_to(site, "move")
    target = table.places()[0]
    hacker.ask("document.querySelector('[data-place=C]').focus()")
    _walk_to(hacker, target)
    assert "can be chosen" in str(hacker.focused("aria-label"))
    told = len(table.log())
    hacker.keys(Keys.ENTER)
    hacker.until(lambda: len(table.log()) > told, "the step onto the board")
    assert table.view()["seats"][1]["at"] == target
    hacker.ask("document.querySelector('[data-spot][tabindex=\"0\"]').focus()")
    free = table.spots()[-1]
    for _unused in range(10):
        if hacker.focused("data-spot") == free:
            break
        hacker.keys(Keys.ARROW_RIGHT)
    hacker.keys(Keys.ENTER)
    hacker.sees("ends your turn", "[data-part=hint]")
    hacker.keys(Keys.ESCAPE)
    hacker.until(lambda: not table.spots("chosen"), "nothing chosen")
    hacker.keys(Keys.ENTER, Keys.ENTER)
    hacker.until(lambda: f"spot {free}." in " ".join(table.log()), "the end of the turn")


def test_a_hacker_plays_by_touch_on_a_phone(person: NewPerson, site: RunningSite) -> None:
    hacker = person(width=WIDTH, height=740, touch=True)
    table = _sit_down(hacker, site, ["bot:level-1", "ada", "bot:level-1", "bot:level-1"], options={"advanced": True})
    table.waits_for("Choose a free spot")
    hacker.tap(table.spot(table.spots()[0]))
    table.waits_for("Your turn begins")
    told = len(table.log())
    hacker.tap(table.button("tile") if not table.spots() else table.spot(table.spots()[0]))
    hacker.until(lambda: len(table.log()) > told, "the tile in the log")
    table.comes_to(site, "move")
    target = table.places()[0]
    hacker.tap(table.place(target))
    hacker.until(lambda: table.view()["seats"][1]["at"] == target, "the pawn on the board")
    assert target in hacker.text(".zd-about")
    width = hacker.ask("return document.documentElement.scrollWidth")
    assert width <= WIDTH, width


def _sit_down(player: Person, site: RunningSite, seats: list[str], **asked: object) -> ZeroDayTable:
    player.sign_in("ada")
    return ZeroDayTable(player, site.open_match(game="zero-day", seats=seats, **asked))


def _take_spot(table: ZeroDayTable) -> None:
    spot = table.spots()[0]
    table.act(f"init {spot}", table.spot(spot))


def _begin_turn(table: ZeroDayTable) -> None:
    """Resolve the initiative tile, fetching another where it is the Pointer; then the Admin may act."""
    table.waits_for("Your turn begins")
    if table.spots():
        table.act("tile", table.spot(table.spots()[0]))
    else:
        table.act("tile", table.button("tile"))
    table.waits_for("2 actions left")


def _operation(table: ZeroDayTable, name: str) -> dict[str, object]:
    return next(kind for kind in table.view()["operations"] if kind["name"] == name)


def _walk_to(hacker: Person, target: str) -> None:
    """Arrow keys over the tiles: towards the target, until it has the focus."""
    place = (
        "const box = document.querySelector(`[data-place=${arguments[0]}]`).getBoundingClientRect();"
        "return [box.x + box.width / 2, box.y + box.height / 2]"
    )
    for _ in range(8):
        at = str(hacker.focused("data-place"))
        if at == target:
            return
        (x, y), (to_x, to_y) = hacker.ask(place, at), hacker.ask(place, target)
        if abs(to_x - x) > abs(to_y - y):
            hacker.keys(Keys.ARROW_RIGHT if to_x > x else Keys.ARROW_LEFT)
        else:
            hacker.keys(Keys.ARROW_DOWN if to_y > y else Keys.ARROW_UP)
    raise AssertionError(f"the arrow keys lead to no {target}")
