"""Kept matches go the same way for ever and end in every way.

A line of a kept match holds the position to start from or at the end, or an action with its log line, note, and the
rules that it shows (for readers); only a new engine version may change them.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engines.zero_order.scenes import ENGINE

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.jsonl"))


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_goes_the_same_way(path: Path) -> None:
    begun, *played, ended = lines(path)
    state = ENGINE.load(begun["start"])
    for line in played:
        by, action = line["by"], ENGINE.decode(line["do"])
        assert line["told"] == ENGINE.describe(state, by, action, by)
        assert line["note"] == ENGINE.note(state, by, action)
        state = ENGINE.apply(state, by, action)
    assert ended["end"] == json.loads(json.dumps(ENGINE.dump(state)))


def test_the_playthroughs_end_in_every_way() -> None:
    outcomes = [ENGINE.outcome(ENGINE.load(lines(path)[-1]["end"])) for path in FILES]
    assert {outcome.reason for outcome in outcomes if outcome is not None} == {
        *("decimation", "glitched-out", "glitch-deleted", "404-ed"), *("disarmament", "repetition", "quiet", "turn-limit"),
    }  # fmt: skip
