"""Fair play: what a player knows of unseen pieces from the whole match, and what a move is worth if they are these.

A world is a board. Unlike a view, a memory keeps what earlier battles and moves have shown of a piece.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from engines.fair_play.adapter import FairPlay
from engines.field_tactics import squares
from engines.field_tactics.actions import Move
from engines.field_tactics.heuristics import NEIGHBOURS, VALUES, count_left, score_actions
from engines.field_tactics.pieces import BLUE, FLAG, KIND, MOVABLE
from engines.field_tactics.rules import defending_kind
from engines.field_tactics.state import PLAY, SETUP, State

_SPREAD = 30.0  # Scores this far apart differ by the factor e in how often they are chosen.
_EXPOSURE = 0.35  # Share of a piece's worth that counts if an adjacent piece can take it.
_EXCHANGES = 2  # Exchanges tried for each unseen piece after a first distribution.
_ATTEMPTS = 8
_ALL = frozenset(range(1, BLUE + 1))
_MOBILE = frozenset(kind for kind in _ALL if MOVABLE[kind])


class SeenPieces:
    """The kinds that each unseen enemy piece can be, by its square."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.possible: dict[int, frozenset[int]] = {}

    def observe(self, before: State, by: int | None, action: Any, after: State) -> None:
        enemy = 1 - self.seat
        if before.phase != PLAY:
            if after.phase == PLAY and not self.possible:
                home = squares.HOMES[enemy]
                self.possible = {square: _ALL if square in squares.LAIRS[enemy] else _MOBILE for square in home}
            return
        if not isinstance(action, Move):
            return
        moved = self.possible.pop(action.src, _ALL)
        target = self.possible.pop(action.dst, _ALL)
        result = after.last.result if after.last is not None and by is not None else ""
        table = before.terms.table
        if by == enemy:
            moved &= frozenset(kind for kind in _MOBILE if action.needs[enemy][kind + BLUE * enemy] >= 0)
            if result == "o":
                fallen = defending_kind(before.board, self.seat, action.dst)
                moved &= frozenset(kind for kind in _MOBILE if table[kind][fallen] == "o")
            if result in ("", "o"):
                self.possible[action.dst] = moved
        elif result == "x":
            attacker = KIND[before.board[action.src]]
            winners = frozenset(kind for kind in _ALL if kind == FLAG or table[attacker][kind] == "x")
            self.possible[action.dst] = target & winners

    def draw(self, state: State, listed: Sequence[Any], rng: Random, count: int) -> Sequence[bytes]:
        enemy = 1 - self.seat
        unseen = [cell for cell in squares.SQUARES if state.board[cell] and (state.board[cell] > BLUE) == enemy]
        allowed = {cell: self.possible.get(cell, _ALL) or _ALL for cell in unseen}
        bag = [kind for kind, number in enumerate(count_left(state.lost[enemy])) if kind for _ in range(number)]
        worlds = []
        for _ in range(count):
            kinds = _distribute(unseen, allowed, bag, rng)
            board = bytearray(state.board)
            for cell in unseen:
                board[cell] = kinds[cell] + BLUE * enemy
            worlds.append(bytes(board))
        return worlds


def _distribute(unseen: list[int], allowed: dict[int, frozenset[int]], bag: list[int], rng: Random) -> dict[int, int]:
    """Return a kind for each square, as it is allowed there; if that never fits, the first that is left."""
    kinds: dict[int, int] = {}
    for _ in range(_ATTEMPTS):
        rest, kinds = list(bag), {}
        rng.shuffle(rest)
        for cell in sorted(unseen, key=lambda cell: len(allowed[cell])):
            at = next((at for at, kind in enumerate(rest) if kind in allowed[cell]), -1)
            if at < 0:
                break
            kinds[cell] = rest.pop(at)
        else:
            break
    else:
        rng.shuffle(rest := list(bag))
        return dict(zip(unseen, rest, strict=False))
    for _ in range(_EXCHANGES * len(unseen)):  # Makes all distributions that fit about equally likely.
        one, other = unseen[int(rng.random() * len(unseen))], unseen[int(rng.random() * len(unseen))]
        if kinds[one] in allowed[other] and kinds[other] in allowed[one]:
            kinds[one], kinds[other] = kinds[other], kinds[one]
    return kinds


class _Values:
    """The worth of moves on one board."""

    def __init__(self, table: Sequence[Sequence[str]], seat: int, board: bytes) -> None:
        self.table, self.seat, self.board = table, seat, board
        self.exposed: dict[tuple[int, int], float] = {}

    def exposure(self, square: int, kind: int) -> float:
        """Return what the strongest threat to a piece on a square costs."""
        known = self.exposed.get((square, kind))
        if known is not None:
            return known
        threat, board = 0.0, self.board
        for near in NEIGHBOURS[square]:
            other = board[near]
            if other and (other > BLUE) != self.seat and MOVABLE[other]:
                outcome = self.table[KIND[other]][kind]
                if outcome in "o=":
                    threat = max(threat, VALUES[kind] - (VALUES[KIND[other]] if outcome == "=" else 0.0))
        self.exposed[square, kind] = _EXPOSURE * threat
        return _EXPOSURE * threat

    def value(self, move: Move) -> float:
        """Return what a move wins and loses at once, and how much it exposes or saves the moving piece."""
        board = self.board
        kind, target = KIND[board[move.src]], board[move.dst]
        saved = self.exposure(move.src, kind)
        if not target:
            return saved - self.exposure(move.dst, kind)
        outcome = self.table[kind][defending_kind(board, 1 - self.seat, move.dst)]
        worth = VALUES[KIND[target]]
        result = {"o": worth - self.exposure(move.dst, kind), "x": -VALUES[kind], "=": worth - VALUES[kind]}
        return saved + result.get(outcome, 0.0)


def values(state: State, seat: int, listed: Sequence[Move], board: bytes) -> list[float]:
    """Return the worth of each move if this is the board."""
    worths = _Values(state.terms.table, seat, board)
    return [worths.value(move) for move in listed]


def _scores(state: State, seat: int, listed: Sequence[Move]) -> list[float]:
    return [score / _SPREAD for score in score_actions(state, seat, listed)]


def _glimpse(true: State, drawn: State, seat: int) -> State:
    """Return the drawn position with the true kinds of the pieces that stand next to the seat's own."""
    board = bytearray(drawn.board)
    own = [cell for cell in squares.SQUARES if true.board[cell] and (true.board[cell] > BLUE) == seat]
    for cell in sorted({near for square in own for near in NEIGHBOURS[square]}):
        kind = true.board[cell]
        if kind and (kind > BLUE) != seat and board[cell] != kind:
            others = [at for at in squares.SQUARES if board[at] == kind and board[at] != true.board[at]]
            if others:
                board[others[0]], board[cell] = board[cell], kind
    cells = bytes(board)
    return drawn._replace(
        board=cells, red=squares.side_bits(cells, 0), blue=squares.side_bits(cells, 1), forces=squares.count_forces(cells)
    )


FAIR_PLAY = FairPlay(
    seats=lambda count: (0, 1),
    is_judged=lambda state, seat, listed: state.phase == PLAY and len(listed) > 1,
    scores=_scores,
    truth=lambda state: state.board,
    values=values,
    memory=SeenPieces,
    glimpse=_glimpse,
    worlds=24,
    calibration=Path(__file__).parent / "data" / "fair_play.toml",
    is_set_up=lambda state: state.phase == SETUP,
)
