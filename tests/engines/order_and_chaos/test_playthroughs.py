"""Kept matches: they replay to the same hashes, show what the index says of them, and leave no rule out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines import record
from engines.verification import checks
from tests.engines.order_and_chaos.scenes import seen
from tests.engines.order_and_chaos.test_coverage import RULES, of_the_battle_areas, of_the_end, of_the_move, of_the_revival

FOLDER = Path(__file__).parent / "records"
INDEX = tomllib.loads((FOLDER / "index.toml").read_text("utf-8"))["record"]


def shown(read: record.Record) -> Iterator[tuple[int, str]]:
    """Every rule that comes up, with the number of the entry."""
    positions = [position.state for position in read.positions()]
    for n, entry in enumerate(read.entries, 1):
        before, after = seen(positions[n - 1]), seen(positions[n])
        yield from ((n, rule) for rule in of_the_end(after))
        if after["turn"] > before["turn"]:
            yield from ((n, rule) for rule in of_the_move(before, entry["do"], after))
            yield from ((n, rule) for rule in of_the_battle_areas(before, after))
            yield from ((n, rule) for rule in of_the_revival(before, after))


@pytest.mark.parametrize("known", INDEX, ids=lambda known: known["file"])
def test_a_kept_match_replays_to_the_same_hashes_and_shows_each_rule_where_the_index_says(known: dict[str, Any]) -> None:
    text = (FOLDER / known["file"]).read_text("utf-8")
    assert checks.find_fault(text) is None
    read = record.parse_record(text)
    assert read.closing is not None
    assert (read.closing["outcome"]["ranks"], read.closing["outcome"]["reason"]) == (known["ranks"], known["reason"])
    assert checks.check_chain(read) == known["last_hash"]
    first: dict[str, int] = {}
    for n, rule in shown(read):
        first.setdefault(rule, n)
    assert first == known["shows"]


def test_every_rule_comes_up_in_the_kept_matches() -> None:
    assert RULES - {rule for known in INDEX for rule in known["shows"]} == set()
    assert {path.name for path in FOLDER.glob("*.jsonl")} == {known["file"] for known in INDEX}
