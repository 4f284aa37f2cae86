"""Zero Day: use of operations, viruses and actions."""

from collections.abc import Mapping, Sequence

from engines.contract import Json
from engines.i18n import marked
from league.stats.rules.usage import LogReader, LogLine, Usage, Topic, remove_undone

_ACTIONS = {
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


def read_log(lines: Sequence[LogLine], options: Mapping[str, Json], seats: int) -> Usage:
    """Return the use of operations, viruses and actions in a log."""
    usage = Usage()
    for line in remove_undone(lines):
        words = line.do.split()
        if line.by is None or not words:
            continue
        match words:
            case ["stack", operation, *_]:
                usage.used("operation", operation, line.by)
            case ["resolve", operation, *_]:
                usage.used("operation", operation, line.by, uses=0, good=1)
            case ["install", virus, *_]:
                usage.used("virus", virus, line.by)
            case ["virus", virus, *_]:
                usage.used("virus", virus, line.by, uses=0, good=1)
        if words[0] in _ACTIONS:
            usage.used("act", words[0], line.by)
    return usage


READER = LogReader(
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
        Topic("act", marked("Actions"), marked("Action"), marked("Times"), name=lambda word: _ACTIONS.get(word, word)),
    ),
    read=read_log,
)
