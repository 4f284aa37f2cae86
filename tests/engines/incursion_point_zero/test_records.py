"""Kept playthroughs: they replay to the same hashes for ever, and together they show everything there is."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engines import record
from engines.verification import checks
from tests.engines.incursion_point_zero.features import EVERYTHING, shown, watched

RECORDS = Path(__file__).parent / "records"
INDEX = tomllib.loads((RECORDS / "index.toml").read_text("utf-8"))["record"]


def replayed(text: str) -> tuple[list[Any], set[str]]:
    """Every position of a record, and what the match shows."""
    read = record.parse_record(text)
    with watched() as passive:
        positions = list(read.positions())
        found = {word for word, count in passive.items() if count}
    for entry, position in zip(read.entries, positions[1:], strict=True):
        found |= set(shown(position.state, entry["do"]))
    return positions, found


@pytest.mark.parametrize("known", INDEX, ids=lambda known: known["file"])
def test_a_kept_record_replays_to_the_same_hashes_and_shows_what_its_note_says(known: dict[str, Any]) -> None:
    text = (RECORDS / known["file"]).read_text("utf-8")
    assert checks.find_fault(text) is None
    positions, found = replayed(text)
    assert positions[-1].outcome is not None
    assert (list(positions[-1].outcome.ranks), positions[-1].outcome.reason) == (known["ranks"], known["reason"])
    assert checks.check_chain(record.parse_record(text)) == known["last_hash"]
    assert set(known["shows"]) <= found


def test_ten_records_show_every_special_rule() -> None:
    assert len(INDEX) >= 10
    everything = {word for known in INDEX for word in known["shows"]}
    assert EVERYTHING - everything == set()
