"""The sixteen kinds of piece and the battle table, read from `data/pieces.toml` and checked on load.

A kind is a number from 1 (G3) to 16 (FL); a piece on the board is the kind for Red and the kind + 16 for Blue, so a
board is one `bytes`. 0 is an empty square.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from engines.data_files import BadData, int_range, load, one_of

FILE = Path(__file__).parent / "data" / "pieces.toml"
MOVEMENTS = ("step", "charge", "fly", "slide", "never")
MIRROR = {"o": "x", "x": "o", "=": "=", "-": "-"}
BLUE = 16


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece."""

    code: str
    name: str
    count: Annotated[int, int_range(1)]
    leader: bool
    moves: Annotated[str, one_of(*MOVEMENTS)]


@dataclass(frozen=True, slots=True)
class Army:
    """The data file of pieces: the kinds in order, and each one's battle results against all others."""

    kinds: tuple[Kind, ...] = field(metadata={"key": "piece"})
    battle: Mapping[str, str]

    def __post_init__(self) -> None:
        codes = [kind.code for kind in self.kinds]
        if len(codes) != BLUE or len(set(codes)) != BLUE or codes[-1] != "FL":
            raise BadData(f"piece: must have 16 different codes, the flag FL last, not {' '.join(codes)}")
        if sum(kind.count for kind in self.kinds) != 23:
            raise BadData("piece: the counts must add up to the 23 home squares")
        if sorted(self.battle) != sorted(codes[:-1]):
            raise BadData(f"battle: must have one row for each of {' '.join(codes[:-1])}")
        for row, line in self.battle.items():
            if len(line.split()) != len(codes) - 1 or not set(line.split()) <= set(MIRROR):
                raise BadData(f"battle.{row}: must have {len(codes) - 1} marks, each one of o x = -")
        results = self.results
        for (row, column), mark in results.items():
            if results[column, row] != MIRROR[mark]:
                raise BadData(f"battle.{row}: {mark} against {column} contradicts the row of {column}")

    @property
    def results(self) -> dict[tuple[str, str], str]:
        """Return the battle results by (row, column) code."""
        columns = [kind.code for kind in self.kinds[:-1]]
        return {
            (row, column): mark for row, line in self.battle.items() for column, mark in zip(columns, line.split(), strict=True)
        }


ARMY = load(Army, FILE)
KINDS, BATTLES = ARMY.kinds, ARMY.results
CODES = ("", *(kind.code for kind in KINDS))  # by kind
NAMES = ("", *(kind.name for kind in KINDS))
KIND_OF = {code: kind for kind, code in enumerate(CODES) if code}
COUNTS = (0, *(kind.count for kind in KINDS))
FLAG = KIND_OF["FL"]

# By piece number (0 empty, 1-16 Red, 17-32 Blue).
PIECE_CODES = CODES + CODES[1:]
KIND: tuple[int, ...] = (*range(BLUE + 1), *range(1, BLUE + 1))
MOVEMENT = ("never", *(kind.moves for kind in KINDS), *(kind.moves for kind in KINDS))
LEADER = (False, *(kind.leader for kind in KINDS), *(kind.leader for kind in KINDS))
MOVABLE = tuple(moves != "never" for moves in MOVEMENT)


def battle_table(tank_beats_engineer: bool) -> tuple[tuple[str, ...], ...]:
    """Return results by [attacking kind][defending kind]: o, x or = for the attacker (FT-5). Kind 0 always loses."""
    results = dict(BATTLES)
    if tank_beats_engineer:
        results["TK", "EN"], results["EN", "TK"] = "o", "x"
    columns = CODES[1:-1]
    rows = (tuple(results.get((row, column), "-") for column in columns) for row in columns)
    return ((), *(("o", *row, "-") for row in rows), ())
