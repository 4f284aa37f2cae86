"""Kept playthroughs: they replay to the same hashes for ever, and together they show everything there is."""

import tomllib
from pathlib import Path

from engines import record
from engines.verification import checks
from tests.engines.incursion_point_zero.features import EVERYTHING, shown, watched

RECORDS = Path(__file__).parent / "records"
INDEX = tomllib.loads((RECORDS / "index.toml").read_text("utf-8"))["record"]


def test_kept_matches_replay_to_the_same_hashes_and_show_every_special_rule() -> None:
    found: set[str] = set()
    for known in INDEX:
        text = (RECORDS / known["file"]).read_text("utf-8")
        assert checks.find_fault(text) is None, known["file"]
        read = record.parse_record(text)
        assert checks.check_chain(read) == known["last_hash"]
        with watched() as passive:
            positions = list(read.positions())
        outcome = positions[-1].outcome
        assert outcome is not None
        assert (list(outcome.ranks), outcome.reason) == (known["ranks"], known["reason"])
        found |= {word for word, count in passive.items() if count}
        for entry, position in zip(read.entries, positions[1:], strict=True):
            found |= set(shown(position.state, entry["do"]))
    assert EVERYTHING - found == set()
