"""The kept playthroughs go the same way, line for line, and show every rule."""

import json
from typing import Any

import pytest

from tests.engines.zero_order.playthroughs import EVERYTHING, FOLDER, told
from tests.engines.zero_order.scenes import ENGINE

FILES = sorted(FOLDER.glob("*.jsonl"))


def lines(path: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_goes_the_same_way(path: Any) -> None:
    kept = lines(path)
    log = [(line["by"], line["do"]) for line in kept[1:-1]]
    again = [json.loads(json.dumps(line)) for line in told(ENGINE.load(kept[0]["start"]), log)]
    assert again == kept


def test_the_playthroughs_show_every_rule() -> None:
    assert len(FILES) >= 10
    shown = {rule for path in FILES for line in lines(path) for rule in line.get("shows", ())}
    assert not sorted(EVERYTHING - shown)
