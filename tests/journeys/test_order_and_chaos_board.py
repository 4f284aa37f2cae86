"""Order & Chaos on its ring: by click, by key, typed, by touch and in the replay."""

from __future__ import annotations

import time
from random import Random

import pytest
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.support.ui import Select

from engines import bots
from engines.verification import checks
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.ring import Ring
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
GAME = "order-and-chaos"
TURNING = ["B1-W1", "B5-W5", "B3-W3", "S4-B5"]
"""After these Order may kill in the north's core, and so turn the territories."""
BOTH_KINDS = ["B1-W1", "B4-W4", "S1-B1", "B6-W6", "B1-W1", "W6-W5"]
"""After these a small and a big chessman of Order stand in W1."""
HELD = ["B1-W1", "B6-W6", "W1-W6", "S6-B6", "B2-W2", "B6-W6"]
"""After these Order's chessman in W6, which came second, is alone against two of Chaos's."""


_PRESSED = """
const press = () => document.body.dispatchEvent(new PointerEvent("pointerdown", {isPrimary: true, bubbles: true}));
press();
window.pressing = setInterval(press, 50); // for who only holds it down is shown what is new after a while
"""
_LET_GO = "clearInterval(window.pressing); document.body.click()"


def sit_down(site: RunningSite, one: Person, *moves: str, opponent: str = "ben", **asked: object) -> Ring:
    one.sign_in("ada")
    seats = ["ada", opponent]
    given = {} if opponent.startswith("bot:") else {"moves": list(moves)}
    match = site.open_match(game=GAME, seats=seats, **given, **asked)
    one.visit(f"/matches/{match}/")
    ring = Ring(one)
    ring.comes()
    return ring


def test_a_kill_that_turns_the_territories_is_shown_and_told_step_by_step(person: NewPerson, site: RunningSite) -> None:
    ring = sit_down(site, person(lively=True), *TURNING)
    assert [ring.owner(area) for area in ("B2", "S1", "B5", "S6", "north")] == ["0", "0", "1", "1", "1"]
    ring.click("B2")
    assert ring.marked("kill") == ["B5"]
    ring.goes("S1", "W2")  # another one is chosen instead, and passes B2
    ring.person.sees("past the big chessman in B2", ".oc-report")
    site.open_match(match=ring.match_id(), moves=["B6-W6"])
    ring.person.until(ring.my_turn, "the turn")
    ring.goes("B2", "B5")
    ring.person.sees("It kills Chaos's small chessman", ".oc-report")
    ring.person.sees("The territories swap owners", ".oc-report")
    ring.person.until(lambda: ring.owner("B2") == "1" and ring.owner("north") == "0", "the territories to turn")
    ring.person.until(lambda: "south 1s" in ring.men(), "the dead one in the grave, which has turned too")
    assert "B5 0b" in ring.men()
    assert "it kills Chaos's small chessman; the territories swap owners" in ring.log()[-1]


def test_where_both_kinds_stand_one_is_asked_which(person: NewPerson, site: RunningSite) -> None:
    ring = sit_down(site, person(), *BOTH_KINDS)
    one = ring.person
    ring.click("W1", beside=True)
    one.sees("From W1", ".oc-chooser")
    one.hears_again(ring.match_id())
    assert one.focused("data-kind"), "the same position, shown again, leaves the question open and the focus in it"
    one.keys(Keys.ESCAPE)
    assert not one.all(".oc-chooser:not([hidden])")
    assert one.focused("data-area") == "W1"
    one.keys("b")
    assert "B1" in ring.marked("move")
    assert not ring.marked("kill")
    one.keys(Keys.ESCAPE)
    one.keys(Keys.ENTER)
    one.press("Small (W1s)")
    ring.click("W2")
    one.until(lambda: "small chessman from W1 to W2" in ring.log()[-1], "the small one's move")


def test_news_waits_until_what_is_pressed_has_been_let_go(person: NewPerson, site: RunningSite) -> None:
    """A click counts only where finger and button came down and went up on the same thing, and it has not moved."""
    ring = sit_down(site, person(), "B1-W1")
    one, match = ring.person, ring.match_id()
    before = ring.men()
    one.ask(_PRESSED)
    site.open_match(match=match, moves=["B5-W5"])
    one.hears_again(match)
    assert ring.men() == before
    one.ask(_LET_GO)
    one.until(lambda: "W5 1b" in ring.men(), "the move on the board")


def test_a_held_chessman_says_why_and_a_refusal_is_the_referees(person: NewPerson, site: RunningSite) -> None:
    ring = sit_down(site, person(), *HELD)
    one = ring.person
    assert len(one.all(".oc-man.oc-held")) == 1
    ring.click("W6")
    one.sees("Chaos dominates W6 with two: your chessmen there can't move.", "[data-part=hint]")
    assert "Chaos dominates it with two. Your chessmen can't leave." in ring.note()
    ring.type_move("W6-W1")
    one.sees("Chaos dominates W6 with 2 chessmen: yours cannot move.", "[data-part=refusal]")
    assert ring.my_turn()
    one.fill(move="b3")
    one.sees("Continue with: B3-", ".oc-typing")
    one.fill(move="b3 to w3")
    one.sees("Your big chessman moves from B3 to W3.", ".oc-typing")
    one.keys(Keys.ENTER)
    one.until(lambda: "from B3 to W3" in ring.log()[-1], "the typed move")


