"""Order & Chaos on its ring: a kill that turns it, a match typed to its end and replayed, and watched by others."""

import time
from random import Random

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
    site.open_match(match=match, moves=["B5-W5"])
    one.until(lambda: "W5 1b" in ring.men(), "the move on the board")
    assert ring.status() == "Waiting for Order to move."
    one.visit("/")
    one.until(lambda: len(one.all(".mini .oc-man")) >= 12, "its small picture on the first page")
