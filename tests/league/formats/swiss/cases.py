"""The shared cases, as tournaments with their pairings."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

from league.formats.swiss.pairing_quality import Board
from league.formats.swiss.tournament import Tournament
from league.formats.trf import parse_report
from league.formats.trf.next_round import parse_next_round

FILE = Path(__file__).parent / "cases.jsonl.gz"


def cases(every: int) -> Iterator[tuple[str, Tournament, list[Board]]]:
    """Each so many of them: name, tournament, expected pairs."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        for line in list(lines)[::every]:
            case = json.loads(line)
            yield (
                case["id"],
                parse_next_round(parse_report(case["trf"])).tournament,
                [(one, other) for one, other in case["pairs"]],
            )
