"""A match against a bot, from the set-up to the replay."""

from __future__ import annotations

import re
from random import Random

from selenium.webdriver import Keys
from selenium.webdriver.support.ui import Select

from engines import bots
from engines.verification import checks
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite
from tests.journeys.table import Table

pytestmark = ON_THE_SITE


def test_a_set_up_comes_from_a_preset_from_chance_and_from_the_keyboard(person: NewPerson) -> None:
    table = _sit_down(person())
    table.person.press("Fortress")
    fortress = table.pieces()
    table.person.press("Random")
    drawn = table.pieces()
    assert sorted(fortress.values()) == sorted(drawn.values())
    assert fortress != drawn
    one, other = _swap_neighbours_by_keyboard(table)
    swapped = table.pieces()
    assert (swapped[one], swapped[other]) == (drawn[other], drawn[one])
    table.person.press("Submit set-up")
    table.person.until(lambda: "Set up your army" not in table.status(), "the set-up to be accepted")
    table.person.driver.refresh()
    table.person.until(table.pieces, "the board")
    own = drawn[one][0]
    after = {square: piece for square, piece in table.pieces().items() if piece[0] == own}
    assert after.items() <= swapped.items()
    assert len(after) >= 21, "the bot may have taken a piece or two by now"


def test_battles_are_told_in_words_and_a_resigned_match_can_be_replayed_and_verified(person: NewPerson) -> None:
    player = person(lively=True)
    table = _sit_down(player)
    table.set_up()
    for _ in range(3):
        table.move()
    player.until(lambda: re.search(r"attacked \w+", player.text(".ft-report")), "a battle in words")
    assert any(re.search(r"and (wins|loses)|are destroyed", line) for line in table.log()), table.log()
    _step_back_and_return(player)
    _look_up_keys_and_choose_colours(player)
    _resign(player)
    player.sees("You lost to Level 3 bot", "[data-part=verdict]")
    player.sees("resigns", "[data-part=reason]")
    player.sees("Rematch", "[data-part=result]")
    _replay_through_both_eyes(player, table)
    player.press("Download game record")
    record = player.downloaded("match-*.jsonl")
    assert checks.find_fault(record.read_bytes()) is None


def test_a_whole_match_is_played_to_its_end_and_told(person: NewPerson, site: RunningSite) -> None:
    """The first moves and the last are typed; in between the page follows a match without pauses."""
    player = person()
    player.sign_in("ada")
    match = site.open_match(seats=["ada", "bot:level-1"])
    player.visit(f"/matches/{match}/")
    table = Table(player)
    table.set_up("Left hook")
    rng = Random(7)
    for _ in range(3):
        player.until(lambda: "Your turn" in table.status(), "the next turn", 40)
        _type_a_good_move(table, rng)
    last = site.play_on(match)
    table.catches_up()
    if last:
        player.until(lambda: "Your turn" in table.status(), "the last turn")
        _make(table, last)
    player.until(lambda: player.text("[data-part=verdict]"), "the verdict")
    assert player.text("[data-part=reason]").strip()
    assert checks.find_fault(player.read(f"/api/v1/matches/{match}/record/")) is None


def _sit_down(player: Person) -> Table:
    player.visit("/")
    player.press("Play a bot")
    table = Table(player)
    table.come_to_set_up()
    return table


def _swap_neighbours_by_keyboard(table: Table) -> tuple[str, str]:
    """Swap the first two unlike pieces of the second row from the back; their squares."""
    player, pieces = table.person, table.pieces()
    first = "A2" if "A2" in pieces else "F7"
    player.ask("arguments[0].focus()", table.square(first))
    one = first
    for _ in range(5):
        player.keys(Keys.ARROW_RIGHT)
        other = str(player.focused("data-square"))
        if pieces[one] != pieces[other]:
            break
        one = other
    player.keys(Keys.ARROW_LEFT, Keys.ENTER)
    assert table.marked("chosen") == [one]
    player.keys(Keys.ARROW_RIGHT, Keys.ENTER)
    return one, other


def _step_back_and_return(player: Person) -> None:
    player.press("Step back")
    step, newest = player.text("[data-replay=count]").split()[1::2]
    assert int(step) < int(newest)  # By one, if nothing has happened meanwhile.
    player.press("Back to live")
    assert not player.ask("return document.querySelector('[data-part=replay]').checkVisibility()")


def _look_up_keys_and_choose_colours(player: Person) -> None:
    player.keys("?")
    player.sees("Move over the board", "dialog[open]")
    player.keys(Keys.ESCAPE)
    player.press("Sound & display")
    player.ask("document.querySelector('dialog[open] [value=slate]').click()")
    player.press("Done")
    assert player.ask("return document.querySelector('[data-match-page]').dataset.board") == "slate"


def _resign(player: Person) -> None:
    player.press("Resign")
    player.sees("can't be undone", "dialog[open]")
    player.press("Play on")
    assert not player.text("[data-part=verdict]")
    player.press("Resign")
    player.sees("can't be undone", "dialog[open]")
    player.press("Resign")


def _replay_through_both_eyes(player: Person, table: Table) -> None:
    count = "[data-replay=count]"
    player.press("Replay")
    steps = int(player.until(lambda: player.text(count), "the replay").split()[-1])
    assert steps >= 8
    player.ask("document.querySelector('[data-replay=first]').click()")
    for step in range(1, 6):
        player.ask("document.querySelector('[data-replay=next]').click()")
        player.sees(f"Move {step} of {steps}", count)
    assert all(len(piece) == 3 for piece in table.pieces().values())
    eyes = Select(player.all("[data-replay=eyes]")[0])
    for seat in ("0", "1"):
        eyes.select_by_value(seat)
        hidden = f"{1 - int(seat)}?"
        player.until(lambda hidden=hidden: hidden in table.pieces().values(), "hidden enemies")
        assert {piece[0] for piece in table.pieces().values() if piece.endswith("?")} == {hidden[0]}
    eyes.select_by_value("spectator")
    player.until(lambda: set(table.pieces().values()) == {"0?", "1?"}, "a board without ranks")


def _type_a_good_move(table: Table, rng: Random) -> None:
    board = table.catches_up()
    assert board["can"]["submit"]
    seat = board["viewer"]["seat"]
    _make(table, bots.choose_action("greedy", "field-tactics", seat, board["view"], board["legal"], str, rng))


def _make(table: Table, text: str) -> None:
    told = len(table.log())
    if "-" not in text:  # a piece for the duel
        table.square(text).click()
        table.square(text).click()
    else:
        table.type_move(text)
    table.person.until(lambda: len(table.log()) > told, f"the move {text} on the page")
