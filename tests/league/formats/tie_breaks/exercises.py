"""The tournaments of FIDE's "Exercises in Tie-Breaking", and a short way to write such a table.

IA Mario Held for FIDE's Technical Commission, rev. 2403220900, sections 2.1 and 2.2
(https://tec.fide.com/2024/03/18/tie-break-exercise/). Tables and solutions were taken from the tests of two open
programs that transcribe them, Sharly Chess and OttoMilvang/TieBreakServer, which agree; in a third,
gnutterts/chesspairing, Helene has another Sonneborn-Berger in the round robin. The exercises solve the C.07 of 2023;
that of March 2026 caps the dummy's score (16.4.1, 16.4.2), which changes figures of #4, #6 and #11; the tests say so.
"""

from league.formats.protocol import Kind, Pairing, Round
from league.formats.tie_breaks.ledger import Contender

SWISS = """
1   +w9  =b13 =w2  +b15 =w4
2   +b10 +w7  =b1  +w16 =b3
3   =w11 +b6  +w8  =b4  =w2
4   +b12 H    +w13 =w3  =b1
5   -w13 -b15 +w11 =b7  +w10
6   -b14 -w3  P    +w10 +b8
7   +w15 -b2  -b16 =w5  -b11
8   =b16 +w14 -b3  +w13 -w6
9   -b1  -w10 H    Fb11 P
10  -w2  +b9  -w15 -b6  -b5
11  =b3  -w16 -b5  Ww9  +w7
12  -w4  P    Ww14
13  +b5  =w1  -b4  -b8  -w14
14  +w6  -b8  Fb12 Z    +b13
15  -b7  +w5  +b10 -w1  -b16
16  =w8  +b11 +w7  -b2  +w15
"""
SWISS_RATINGS = {number: 2250 - 50 * number for number in range(1, 17)}

ROUND_ROBIN = """
1 =w6 +w2 +b3 -w4 +b5
2 +w5 -b1 +w6 =w3 +b4
3 +w4 +b5 -w1 =b2 +w6
4 -b3 -b6 =w5 +b1 -w2
5 -b2 -w3 =b4 Wb6 -w1
6 =b1 +w4 -b2 Fw5 -b3
"""

MANY_UNPLAYED = """
1   =b8  +w6  =b3  Ww14 =w5  -b2  =w9
2   -w9  +b11 +w15 Fb5  +b7  +w1  -b5
3   Wb10 +b7  =w1  =b9  H    Z    H
4   Fw11 Fw13 Fb6  P    =w8  =b15 =w6
5   +b13 =w9  =b7  Ww2  =b1  =w11 +w2
6   =w14 -b1  Ww4  =w7  -b9  -w10 =b4
7   +b15 -w3  =w5  =b6  -w2  -b14 P
8   =w1  Fb14 Z    Z    =b4  +w13 -b14
9   +b2  =b5  H    =w3  +w6  H    =b1
10  Fw3  Fw15 =w13 +b15 +w14 +b6  -w11
11  Fb4  -w2  P    +b13 +w15 =b5  +b10
12  H    U    +b14 H    Z    U    Z
13  -w5  Fb4  =b10 -w11 P    -b8  -w15
14  =b6  Ww8  -w12 Fb1  -b10 +w7  +w8
15  -w7  Wb10 -b2  -w10 -b11 =w4  +b13
"""
"""A Swiss with every kind of unplayed round, from the tests of OttoMilvang/TieBreakServer."""

_KINDS = {"W": Kind.FORFEIT, "F": Kind.FORFEIT, "P": Kind.PAIRING_BYE, "H": Kind.BYE, "U": Kind.BYE, "Z": Kind.BYE}
_HALVES = {"+": 2, "=": 1, "-": 0, "W": 2, "F": 0, "P": 2, "H": 1, "U": 2, "Z": 0}


def table(text: str, ratings: dict[int, int] | None = None) -> tuple[list[Contender], list[Round]]:
    """Contenders and rounds of a table with a line for each.

    "+w9" is a win as first mover against 9; W and F are won and lost forfeits; P, U, H and Z are byes (by pairing, and
    of a full, half and no point); who has no cell, or ".", has no result.
    """
    rows = [line.split() for line in text.strip().splitlines()]
    contenders = [Contender(int(row[0]), int(row[0]), (ratings or {}).get(int(row[0]))) for row in rows]
    rounds = max(len(row) for row in rows) - 1
    return contenders, [
        tuple(found for row in rows if at < len(row) and row[at] != "." for found in _pairing(rows, row, at))
        for at in range(1, rounds + 1)
    ]


def _pairing(rows: list[list[str]], row: list[str], at: int) -> list[Pairing]:
    """The pairing of a cell: of a match the first mover's tells of both."""
    code, about, number = row[at][0], row[at][1:], int(row[0])
    kind = _KINDS.get(code, Kind.GAME)
    if not about:
        return [Pairing((number, None), (_HALVES[code], None), kind)]
    other = next(one for one in rows if one[0] == about[1:])
    return meeting(number, int(other[0]), _HALVES[code], _HALVES[other[at][0]], kind) if about[0] == "w" else []


def meeting(
    first: int, second: int, first_halves: int | None, second_halves: int | None, kind: Kind = Kind.GAME
) -> list[Pairing]:
    """A match; `first` moved first."""
    return [Pairing((first, second), (first_halves, second_halves), kind)]
