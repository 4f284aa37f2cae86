"""Rounds paired by bbpPairings 6.0.0, which FIDE has endorsed: 2,990 of 8 to 60 players.

Each line of cases.jsonl.gz has a tournament so far (TRF16) and the pairs of its next round, (white, black), black 0 for
the bye, in the order of boards.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from league.formats.swiss.pairing_quality import Board
from league.formats.swiss.tournament import Tournament
from league.formats.trf import parse_report
from league.formats.trf.next_round import parse_next_round


def read_cases(every: int) -> list[dict[str, Any]]:
    """Each so many of them: `id`, `trf`, `pairs`."""
    with gzip.open(Path(__file__).parent / "cases.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in list(lines)[::every]]


def cases(every: int) -> Iterator[tuple[str, Tournament, list[Board]]]:
    """The same as tournaments: name, tournament, expected pairs."""
    for case in read_cases(every):
        pairs = [(one, other) for one, other in case["pairs"]]
        yield case["id"], parse_next_round(parse_report(case["trf"])).tournament, pairs
