"""Zero Day: use of operations, viruses and actions."""

from collections.abc import Mapping, Sequence

from engines.contract import Json
from engines.words import marked
from league.stats.rules.reading import Book, Line, Reading, Topic, standing

_ACTS = {
    "hack": marked("Hack"),
    "jack-in": marked("Jack in"),
    "jack-out": marked("Jack out"),
    "jump": marked("Jump"),
    "tile-action": marked("Tile action"),
    "credits": marked("Take credits"),
    "uninstall": marked("Uninstall"),
    "deny": marked("Deny"),
    "scan": marked("Scan"),
    "purge": marked("Purge"),
    "swap": marked("Swap"),
    "protect": marked("Answer a hack"),
}


def read(lines: Sequence[Line], options: Mapping[str, Json], seats: int) -> Reading:
    """Return the use of operations, viruses and actions in a log."""
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
        Topic(
            "operation", marked("Operations"), marked("Operation"), marked("Cards stacked"), marked("Times resolved")
        ),
        Topic(
            "virus",
            marked("Viruses"),
            marked("Virus"),
            marked("Times installed"),
            marked("Times used at the start of a turn"),
        ),
        Topic("act", marked("Actions"), marked("Action"), marked("Times"), name=lambda word: _ACTS.get(word, word)),
    ),
    read=read,
)
