"""The example client keeps running hashes and receipts, and warns where a site changes a match afterwards."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from docs.examples.league_zero import ChainBroken
from docs.examples.league_zero.keeping import Kept

RECEIPT = {"match_id": 7, "n": 2, "hash": "bb", "signature": "00"}


def board(*hashes: str, **more: Any) -> dict[str, Any]:
    log = [{"n": n, "text": "", "hash": hash_} for n, hash_ in enumerate(hashes, 1)]
    return {"match_id": 7, "entry": len(hashes), "hash": hashes[-1] if hashes else "", "log": log, **more}


def test_an_honest_site_is_met_with_silence(tmp_path: Path) -> None:
    kept = Kept()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for answer in (board(), board("aa"), {"receipt": RECEIPT}, board("aa", "bb"), {"receipt": None}, None, [], "x"):
            kept.note(answer)
    kept.save_receipts(7, tmp_path / "receipts")
    assert [json.loads(line) for line in (tmp_path / "receipts").read_text().splitlines()] == [RECEIPT]


@pytest.mark.parametrize(
    "later",
    [
        board("xx", "bb", "cc"),
        {**board("aa", "xx"), "log": []},
        {"receipt": {**RECEIPT, "hash": "xx"}},
        '{"format":"league-zero/2","match":"7"}\n{"hash":"aa","n":1}\n{"hash":"xx","n":2}\n{"outcome":null}\n',
    ],
)
def test_a_changed_match_is_warned_of(later: Any) -> None:
    kept = Kept()
    kept.note(board("aa", "bb"))
    with pytest.warns(ChainBroken, match="match 7 was changed"):
        kept.note(later)


def test_another_match_is_another_chain() -> None:
    kept = Kept()
    kept.note(board("aa"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kept.note({**board("xx"), "match_id": 8})
