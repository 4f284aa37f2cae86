"""The boards of four games in the browser: every phase by click, a match typed to its end, watched and replayed."""

import re
import time
from random import Random
from typing import Any

import pytest
from selenium.webdriver.support.ui import Select

from engines import bots
from engines.verification import checks
from tests.journeys import ON_THE_SITE, acts
from tests.journeys.boards import IncursionTable, Ring, ZeroDayTable, ZeroOrderTable
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
GAME = "order-and-chaos"
TURNING = ["B1-W1", "B5-W5", "B3-W3", "S4-B5"]
"""After these Order may kill in the north's core, and so turn the territories."""


def sit_down(site: RunningSite, one: Person, opponent: str, **asked: Any) -> Ring:
    ring = Ring(one, site.do(acts.open_match, ["ada", opponent], game=GAME, **asked))
    ring.comes()
    return ring


def test_a_kill_that_turns_the_territories_is_shown_and_told_step_by_step(person: NewPerson, site: RunningSite) -> None:
    ring = sit_down(site, person("ada", signed_in=True, lively=True), "ben", moves=TURNING)
    assert [ring.owner(area) for area in ("B2", "S1", "B5", "S6", "north")] == ["0", "0", "1", "1", "1"]
    ring.click("B2")
    assert ring.marked("kill") == ["B5"]
    ring.goes("S1", "W2")  # another one is chosen instead, and passes B2
    ring.person.sees("past the big chessman in B2", ".oc-report")
    site.do(acts.make_moves, ring.match_id(), "B6-W6")
    ring.person.until(ring.my_turn, "the turn")
    ring.goes("B2", "B5")
    ring.person.sees("It kills Chaos's small chessman", ".oc-report")
    ring.person.sees("The territories swap owners", ".oc-report")
    ring.person.until(lambda: ring.owner("B2") == "1" and ring.owner("north") == "0", "the territories to turn")
    ring.person.until(lambda: "south 1s" in ring.men(), "the dead one in the grave, which has turned too")
    assert "B5 0b" in ring.men()
    assert "it kills Chaos's small chessman; the territories swap owners" in ring.log()[-1]


@pytest.mark.prove
def test_a_whole_match_is_typed_to_its_end_and_replayed(person: NewPerson, site: RunningSite) -> None:
    """The first moves and the last are typed; in between the page follows a match without pauses."""
    ring = sit_down(site, person("ada", signed_in=True), "bot:level-1", options={"quiet_turn_limit": 30})
    one, rng = ring.person, Random(5)
    for _ in range(3):
        board = one.until(lambda: (now := ring.catches_up())["can"]["submit"] and now, "the turn")
        ring.types(bots.choose_action("greedy", GAME, 0, board["view"], board["legal"], str, rng))
    if last := site.do(acts.play_on, ring.match_id()):
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
    ring = sit_down(site, one, "ben", moves=["B1-W1"])
    assert ring.status() == "Waiting for Chaos to move."
    assert not ring.marked("own")
    ring.click("W1")
    assert "Order dominates it with one." in one.text(".oc-note")
    site.do(acts.make_moves, ring.match_id(), "B5-W5")
    one.until(lambda: "W5 1b" in ring.men(), "the move on the board")
    assert ring.status() == "Waiting for Order to move."
    one.visit("/")
    one.until(lambda: len(one.all(".mini .oc-man")) >= 12, "its small picture on the first page")


def test_team_map_deployment_and_a_turn_are_played_by_click(person: NewPerson, site: RunningSite) -> None:
    player = person("ada", signed_in=True, lively=True)
    match = site.do(acts.open_match, ["ada", "bot:level-1"], game="zero-order", options={"joined_map": True})
    table = ZeroOrderTable(player, match)
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
    player.until(lambda: any("White ends the turn" in line for line in table.log()), "the end of the turn in the log")
    _is_replayed_from_both_sides(table)


def _is_replayed_from_both_sides(table: ZeroOrderTable) -> None:
    """No team shows too early."""
    player = table.person
    table.reach(lambda match: match["view"]["phase"] == "act")
    units = table.units()
    table.resign()
    player.sees("You lost", "[data-part=verdict]")
    player.press("Replay")
    player.until(lambda: player.text("[data-replay=count]"), "the replay")
    assert table.units() == units
    for eyes in ("0", "1", "spectator"):
        Select(player.all("[data-replay=eyes]")[0]).select_by_value(eyes)
        player.until(lambda: table.units() == units, "the same position")
        frames = player.fetch(f"/api/v1/matches/{table.match_id()}/replay/?viewer={eyes}")["frames"]
        choosing = [frame["view"]["teams"] for frame in frames if frame["view"]["phase"] == "team"]
        hidden = [1 - int(eyes)] if eyes.isdigit() else [0, 1]
        assert choosing
        assert all(teams[seat] is None for teams in choosing for seat in hidden)
    player.ask("document.querySelector('[data-replay=first]').click()")
    player.until(lambda: not table.units(), "an empty board at the start")


