"""Kept matches: they replay to the same hashes, show the rules that they are kept for, and together show all."""

from __future__ import annotations

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


def shown(read: record.Record) -> set[str]:
    positions = list(read.positions())
    found: set[str] = set()
    for made, before, after in zip(read.entries, positions, positions[1:], strict=False):
        if parse_word(made["by"], made["do"]) is None:
            found |= set(features.of(before.state, made["by"], made["do"], after.state))
    return found


@each_record
def test_a_kept_match_replays_to_the_same_hashes(known: dict[str, Any]) -> None:
    text = (RECORDS / known["file"]).read_text("utf-8")
    assert checks.find_fault(text) is None
    read = record.parse_record(text)
    *_, last = read.positions()
    assert last.outcome is not None
    assert (list(last.outcome.ranks), last.outcome.reason) == (known["ranks"], known["reason"])
    assert checks.check_chain(read) == known["last_hash"]


@each_record
def test_a_kept_match_shows_what_it_is_kept_for(known: dict[str, Any]) -> None:
    read = record.parse_record((RECORDS / known["file"]).read_text("utf-8"))
    assert shown(read) == set(known["shows"])


def test_the_kept_matches_show_every_special_rule() -> None:
    assert len(INDEX) >= 10
    assert {file.name for file in RECORDS.glob("*.jsonl")} == {known["file"] for known in INDEX}
    assert {feature for known in INDEX for feature in known["shows"]} == features.EVERY


def test_the_kept_matches_end_in_every_way_and_have_every_number_of_seats() -> None:
    reasons = {known["reason"] for known in INDEX}
    assert reasons >= {"progress", "info", "round-limit", "time", "resigned", "double-forfeit"}
    assert {len(known["ranks"]) for known in INDEX} == {2, 3, 4}


@each_record
def test_every_action_of_a_kept_match_was_listed_and_is_told_alike_to_all(known: dict[str, Any]) -> None:
    read = record.parse_record((RECORDS / known["file"]).read_text("utf-8"))
    for made, before in zip(read.entries, read.positions(), strict=False):
        by, do = made["by"], made["do"]
        if parse_word(by, do) is not None:
            continue
        if by is not None:
            assert do in {ENGINE.encode(action) for action in ENGINE.legal(before.state, by) or ()}
        told = {play.describe(ENGINE, before, by, do, viewer) for viewer in (None, *range(read.seats))}
        assert len(told) == 1
        assert told.pop().endswith(".")
