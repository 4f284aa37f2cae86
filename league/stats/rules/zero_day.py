"""Zero Day: operations, viruses and what Hackers and the Admin did in their turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.api import Json
from league.stats.rules.reading import Book, Line, Reading, Topic, standing

_ACTS = {
    "hack": "Hack", "jack-in": "Jack in", "jack-out": "Jack out", "jump": "Jump", "tile-action": "Tile action",
    "credits": "Take credits", "uninstall": "Uninstall", "deny": "Deny", "scan": "Scan", "purge": "Purge",
    "swap": "Swap", "protect": "Answer a hack",
}  # fmt: skip


def read(lines: Sequence[Line], options: Mapping[str, Json], seats: int) -> Reading:
    made = Reading()
    for line in standing(lines):
        words = line.do.split()
        if line.by is None or not words:
            continue
        match words:
            case ["stack", operation, *_]:
                made.used("operation", operation, line.by)
            case ["resolve", operation, *_]:
                made.used("operation", operation, line.by, uses=0, good=1)
            case ["install", virus, *_]:
                made.used("virus", virus, line.by)
            case ["virus", virus, *_]:
                made.used("virus", virus, line.by, uses=0, good=1)
        if words[0] in _ACTS:
            made.used("act", words[0], line.by)
    return made


BOOK = Book(
    topics=(
        Topic("operation", "Operations", "Operation", "Cards stacked", "Times resolved"),
        Topic("virus", "Viruses", "Virus", "Times installed", "Times used at the start of a turn"),
        Topic("act", "Acts", "Act", "Times", name=lambda word: _ACTS.get(word, word)),
    ),
    read=read,
)
