"""Kept matches: they replay to the same hashes, show the rules that they are kept for, and together show all."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engines import play, record
from engines.referee_notation import parse_word
from engines.verification import checks
from tests.engines.zero_day import features
from tests.engines.zero_day.scenes import ENGINE

RECORDS = Path(__file__).parent / "records"
INDEX = tomllib.loads((RECORDS / "index.toml").read_text("utf-8"))["record"]
each_record = pytest.mark.parametrize("known", INDEX, ids=lambda known: known["file"])


@each_record
def test_a_kept_match_replays_to_the_same_hashes_and_shows_what_it_is_kept_for(known: dict[str, Any]) -> None:
    text = (RECORDS / known["file"]).read_text("utf-8")
    assert checks.find_fault(text) is None
    read = record.parse_record(text)
    assert checks.check_chain(read) == known["last_hash"]
    *positions, last = read.positions()
    assert last.outcome is not None
    assert (list(last.outcome.ranks), last.outcome.reason) == (known["ranks"], known["reason"])
    shown = set[str]()
    for made, before, after in zip(read.entries, positions, [*positions[1:], last], strict=True):
        by, do = made["by"], made["do"]
        if parse_word(by, do) is None:
            assert by is None or do in {ENGINE.encode(action) for action in ENGINE.legal(before.state, by) or ()}
            told = {play.describe(ENGINE, before, by, do, viewer) for viewer in (None, *range(read.seats))}
            assert [line.endswith(".") for line in told] == [True], "it is told alike to all"
            shown |= set(features.of(before.state, by, do, after.state))
    assert shown == set(known["shows"])


def test_the_kept_matches_show_every_special_rule_and_end_in_every_way() -> None:
    assert {file.name for file in RECORDS.glob("*.jsonl")} == {known["file"] for known in INDEX}
    assert {feature for known in INDEX for feature in known["shows"]} == features.EVERY
    reasons = {known["reason"] for known in INDEX}
    assert reasons >= {"progress", "info", "round-limit", "time", "resigned", "double-forfeit"}
    assert {len(known["ranks"]) for known in INDEX} == {2, 3, 4}
