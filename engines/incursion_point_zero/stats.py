"""Incursion Point: Zero: use of soldiers, Gamers, cooldowns, equipment and spaces."""

import re
from collections.abc import Mapping, Sequence

from engines.contract import Json
from engines.i18n import mark
from engines.usage import Board, LogLine, LogReader, Topic, Usage, rectangle, remove_undone

_ACTIONS = ("enter", "move", "attack", "skill", "use")
_SPACE = re.compile(r"Z[1-4]-[1-5]")
WIDTH, HEIGHT = 90.0, 70.0


def read_log(lines: Sequence[LogLine], options: Mapping[str, Json], seats: int) -> Usage:
    """Return the use of soldiers, Gamers, actions and spaces in a log."""
    usage, gamers, custom = Usage(), dict[tuple[int, str], str](), _map_custom_handles(options)
    for line in remove_undone(lines):
        if line.by is None:
            continue
        words = line.do.split()
        if words[:1] == ["squad"]:
            usage.opened(line.by, " ".join(sorted(member.partition(":")[0] for member in words[1:])))
            _count_squad(usage, gamers, custom, line.by, words[1:])
        elif len(words) > 1 and words[0] in _ACTIONS:
            _count_action(usage, gamers, line.by, words)
    return usage


def _map_custom_handles(options: Mapping[str, Json]) -> dict[str, str]:
    """Map the handles of a match's custom Gamers as typed to their printed form."""
    rosters = options.get("rosters")
    sides = rosters.values() if isinstance(rosters, Mapping) else ()
    cards = [entry for side in sides if isinstance(side, list | tuple) for entry in side if isinstance(entry, Mapping)]
    return {str(card["handle"]).lower(): str(card["handle"]) for card in cards}


def _count_squad(
    usage: Usage, gamers: dict[tuple[int, str], str], custom: Mapping[str, str], seat: int, members: Sequence[str]
) -> None:
    for soldier, _, typed in (member.partition(":") for member in members):
        gamer = custom.get(typed.lower(), typed)
        usage.used("soldier", soldier, seat, uses=0)
        if gamer:
            gamers[seat, soldier] = gamer
            usage.used("gamer", gamer, seat, uses=0)


def _count_action(usage: Usage, gamers: dict[tuple[int, str], str], seat: int, words: Sequence[str]) -> None:
    verb, soldier, *rest = words
    attacks = int(verb == "attack")
    usage.used("soldier", soldier, seat, good=attacks)
    if (gamer := gamers.get((seat, soldier))) is not None:
        usage.used("gamer", gamer, seat, good=attacks)
    if verb == "skill" and rest:
        usage.used("skill", rest[0], seat)
    if verb == "use" and rest:
        usage.used("equipment", rest[0], seat)
    if verb in ("enter", "move") and rest and _SPACE.fullmatch(rest[-1]):
        usage.used("square", rest[-1], seat)


def build_board() -> Board:
    """Return the board with Zone 1, where Strike enters, at the bottom."""
    cells = [
        rectangle(f"Z{zone}-{column}", (column - 1) * WIDTH, (4 - zone) * HEIGHT, WIDTH, HEIGHT)
        for zone in range(1, 5)
        for column in range(1, 6)
    ]
    return Board((5 * WIDTH, 4 * HEIGHT), tuple(cells))


READER = LogReader(
    topics=(
        Topic(
            "soldier", mark("Soldiers"), mark("Soldier"), mark("Actions"), mark("Attacks"), "",
            mark("Entering, each step, attacks, cooldowns and equipment count as actions."),
        ),
        Topic("gamer", mark("Gamers"), mark("Gamer"), mark("Actions"), mark("Attacks")),
        Topic(
            "skill", mark("Cooldowns"), mark("Cooldown"), mark("Times"),
            name=lambda word: word.replace("-", " ").capitalize(),
        ),
        Topic("equipment", mark("Equipment"), mark("Card"), mark("Times used")),
    ),
    read=read_log,
    board=build_board,
    square=mark("soldiers entering this space"),
    opening=mark("The opening is the squad of a side, without its Gamers."),
)  # fmt: skip
