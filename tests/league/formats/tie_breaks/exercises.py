"""The tournaments of FIDE's "Exercises in Tie-Breaking", and a short way to write such a table.

IA Mario Held for FIDE's Technical Commission, rev. 2403220900, sections 2.1 and 2.2
(https://tec.fide.com/2024/03/18/tie-break-exercise/). Tables and solutions were taken from the tests of two open
programs that transcribe them, Sharly Chess and gnutterts/chesspairing. These agree but for the Sonneborn-Berger of
Helene in the round robin (2¼ and 1½), where we follow article 15.2. The exercises solve the C.07 of 2023; that of
March 2026 caps the dummy's score (16.4.1, 16.4.2), which changes figures of #4, #6 and #11: the tests say where.
"""

from __future__ import annotations

from league.events.formats.tie_breaks.results import FIRST, SECOND, Contender, Kind, Result, Round

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
        [_result(row[0], row[at]) for row in rows if at < len(row) and row[at] != "."] for at in range(1, rounds + 1)
    ]


def _result(number: str, cell: str) -> Result:
    code, about = cell[0], cell[1:]
    kind = _KINDS.get(code, Kind.GAME)
    if not about:
        return Result(int(number), kind, _HALVES[code])
    return Result(int(number), kind, _HALVES[code], int(about[1:]), FIRST if about[0] == "w" else SECOND)
