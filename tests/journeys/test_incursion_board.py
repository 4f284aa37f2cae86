"""Incursion Point: Zero in the browser: every phase by click, and the dice of an attack."""

from typing import Any

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.incursion import IncursionTable
from tests.journeys.site import RunningSite
from tests.journeys.table import Table

pytestmark = ON_THE_SITE


def test_squad_map_cards_and_first_steps_by_click(person: NewPerson, site: RunningSite) -> None:
    """As the Terrorists, who have every phase: squad, placing, laying, and then a Soldier that stays hidden.

    Their roster has a Gamer of the season's own, whose card the page explains like all others.
    """
    stats = {"wisdom": 2, "awareness": 1, "synergy": 4, "dexterity": 3, "xfactor": 5}
    nova = {"handle": "Nova-7", "name": "Ada Lind", "genre": "CCG", "salary": 12, "stats": stats, "talent": "clutch"}
    rosters: dict[str, list[Any]] = {"strike": ["Panzord", "Kestrel", "Drumfire", "Lowground"]}
    rosters["terrorists"] = [nova, "Sidewinder", "StackTrace", "FragMom"]
    player = person("ada")
    player.sign_in("ada")
    match = site.open_match(game="incursion-point-zero", seats=["bot:level-1", "ada"], options={"rosters": rosters})
    player.visit(f"/matches/{match}/")
    player.until(lambda: player.all(".ip-slot"), "the squad to choose")
    table = IncursionTable(player, match)
    (chip,) = player.all(".ip-roster [aria-label^='Nova-7']")
    told = "Nova-7. CCG, salary 12. Dice: wisdom 2, synergy 4, dexterity 3. Clutch (once per match, when asked): Roll 2"
    assert str(chip.get_attribute("aria-label")).startswith(told)
    assert "Clutch" in player.text(".ip-slot option[value='Nova-7']")
    first = player.text(".ip-slot strong")
    player.press("↓")
    assert player.text(".ip-slot strong") != first
    table.hand_in()
    while table.phase() == "place":
        table.place_by_click()
    while table.phase() == "drop":
        table.press_first()
    assert table.phase() == "lay"
    table.lay_by_click("Missile")
    assert "Nuclear Missile" in table.said(table.board()["view"]["missile"])
    player.press("Fill the rest")
    player.until(lambda: table.phase() == "play" and table.mine(), "the play")
    board = table.past_questions()
    player.sees("Your turn: the", "[data-part=status]")
    player.press(f"End {board['view']['turn']['soldier']}'s activation")
    table.taken(board["viewer"]["turn"], "the pass")
    _sees_dice(table, site)


def _sees_dice(table: IncursionTable, site: RunningSite) -> None:
    """Those of an attack, once the page tells it as the newest action."""
    player = table.person
    while not player.all(".ip-fight .ip-die"):
        attack = site.play_on(table.match, offers="attack")
        assert attack, "the match is over and no dice were shown"
        Table(player).catches_up()
        table.send(attack)
        Table(player).catches_up()
