"""Zero Day: use of operations, viruses and actions."""

from collections.abc import Mapping, Sequence

from engines.contract import Json
from engines.i18n import mark
from engines.usage import LogLine, LogReader, Topic, Usage, remove_undone

_ACTIONS = {
    "hack": mark("Hack"),
    "jack-in": mark("Jack in"),
    "jack-out": mark("Jack out"),
    "jump": mark("Jump"),
    "tile-action": mark("Tile action"),
    "credits": mark("Take credits"),
    "uninstall": mark("Uninstall"),
    "deny": mark("Deny"),
    "scan": mark("Scan"),
    "purge": mark("Purge"),
    "swap": mark("Swap"),
    "protect": mark("Answer a hack"),
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
                usage.opened(line.by, f"stack {operation}")
            case ["resolve", operation, *_]:
                usage.used("operation", operation, line.by, uses=0, good=1)
            case ["install", virus, *_]:
                usage.used("virus", virus, line.by)
            case ["virus", virus, *_]:
                usage.used("virus", virus, line.by, uses=0, good=1)
        if words[0] in _ACTIONS:
            usage.used("act", words[0], line.by)
            usage.opened(line.by, words[0])
    return usage


READER = LogReader(
    topics=(
        Topic("operation", mark("Operations"), mark("Operation"), mark("Cards stacked"), mark("Times resolved")),
        Topic("virus", mark("Viruses"), mark("Virus"), mark("Times installed"), mark("Times used at the start of a turn")),
        Topic("act", mark("Actions"), mark("Action"), mark("Times"), name=lambda word: _ACTIONS.get(word, word)),
    ),
    read=read_log,
    opening=mark("The opening is the first action of a Hacker, and the first card that the Admin stacks or acts with."),
)
