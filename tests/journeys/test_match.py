"""A match against a bot, from the set-up to the replay."""

import re

from selenium.webdriver import Keys
from selenium.webdriver.support.ui import Select

from engines import receipts, record
from engines.verification import checks
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
CHANGE = """
const name = `kept-${arguments[0]}`;
const kept = JSON.parse(localStorage.getItem(name));
localStorage.setItem(name, JSON.stringify({ ...kept, hash: "0".repeat(64) }));
"""


def test_a_match_from_a_set_up_by_keyboard_over_battles_in_words_to_its_replay_and_its_receipts(person: NewPerson) -> None:
    player = person(lively=True)
    player.visit("/")
    player.press("Play a bot")
    table = Table(player)
    table.come_to_set_up()
    player.sees("Claim account", "header")
    _set_up(table)
    table.set_up()
    for _ in range(3):
        table.move()
    player.until(lambda: re.search(r"attacked \w+", player.text(".ft-report")), "a battle in words")
    assert any(re.search(r"and (wins|loses)|are destroyed", line) for line in table.log()), table.log()
    _step_back_and_return(player)
    _look_up_keys_and_choose_colours(player)
    player.press("Resign")
    player.press("Play on")
    assert not player.text("[data-part=verdict]")
    table.resign()
    player.sees("You lost to Level 3 bot", "[data-part=verdict]")
    player.sees("resigns", "[data-part=reason]")
    player.sees("Rematch", "[data-part=result]")
    _replay_through_both_eyes(player, table)
    player.press("Download game record")
    record_ = player.downloaded("match-*.jsonl").read_bytes()
    assert checks.find_fault(record_) is None
    _keeps_receipts(player, table.match_id(), record_.decode())


def _set_up(table: Table) -> None:
    table.person.press("Fortress")
    fortress = table.pieces()
    table.person.press("Random")
    drawn = table.pieces()
    assert sorted(fortress.values()) == sorted(drawn.values())
    assert fortress != drawn
    one, other = _swap_neighbours_by_keyboard(table)
    swapped = table.pieces()
    assert (swapped[one], swapped[other]) == (drawn[other], drawn[one])


def _keeps_receipts(player: Person, match: int, text: str) -> None:
    """They fit the record, and the page warns where the match was changed afterwards."""
    assert player.text("[data-part=changed]") == ""
    player.press("Details")
    player.press("Provably fair dice")
    player.press("Save receipts")
    kept = receipts.parse_receipts(player.downloaded("receipts-*.jsonl").read_bytes())
    assert len(kept) >= 2
    assert receipts.verify_receipts(record.parse_record(text), kept) == len(kept)
    player.ask(CHANGE, match)
    player.driver.refresh()
    player.sees("This match was changed: entry", "[data-part=changed]")


def _swap_neighbours_by_keyboard(table: Table) -> tuple[str, str]:
    """Swap the first two unlike pieces of the second row from the back; their squares."""
    player, pieces = table.person, table.pieces()
    first = "A2" if "A2" in pieces else "F7"
    player.ask("arguments[0].focus()", table.place(first))
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


def _replay_through_both_eyes(player: Person, table: Table) -> None:
    count = "[data-replay=count]"
    player.press("Replay")
    steps = int(player.until(lambda: player.text(count), "the replay").split()[-1])
    assert steps >= 7
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
