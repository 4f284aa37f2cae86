"""A position of Field Tactics: one immutable tuple."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.common import dump_outcome, load_outcome
from engines.contract import Json, Outcome
from engines.field_tactics import squares
from engines.field_tactics.actions import MOVE_OF, SEATS, Move
from engines.field_tactics.pieces import CODES, KIND_OF, battle_table

# Phases. DRAW and PASS wait for the referee; a viewer sees them as "choose" and "play".
DRAW, CHOOSE, SETUP, PLAY, PASS, DUEL, OVER = "draw", "choose", "setup", "play", "pass", "duel", "over"
BATTLE_TABLES = {rule: battle_table(rule) for rule in (False, True)}


class Terms(NamedTuple):
    """The terms of the match, set by the options and the first two actions."""

    options: Mapping[str, Any]
    advantage: int | None
    first: int | None

    @property
    def limit(self) -> int:
        return int(self.options["quiet_turn_limit"])

    @property
    def table(self) -> tuple[tuple[str, ...], ...]:
        return BATTLE_TABLES[self.options["tank_beats_engineer"]]


class LastMove(NamedTuple):
    """The last move on the board; `attacker` and `defender` are the kinds it destroyed, otherwise 0."""

    seat: int
    move: Move
    result: str = ""
    attacker: int = 0
    defender: int = 0


class Duel(NamedTuple):
    """A finished duel: squares, result from Red's point of view, and the kinds destroyed (otherwise 0)."""

    red: int
    blue: int
    result: str
    red_lost: int
    blue_lost: int


class State(NamedTuple):
    """An immutable position."""

    terms: Terms
    limit: int  # maximum of quiet turns, from the terms
    phase: str
    board: bytes = bytes(squares.CELLS)  # piece number by cell
    red: int = 0  # army
    blue: int = 0
    seat: int = 0  # to move
    turn: int = 0  # turns made on the board
    quiet: int = 0  # turns since the last battle
    forces: tuple[int, int, int, int] = (0, 0, 0, 0)  # leaders and movable pieces of Red, then of Blue
    lost: tuple[bytes, bytes] = (b"", b"")  # kinds destroyed, in order
    last: LastMove | None = None
    hands: tuple[Any, Any] = (None, None)  # secret submissions by seat: set-ups (bytes) or duel squares
    duels: tuple[Duel, ...] = ()
    outcome: Outcome | None = None


# The actions of quiet moves, made once: `QUIET[seat][move]`.
QUIET = tuple({move: LastMove(seat, move) for move in MOVE_OF.values()} for seat in range(len(SEATS)))


def new(terms: Terms, phase: str) -> State:
    """Return the state before the first action."""
    return State(terms, terms.limit, phase)


# One character per cell: red pieces A-P, blue a-p, in the order of the piece file.
_GLYPHS = b"." + bytes(range(65, 81)) + bytes(range(97, 113))
_TO_TEXT = bytes.maketrans(bytes(range(len(_GLYPHS))), _GLYPHS)
_FROM_TEXT = bytes.maketrans(_GLYPHS, bytes(range(len(_GLYPHS))))


def dump(state: State) -> dict[str, Json]:
    """Return the state as JSON for `load`."""
    terms, last, hands = state.terms, state.last, state.hands
    return {
        "options": terms.options,
        "advantage": terms.advantage,
        "first": terms.first,
        "phase": state.phase,
        "board": state.board.translate(_TO_TEXT).decode(),
        "seat": state.seat,
        "turn": state.turn,
        "quiet": state.quiet,
        "lost": [_to_codes(state.lost[0]), _to_codes(state.lost[1])],
        "last": None if last is None else [last.seat, last.move.text, last.result, last.attacker, last.defender],
        "hands": [_to_codes(hand) if isinstance(hand, bytes) else hand for hand in hands],
        "duels": [list(duel) for duel in state.duels],
        "outcome": dump_outcome(state.outcome),
    }


def _to_codes(kinds: bytes) -> str:
    return "".join([CODES[kind] for kind in kinds])


def _to_kinds(codes: str) -> bytes:
    return bytes(KIND_OF[codes[at : at + 2]] for at in range(0, len(codes), 2))


def load(saved: Mapping[str, Any]) -> State:
    """Return the state of `dump`."""
    board = saved["board"].encode().translate(_FROM_TEXT)
    terms = Terms(saved["options"], saved["advantage"], saved["first"])
    hands = [_to_kinds(hand) if isinstance(hand, str) else hand for hand in saved["hands"]]
    return State(
        terms=terms,
        limit=terms.limit,
        phase=saved["phase"],
        board=board,
        red=squares.side_bits(board, 0),
        blue=squares.side_bits(board, 1),
        seat=saved["seat"],
        turn=saved["turn"],
        quiet=saved["quiet"],
        forces=squares.count_forces(board),
        lost=(_to_kinds(saved["lost"][0]), _to_kinds(saved["lost"][1])),
        last=saved["last"] and LastMove(saved["last"][0], MOVE_OF[saved["last"][1]], *saved["last"][2:]),
        hands=(hands[0], hands[1]),
        duels=tuple(Duel(*duel) for duel in saved["duels"]),
        outcome=load_outcome(saved["outcome"]),
    )
