"""What a browser keeps of a match: receipts that its record fits; it warns where the match was changed afterwards."""

from __future__ import annotations

import json

from engines import receipts, record
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
CHANGE = """
const name = `kept-${arguments[0]}`;
const kept = JSON.parse(localStorage.getItem(name));
localStorage.setItem(name, JSON.stringify({ ...kept, hash: "0".repeat(64) }));
"""


def test_receipts_are_kept_and_saved_and_a_changed_match_is_told_of(person: NewPerson) -> None:
    player = person(lively=True)
    player.visit("/")
    player.press("Play a bot")
    table = Table(player)
    table.come_to_set_up()
    table.set_up()
    table.move()
    match = table.match_id()
    player.press("Resign")
    player.sees("can't be undone", "dialog[open]")
    player.press("Resign")
    player.sees("You lost", "[data-part=verdict]")
    assert player.text("[data-part=changed]") == ""
    player.press("Details")
    player.press("Provably fair dice")
    player.press("Save receipts")
    kept = receipts.parse_receipts(player.downloaded("receipts-*.jsonl").read_bytes())
    text = player.read(f"/api/v1/matches/{match}/record/")
    assert len(kept) >= 2
    assert receipts.verify_receipts(record.parse_record(text), kept) == len(kept)
    assert json.loads(text.splitlines()[0])["players"][0]["name"]
    player.ask(CHANGE, match)
    player.driver.refresh()
    player.sees("This match was changed: entry", "[data-part=changed]")
