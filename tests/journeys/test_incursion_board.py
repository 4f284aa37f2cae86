"""Incursion Point: Zero in the browser: every phase by click, a match by typed notation, by keyboard, by touch."""

from __future__ import annotations

from typing import Any

from selenium.webdriver import Keys
from selenium.webdriver.support.ui import Select

from engines.verification import checks
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.incursion import IncursionTable, seated, seated_again
from tests.journeys.person import Person
from tests.journeys.site import RunningSite
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
STRIKE, TERRORISTS = 0, 1
_LOG = "return [...document.querySelectorAll('[data-part=log] li')].map((one) => one.textContent)"


def test_squad_map_cards_and_first_steps_by_click(person: NewPerson, site: RunningSite) -> None:
    """As the Terrorists, who have every phase: squad, placing, laying, and then a Soldier that stays hidden.

    Their roster has a Gamer of the season's own, whose card the page explains like all others.
    """
    stats = {"wisdom": 2, "awareness": 1, "synergy": 4, "dexterity": 3, "xfactor": 5}
    nova = {"handle": "Nova-7", "name": "Ada Lind", "genre": "CCG", "salary": 12, "stats": stats, "talent": "clutch"}
    rosters: dict[str, list[Any]] = {"strike": ["Panzord", "Kestrel", "Drumfire", "Lowground"]}
    rosters["terrorists"] = [nova, "Sidewinder", "StackTrace", "FragMom"]
    table = seated(person, site, TERRORISTS, bot="level-1", options={"rosters": rosters})
    player = table.person
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


def test_a_whole_match_by_typed_notation_with_dice_and_replay(person: NewPerson, site: RunningSite) -> None:
    table = seated(person, site, STRIKE, bot="level-7")
    player = table.person
    table.hand_in()
    while not player.all(".ip-fight .ip-die"):  # a page that is behind shows the newest action only
        attack = site.play_on(table.match, offers="attack")
        assert attack, "the match is over and no dice were shown"
        Table(player).catches_up()
        table.send(attack)
        Table(player).catches_up()
    if last := site.play_on(table.match):
        Table(player).catches_up()
        table.send(last)
    player.until(lambda: player.text("[data-part=verdict]"), "the verdict")
    assert player.text("[data-part=reason]").strip()
    assert checks.find_fault(player.read(f"/api/v1/matches/{table.match}/record/")) is None
    player.press("Replay")
    last = int(player.until(lambda: player.text("[data-replay=count]"), "the replay").split()[-1])
    slider = "const s = document.querySelector('[data-replay=slider]'); s.value = arguments[0];"
    player.ask(slider + "s.dispatchEvent(new Event('input'))", last // 2)
    known = table.known_cards()
    Select(player.all("[data-replay=eyes]")[0]).select_by_value("0")
    player.until(lambda: table.known_cards() < known, "cards that Strike may not know")
    assert not table.known_cards()


def _comes_to_a_question(table: IncursionTable, site: RunningSite) -> bool:
    """By lot a match may end before anything is asked."""
    table.send("squad Sniper:{} Assault:{} Scout:{} Heavy:{}".format(*table.board()["view"]["gamers"][STRIKE]))
    site.play_on(table.match, question=["interrupt", "free"])
    return bool(table.board()["view"].get("question"))


def test_a_question_takes_the_focus_and_is_answered_with_a_key(person: NewPerson, site: RunningSite) -> None:
    table = seated(person, site, STRIKE, bot="level-7")
    player = table.person
    while not _comes_to_a_question(table, site):
        table = seated_again(table, site, bot="level-7")
    board = table.awaited()
    player.until(lambda: "Question" in str(player.focused("aria-label")), "the focus on the question")
    asked = board["view"]["question"]
    player.keys("n")
    player.until(lambda: table.board()["view"]["question"] != asked, "the answer")


def test_entering_and_moving_with_the_arrow_keys_and_a_refusal(person: NewPerson, site: RunningSite) -> None:
    table = seated(person, site, STRIKE, bot="level-1")
    table.come_to_play(site)
    player = table.person
    target = table.marked("move")[0]
    table.tab_to_map()
    table.walk_to(target)
    assert "You can: enter" in str(player.focused("aria-label"))
    player.keys(Keys.ENTER)
    player.until(lambda: table.standing(target), "the Soldier on its space")
    before = table.awaited()["entry"]
    assert "goes one space" in table.type_refused("move Heavy Z1-1 Z4-4")
    assert table.entry() == before


def test_a_card_and_a_soldier_are_dragged(person: NewPerson, site: RunningSite) -> None:
    table = seated(person, site, STRIKE, bot="level-1", options={"gamers": False})
    player = table.person
    table.hand_in()
    board = table.awaited()
    _, card, space = board["legal"][0].split()
    player.until(lambda: player.all(f"[data-card='{card}']"), "the card")
    table.drag(player.all(f"[data-card='{card}']")[0], space)
    table.taken(board["viewer"]["turn"], "the Location in the record")
    table.come_to_play(site, handed_in=True)
    board = table.past_questions()
    while not any(text.startswith("move") for text in board["legal"]):
        table.send(board["legal"][0])
        board = table.past_questions()
    goals = [text.split() for text in board["legal"] if text.startswith("move")]
    _, soldier, source, goal = goals[-1]
    player.until(lambda: f"move to {goal}" in table.said(goal), "the goal marked")
    table.drag(table.ground(source), goal)
    if player.text(".ip-menu"):
        player.press(f"Move to {goal}")
    table.taken(board["viewer"]["turn"], "the step in the record")
    assert any(f"{soldier} moves to {goal}" in line for line in player.ask(_LOG))


def explains_a_soldier(player: Person) -> bool:
    """Tap a Soldier and tell whether its tip appears. A board that is drawn anew meanwhile has none."""
    player.tap(player.all(".ip-chip")[1])
    try:
        player.sees("hit points", ".ip-tip", 5)
    except AssertionError:
        return False
    return True


def test_on_a_phone_a_tap_explains_and_then_acts(person: NewPerson, site: RunningSite) -> None:
    table = seated(person, site, STRIKE, bot="level-1", width=360, height=740, touch=True)
    table.come_to_play(site)
    player = table.person
    target = table.marked("move")[0]
    player.tap(table.ground(target))
    player.sees(target, ".ip-menu")
    player.sees("Enter on", ".ip-menu")
    player.tap_on(f"Enter on {target}")
    player.until(lambda: table.standing(target), "the Soldier on its space")
    player.until(lambda: explains_a_soldier(player), "what a Soldier is")
    assert player.ask("return document.documentElement.scrollWidth") <= 360
