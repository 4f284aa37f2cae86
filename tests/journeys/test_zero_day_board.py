"""Zero Day in the browser: the Admin's turn by clicks, and a hack that two people play."""

import re

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite
from tests.journeys.zero_day import ZeroDayTable

pytestmark = ON_THE_SITE


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
    secret = table.view()["credentials"][0]
    table.type_move(f"stack Invest {secret}")
    admin.sees("is one of your credentials", "[data-part=refusal]")
    table.act("resolve Invest", table.button("resolve Invest"))
    table.waits_for("No actions left")
    spot = table.spots()[0]
    table.spot(spot).click()
    admin.sees("ends your turn", "[data-part=hint]")
    assert table.spots("chosen") == [spot]
    table.act(f"init {spot}", table.spot(spot))
    assert re.search(f"Admin moves to initiative spot {spot}", " ".join(table.log()))


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
    keys = max((text for text in hacker.board()["legal"] if text.startswith("hack ")), key=len).split()[1:]
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
