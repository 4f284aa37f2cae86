"""Zero Order in a browser: every phase by click, and the replay."""

from selenium.webdriver.support.ui import Select

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite
from tests.journeys.zero_order_table import ZeroOrderTable

pytestmark = ON_THE_SITE


def test_team_map_deployment_and_a_turn_are_played_by_click(person: NewPerson, site: RunningSite) -> None:
    player = person(lively=True)
    table = _sit_down(player, site, options={"joined_map": True})
    table.waits_for("Choose your team")
    player.press("Clear")
    player.sees("Choose 6 more units", ".zo-dock")
    player.press("Basics")
    player.press("Submit team")
    for phase, most in (("Build the map", 12), ("Deploy a unit", 6)):
        table.waits_for(phase)
        for _ in range(most):
            board = table.turn_comes()
            if phase not in table.status():
                break
            offered = table.marked("place")
            assert set(offered) == {text.split()[2] for text in board["legal"]}, "every grid for a token is marked"
            table.click(table.good(board).split()[2])
            table.goes_on(board)
    board = table.reach(lambda match: match["view"]["phase"] == "move")
    mine = sorted(table.marked("own"))
    assert mine == sorted({text.split("-")[0] for text in board["legal"]})
    table.click(mine[0])
    target = table.marked("move")[0]
    table.click(target)
    table.goes_on(board)
    player.until(lambda: table.units().get(target, "").startswith("0"), "the unit where it went")
    player.press("End turn")
    player.until(lambda: any("White ends the turn" in line for line in _log(player)), "the end of the turn in the log")
    _is_replayed_from_both_sides(table)


def _is_replayed_from_both_sides(table: ZeroOrderTable) -> None:
    """No team shows too early."""
    player = table.person
    table.reach(lambda match: match["view"]["phase"] == "act")
    units = table.units()
    player.press("Resign")
    player.sees("can't be undone", "dialog[open]")
    player.press("Resign")
    player.sees("You lost", "[data-part=verdict]")
    player.press("Replay")
    player.until(lambda: player.text("[data-replay=count]"), "the replay")
    assert table.units() == units
    for eyes in ("0", "1", "spectator"):
        Select(player.all("[data-replay=eyes]")[0]).select_by_value(eyes)
        player.until(lambda: table.units() == units, "the same position")
        frames = player.fetch(f"/api/v1/matches/{table.match}/replay/?viewer={eyes}")["frames"]
        choosing = [frame["view"]["teams"] for frame in frames if frame["view"]["phase"] == "team"]
        hidden = [1 - int(eyes)] if eyes.isdigit() else [0, 1]
        assert choosing
        assert all(teams[seat] is None for teams in choosing for seat in hidden)
    player.ask("document.querySelector('[data-replay=first]').click()")
    player.until(lambda: not table.units(), "an empty board at the start")


def _sit_down(player: Person, site: RunningSite, **asked: object) -> ZeroOrderTable:
    player.sign_in("ada")
    match = site.open_match(game="zero-order", seats=["ada", "bot:level-1"], **asked)
    player.visit(f"/matches/{match}/")
    player.until(lambda: player.all(".zo-board"), "the board")
    return ZeroOrderTable(player, match)


def _log(player: Person) -> list[str]:
    script = "return [...document.querySelectorAll('[data-part=log] li > :first-child')].map((one) => one.textContent)"
    return list(player.ask(script))
