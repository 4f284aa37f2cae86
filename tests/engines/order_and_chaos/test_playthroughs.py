"""Kept matches replay to the same hashes, and leave no rule out."""

import tomllib
from pathlib import Path

from engines import record
from engines.verification import checks
from tests.engines.order_and_chaos.scenes import seen
from tests.engines.order_and_chaos.test_coverage import RULES, rules

FOLDER = Path(__file__).parent / "records"
INDEX = tomllib.loads((FOLDER / "index.toml").read_text("utf-8"))["record"]


def test_kept_matches_replay_to_the_same_hashes_and_show_every_rule() -> None:
    shown: set[str] = set()
    for known in INDEX:
        text = (FOLDER / known["file"]).read_text("utf-8")
        assert checks.find_fault(text) is None, known["file"]
        read = record.parse_record(text)
        assert checks.check_chain(read) == known["last_hash"]
        views = [seen(position.state) for position in read.positions()]
        assert views[-1]["outcome"] == {"ranks": known["ranks"], "reason": known["reason"]}
        for before, entry, after in zip(views, read.entries, views[1:], strict=False):
            if after["turn"] > before["turn"] or entry["do"] == "time":
                shown.update(rules(before, entry["do"], after))
    assert RULES - shown == set()
    assert {path.name for path in FOLDER.glob("*.jsonl")} == {known["file"] for known in INDEX}
