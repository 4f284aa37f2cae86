"""Field Tactics once more, written from the rulings with names and dictionaries. It shares no code with the engine.

A position is {square name: (side, code)}, sides "red" and "blue"; terms name the advantage and the quiet limit.
"""

from dataclasses import dataclass

TABLE = """
    G3 G2 G1 F3 F2 F1 C3 C2 C1 PL TK CV EN SP MN
G3   =  o  o  o  o  o  o  o  o  o  o  o  o  x  =
G2   x  =  o  o  o  o  o  o  o  o  o  o  o  o  =
G1   x  x  =  o  o  o  o  o  o  o  o  o  o  o  =
F3   x  x  x  =  o  o  o  o  o  x  x  o  o  o  =
F2   x  x  x  x  =  o  o  o  o  x  x  o  o  o  =
F1   x  x  x  x  x  =  o  o  o  x  x  o  o  o  =
C3   x  x  x  x  x  x  =  o  o  x  x  o  o  o  =
C2   x  x  x  x  x  x  x  =  o  x  x  o  o  o  =
C1   x  x  x  x  x  x  x  x  =  x  x  o  o  o  =
PL   x  x  x  o  o  o  o  o  o  =  o  o  o  o  o
TK   x  x  x  o  o  o  o  o  o  x  =  o  x  o  =
CV   x  x  x  x  x  x  x  x  x  x  x  =  o  o  =
EN   x  x  x  x  x  x  x  x  x  x  o  x  =  o  o
SP   o  x  x  x  x  x  x  x  x  x  x  x  x  =  =
MN   =  =  =  =  =  =  =  =  =  x  =  =  x  =  -
"""
_HEAD, *_LINES = [line.split() for line in TABLE.strip().splitlines()]
RESULTS = {(row, column): mark for row, *marks in _LINES for column, mark in zip(_HEAD, marks, strict=True)}

LEADERS = {"G3", "G2", "G1", "F3", "F2", "F1"}
FIXED = {"MN", "FL"}
ROWS = [[f"{column}{row}" for column in "ABCDEF"] for row in range(1, 9)]
ROWS[0] = ["A1", "B1", "CD1", "E1", "F1"]
ROWS[7] = ["A8", "B8", "CD8", "E8", "F8"]
ALL = [name for row in ROWS for name in row]
Pieces = dict[str, tuple[str, str]]


def columns_of(square: str) -> str:
    return square[:-1]


def row_of(square: str) -> int:
    return int(square[-1])


def at(column: str, row: int) -> str | None:
    return next((name for name in ALL if row_of(name) == row and column in columns_of(name)), None)


def over_ground(column: str, row: int, direction: int) -> str | None:
    """One step up or down a column, not across the river but for the bridges."""
    if {row, row + direction} == {4, 5} and column not in "BE":
        return None
    return at(column, row + direction)


def destinations(pieces: Pieces, square: str) -> set[str]:
    side, code = pieces[square]
    if code in FIXED:
        return set()
    row = row_of(square)
    beside = ROWS[row - 1]
    place = beside.index(square)
    found: set[str | None] = set(beside[max(0, place - 1) : place] + beside[place + 1 : place + 2])
    forward = 1 if side == "red" else -1
    for column in columns_of(square):
        ahead = over_ground(column, row, forward)
        found |= {ahead, over_ground(column, row, -forward)}
        if code in ("TK", "CV") and ahead and ahead not in pieces:
            found.add(over_ground(column, row + forward, forward))
    if code == "PL":
        found.update(s for s in ALL if set(columns_of(s)) & set(columns_of(square)))
    if code == "EN":
        found |= slides(pieces, beside[place + 1 :]) | slides(pieces, beside[:place][::-1])
    return {s for s in found if s and s != square and pieces.get(s, ("", ""))[0] != side}


def slides(pieces: Pieces, way: list[str]) -> set[str]:
    """The squares of a way as far as the first piece."""
    until = next((at for at, square in enumerate(way) if square in pieces), len(way))
    return set(way[: until + 1])


def all_moves(pieces: Pieces, side: str) -> set[str]:
    return {f"{a}-{b}" for a, (owner, _) in pieces.items() if owner == side for b in destinations(pieces, a)}


def defence(pieces: Pieces, square: str) -> str:
    """The code that a defender counts as; empty for a flag without support."""
    side, code = pieces[square]
    if code != "FL":
        return code
    behind = at(columns_of(square)[0], row_of(square) + (-1 if side == "red" else 1))
    supporter = pieces.get(behind, ("", "")) if behind and len(columns_of(square)) == 1 else ("", "")
    return supporter[1] if supporter[0] == side else ""


@dataclass(frozen=True)
class Game:
    pieces: Pieces
    side: str
    advantage: str
    quiet: int
    limit: int

    def movers(self, side: str) -> int:
        return sum(owner == side and code not in FIXED for owner, code in self.pieces.values())

    def leaders(self, side: str) -> int:
        return sum(owner == side and code in LEADERS for owner, code in self.pieces.values())


def play(game: Game, move: str) -> tuple[Game, str | None]:
    """The game after a move, and who won ("red", "blue", "duel" when the tie-breaker begins) or None."""
    src, dst = move.split("-")
    pieces = dict(game.pieces)
    mover = pieces.pop(src)
    result = "o"
    if dst in pieces:
        against = defence(game.pieces, dst)
        result = RESULTS[mover[1], against] if against else "o"
    if result == "o":
        pieces[dst] = mover
    elif result == "=":
        del pieces[dst]
    battle = dst in game.pieces
    other = "blue" if game.side == "red" else "red"
    after = Game(pieces, other, game.advantage, 0 if battle else game.quiet + 1, game.limit)
    if result == "o" and mover[1] in LEADERS and dst == ("CD8" if game.side == "red" else "CD1"):
        return after, game.side
    return after, ended(after)


def ended(game: Game) -> str | None:
    red, blue = game.movers("red"), game.movers("blue")
    if not red or not blue:
        return game.advantage if red == blue else "red" if red else "blue"
    if not game.leaders("red") and not game.leaders("blue") and red <= 3 and blue <= 3:
        return "duel"
    stuck = not all_moves(game.pieces, "red") and not all_moves(game.pieces, "blue")
    if game.quiet < game.limit and not stuck:
        return None
    for count in (game.leaders, game.movers):
        if count("red") != count("blue"):
            return "red" if count("red") > count("blue") else "blue"
    return "duel"


def perft(game: Game, depth: int) -> int:
    """Leaves of the game tree; a finished game is a leaf, and so is a side that must pass."""
    moves = all_moves(game.pieces, game.side)
    if depth == 0 or not moves:
        return 1
    made = [play(game, move) for move in moves]
    return sum(1 if end else perft(after, depth - 1) for after, end in made)
