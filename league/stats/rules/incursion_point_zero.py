"""Incursion Point: Zero: use of soldiers, Gamers, cooldowns, equipment and spaces."""

import re
from collections.abc import Mapping, Sequence

from engines.contract import Json
from engines.words import marked
from league.stats.rules.reading import Board, Book, Line, Reading, Topic, rectangle, standing

_ACTS = ("enter", "move", "attack", "skill", "use")
_SPACE = re.compile(r"Z[1-4]-[1-5]")
WIDE, HIGH = 90.0, 70.0


def read(lines: Sequence[Line], options: Mapping[str, Json], seats: int) -> Reading:
    """Return the use of soldiers, Gamers, actions and spaces in a log."""
    made, gamers, own = Reading(), dict[tuple[int, str], str](), _own_handles(options)
    for line in standing(lines):
        if line.by is None:
            continue
        words = line.do.split()
        if words[:1] == ["squad"]:
            _squad(made, gamers, own, line.by, words[1:])
        elif len(words) > 1 and words[0] in _ACTS:
            _act(made, gamers, line.by, words)
    return made


def _own_handles(options: Mapping[str, Json]) -> dict[str, str]:
    """Map the handles of a match's custom Gamers as typed to their printed form."""
    rosters = options.get("rosters")
    sides = rosters.values() if isinstance(rosters, Mapping) else ()
    cards = [entry for side in sides if isinstance(side, list | tuple) for entry in side if isinstance(entry, Mapping)]
    return {str(card["handle"]).lower(): str(card["handle"]) for card in cards}


def _squad(
    made: Reading, gamers: dict[tuple[int, str], str], own: Mapping[str, str], seat: int, members: Sequence[str]
) -> None:
    for soldier, _, typed in (member.partition(":") for member in members):
        gamer = own.get(typed.lower(), typed)
        made.used("soldier", soldier, seat, uses=0)
        if gamer:
            gamers[seat, soldier] = gamer
            made.used("gamer", gamer, seat, uses=0)


def _act(made: Reading, gamers: dict[tuple[int, str], str], seat: int, words: Sequence[str]) -> None:
    verb, soldier, *rest = words
    attacks = int(verb == "attack")
    made.used("soldier", soldier, seat, good=attacks)
    if (gamer := gamers.get((seat, soldier))) is not None:
        made.used("gamer", gamer, seat, good=attacks)
    if verb == "skill" and rest:
        made.used("skill", rest[0], seat)
    if verb == "use" and rest:
        made.used("equipment", rest[0], seat)
    if verb in ("enter", "move") and rest and _SPACE.fullmatch(rest[-1]):
        made.used("square", rest[-1], seat)


def board() -> Board:
    """Return the board with Zone 1, where Strike enters, at the bottom."""
    cells = [
        rectangle(f"Z{zone}-{column}", (column - 1) * WIDE, (4 - zone) * HIGH, WIDE, HIGH)
        for zone in range(1, 5)
        for column in range(1, 6)
    ]
    return Board((5 * WIDE, 4 * HIGH), tuple(cells))


BOOK = Book(
    topics=(
        Topic(
            "soldier", marked("Soldiers"), marked("Soldier"), marked("Actions"), marked("Attacks"), "",
            marked("Entering, each step, attacks, cooldowns and equipment count as actions."),
        ),
        Topic("gamer", marked("Gamers"), marked("Gamer"), marked("Actions"), marked("Attacks")),
        Topic(
            "skill", marked("Cooldowns"), marked("Cooldown"), marked("Times"),
            name=lambda word: word.replace("-", " ").capitalize(),
        ),
        Topic("equipment", marked("Equipment"), marked("Card"), marked("Times used")),
    ),
    read=read,
    board=board,
    square=marked("soldiers entering this space"),
)  # fmt: skip
