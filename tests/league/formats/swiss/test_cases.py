"""The Dutch system against bbpPairings 6.0.0, which FIDE has endorsed: 2,990 rounds of 8 to 60 players.

Each line of cases.jsonl.gz has a tournament so far (TRF16) and the pairs of its next round, (white, black), black 0 for
the bye, in the order of boards.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from league.formats.swiss.pairing import pair_next_round
from league.formats.trf import parse_report
from league.formats.trf.next_round import parse_next_round

CASES = Path(__file__).parent / "cases.jsonl.gz"
BATCHES = 4
COUNT = 2990


def cases() -> list[dict[str, object]]:
    with gzip.open(CASES, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@pytest.mark.thorough
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_pair_and_colour_is_that_of_the_endorsed_program(batch: int) -> None:
    found = cases()
    assert len(found) == COUNT
    for case in found[batch::BATCHES]:
        pairs = [[one.white, one.black] for one in pair_next_round(parse_next_round(parse_report(str(case["trf"]))).tournament)]
        assert pairs == case["pairs"], case["id"]