def test_with_two_seats_the_admin_plays_a_turn_by_clicks(person: NewPerson, site: RunningSite) -> None:
    admin = person("ada", signed_in=True)
    table = ZeroDayTable(admin, site.do(acts.open_match, ["ada", "bot:level-1"], game="zero-day"))
    for card in ("1", "4", "7", "9"):
        table.click(f"four {card}")
    table.click("name")
    table.waits_for("Choose a free spot")
    spot = table.spots()[0]
    table.logs(f"init {spot}", table.spot(spot).click)
    for token in ("Defense", "Econ", "Util"):
        table.waits_for("Place an operation token")
        table.click(f"{token} token")
        place = table.marked("go")[0]
        table.logs(f"token {token}", table.gives(place).click)
        assert table.view()["board"][place]["token"] == token
    _begin_turn(table)
    unused = table.view()["unused"]
    table.click(f"card {unused[0]}")
    table.click("stack Invest")
    table.waits_for("1 action left")
    assert [kind["cards"] for kind in table.view()["operations"] if kind["name"] == "Invest"] == [[unused[0]]]
    secret = table.view()["credentials"][0]
    table.type_move(f"stack Invest {secret}")
    admin.sees("is one of your credentials", "[data-part=refusal]")
    table.logs("resolve Invest", table.button("resolve Invest").click)
    table.waits_for("No actions left")
    spot = table.spots()[0]
    table.spot(spot).click()
    admin.sees("ends your turn", "[data-part=hint]")
    assert table.spots("chosen") == [spot]
    table.logs(f"init {spot}", table.spot(spot).click)
    assert re.search(f"Admin moves to initiative spot {spot}", " ".join(table.log()))


@pytest.mark.prove
def test_with_four_seats_a_hack_by_click_is_answered_by_the_admin(person: NewPerson, site: RunningSite) -> None:
    ada, ben = person("ada", signed_in=True), person("ben", signed_in=True)
    match = site.do(acts.open_match, ["ben", "ada", "bot:level-1", "bot:level-1"], game="zero-day")
    admin, hacker = ZeroDayTable(ben, match), ZeroDayTable(ada, match)
    assert len(ada.all("[data-part=top] .strip")) == 3
    assert "Hacker 1" in ada.text("[data-part=bottom]")
    site.do(acts.play_on, match, offers="hack ")
    ada.until(lambda: "hack" in hacker.status(), "the offer of a hack")
    keys = max((text for text in hacker.board()["legal"] if re.fullmatch(r"hack( \d)+", text)), key=len).split()[1:]
    for key in keys:
        hacker.click(f"key {key}")
    ada.sees(f"Possible results for keys {' '.join(keys)} if", ".zd-hack")
    hacker.logs("hack", hacker.button("hack").click)
    admin.waits_for("Choose the number to announce")
    ben.sees(f"Hacker 1 hacks your credentials with the keys {' '.join(keys)}", ".zd-acts")
    true = admin.view()["pending"]["match"]
    assert hacker.view()["pending"]["match"] is None
    admin.logs("protect", admin.button("protect +1").click)
    ada.sees(f"{' '.join(keys)} → {true + 1}", ".zd-notebook")
    ada.sees("a token was spent", ".zd-notebook")
    hacker.click("mark 0")
    ada.driver.refresh()
    ada.until(lambda: ada.text("[data-id='mark 0']") == "✓", "the mark after a new start")


def _begin_turn(table: ZeroDayTable) -> None:
    """Resolve the initiative tile, fetching another where it is the Pointer; then the Admin may act."""
    table.waits_for("Your turn begins")
    spots = table.spots()
    table.logs("tile", (table.spot(spots[0]) if spots else table.button("tile")).click)
    table.waits_for("2 actions left")


def test_squad_map_cards_and_first_steps_by_click(person: NewPerson, site: RunningSite) -> None:
    """As the Terrorists, who have every phase: squad, placing, laying, and then a Soldier that stays hidden.

    Their roster has a Gamer of the season's own, whose card the page explains like all others.
    """
    stats = {"wisdom": 2, "awareness": 1, "synergy": 4, "dexterity": 3, "xfactor": 5}
    nova = {"handle": "Nova-7", "name": "Ada Lind", "genre": "CCG", "salary": 12, "stats": stats, "talent": "clutch"}
    rosters: dict[str, list[Any]] = {"strike": ["Panzord", "Kestrel", "Drumfire", "Lowground"]}
    rosters["terrorists"] = [nova, "Sidewinder", "StackTrace", "FragMom"]
    player = person("ada", signed_in=True)
    match = site.do(acts.open_match, ["bot:level-1", "ada"], game="incursion-point-zero", options={"rosters": rosters})
    table = IncursionTable(player, match)
    player.until(lambda: player.all(".ip-slot"), "the squad to choose")
    (chip,) = player.all(".ip-roster [aria-label^='Nova-7']")
    told = "Nova-7. CCG, salary 12. Dice: wisdom 2, synergy 4, dexterity 3. Clutch (once per match, when asked): Roll 2"
    assert str(chip.get_attribute("aria-label")).startswith(told)
    assert "Clutch" in player.text(".ip-slot option[value='Nova-7']")
    first = player.text(".ip-slot strong")
    player.press("↓")
    assert player.text(".ip-slot strong") != first
    table.submit_squad()
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
    while not player.all(".ip-fight .ip-die"):
        attack = site.do(acts.play_on, match, offers="attack")
        assert attack, "the match is over and no dice were shown"
        table.catches_up()
        table.enter(attack)
        table.catches_up()