def test_a_chessman_can_be_dragged(person: NewPerson, site: RunningSite) -> None:
    ring = sit_down(site, person(), "B1-W1", "B5-W5")
    hand = ActionChains(ring.person.driver, duration=40)
    hand.click_and_hold(ring.cell("B3").find_element("css selector", ".oc-ground"))
    hand.move_to_element(ring.cell("W3").find_element("css selector", ".oc-ground")).release().perform()
    ring.person.until(lambda: "from B3 to W3" in ring.log()[-1], "the dragged move")


def test_from_the_board_to_a_move_with_the_keyboard_alone(person: NewPerson, site: RunningSite) -> None:
    ring = sit_down(site, person(), opponent="bot:level-1", turn_ms=60_000)
    one = ring.person
    for _ in range(40):
        one.keys(Keys.TAB)
        if one.focused("data-area"):
            break
    ring.walk_to("B2")
    assert "core and big triangle" in str(one.focused("aria-label"))
    one.until(lambda: "B2, core and big triangle" in ring.note(), "what is told of the area")
    one.keys(Keys.ENTER)
    assert "chosen" in str(one.focused("aria-label"))
    ring.walk_to("W2")
    assert "can move here" in str(one.focused("aria-label"))
    one.keys(Keys.ENTER)
    one.until(lambda: ring.log() and "from B2 to W2" in ring.log()[0], "the move in the log")


def test_a_whole_match_is_typed_to_its_end_and_replayed(person: NewPerson, site: RunningSite) -> None:
    """The first moves and the last are typed; in between the page follows a match without pauses."""
    ring = sit_down(site, person(), opponent="bot:level-1", options={"quiet_turn_limit": 30})
    one, rng = ring.person, Random(5)
    for _ in range(3):
        board = one.until(lambda: (now := ring.catches_up())["can"]["submit"] and now, "the turn")
        ring.types(bots.choose_action("greedy", GAME, 0, board["view"], board["legal"], str, rng))
    if last := site.play_on(ring.match_id()):
        ring.catches_up()
        ring.types(last)
    one.until(lambda: one.text("[data-part=verdict]"), "the verdict")
    assert one.text("[data-part=reason]").strip()
    assert checks.find_fault(one.read(f"/api/v1/matches/{ring.match_id()}/record/")) is None
    end = _at_rest(ring)
    one.press("Replay")
    one.sees("Move", "[data-replay=count]")
    one.ask("document.querySelector('[data-replay=first]').click()")
    one.until(lambda: ring.men() != end, "the start")
    assert {man for man in ring.men() if man.startswith("B")} == {f"B{n} {int(n > 3)}b" for n in range(1, 7)}
    one.ask("document.querySelector('[data-replay=next]').click()")
    one.sees("moves from", ".oc-report")
    Select(one.all("[data-replay=eyes]")[0]).select_by_value("1")
    one.sees("Order's", ".oc-report")
    one.ask("document.querySelector('[data-replay=last]').click()")
    one.until(lambda: ring.men() == end, "the end as it was")


def _at_rest(ring: Ring) -> list[str]:
    """Where the chessmen stand once nothing moves any more."""
    seen = [ring.men()]

    def still() -> bool:
        time.sleep(0.5)
        seen.append(ring.men())
        return seen[-1] == seen[-2]

    ring.person.until(still, "the end of the animation")
    return seen[-1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_moves_are_made_by_touch(person: NewPerson, site: RunningSite, scheme: str) -> None:
    one = person(width=360, height=740, touch=True)
    features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    one.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
    ring = sit_down(site, one, *BOTH_KINDS)
    one.tap(ring.beside("W1"))
    one.tap_on("Big (W1b)")
    one.until(lambda: "B1" in ring.marked("move"), "where it may go")
    one.tap(ring.cell("B1"))
    one.until(lambda: "big chessman from W1 to B1" in ring.log()[-1], "the move")
    one.tap(ring.cell("W5"))
    assert "W5, battle area" in ring.note()
    assert one.ask("return document.documentElement.scrollWidth") <= 360


def test_a_classroom_match_shows_its_time_and_what_the_points_say(person: NewPerson, site: RunningSite) -> None:
    ring = sit_down(site, person(), "B1-W1", options={"classroom": True})
    ring.person.sees("Classroom match: 4:", ".oc-time")
    summaries = ring.person.all(".oc-fact summary")
    next(one for one in summaries if "Points" in one.text).click()
    ring.person.sees("Right now: equal points, 0. Held points:", ".oc-facts")


def test_a_spectator_sees_everything_and_is_told_who_is_awaited(person: NewPerson, site: RunningSite) -> None:
    one = person()
    match = site.open_match(game=GAME, seats=["ada", "ben"], moves=["B1-W1"])
    one.visit(f"/matches/{match}/")
    ring = Ring(one)
    ring.comes()
    assert ring.status() == "Waiting for Chaos to move."
    assert not ring.marked("own")
    ring.click("W1")
    assert "Order dominates it with one." in ring.note()
    one.hears_again(match)
    assert "Order dominates it with one." in ring.note(), "who comes or goes takes nothing away that is being read"
    site.open_match(match=match, moves=["B5-W5"])
    one.until(lambda: "W5 1b" in ring.men(), "the move on the board")
    assert ring.status() == "Waiting for Order to move."
    one.visit("/")
    one.until(lambda: len(one.all(".mini .oc-man")) >= 12, "its small picture on the first page")
