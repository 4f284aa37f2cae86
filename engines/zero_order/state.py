"""A position of Zero Order: one immutable tuple."""

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from engines.common import dump_outcome, is_printed, load_outcome
from engines.contract import Json, Options, Outcome
from engines.zero_order import actions
from engines.zero_order.actions import Action
from engines.zero_order.board import EMPTY_BOARD, NEUTRAL, NONE, Board, Hold, affected_tokens
from engines.zero_order.grid import OUT
from engines.zero_order.tokens import ALL, OWNER, STARTS, TOKENS, functions_up_to_level, valid_teams

DRAW, TEAM, MAP, DEPLOY, SUPPORT = "draw", "team", "map", "deploy", "support"
MOVE, ACT, COMBO, BUILD, OVER = "move", "act", "combo", "build", "over"
PLAY = frozenset((MOVE, ACT, COMBO))
BATTLE = PLAY | {BUILD}
SEATS = ("white", "grey")
NO_TOKEN = TOKENS
VERSION = 4  # The newest version of the rules; changes: site/rules/en.md, "Versions".


class Terms(NamedTuple):
    """The options, the functions up to their level, and the version of the rules."""

    options: Mapping[str, Any]
    importable: int
    version: int

    @property
    def teams(self) -> tuple[int, ...]:
        """Return every valid team, in a fixed order."""
        return valid_teams(self.options["start"], self.options["levels"])

    @property
    def grids_between(self) -> int:
        """Return how many grids must lie between opposing units that are deployed (ZO-29)."""
        return 1 if self.version < 3 or is_printed(self.options) else STARTS[self.options["start"]].grids_between


class LastAction(NamedTuple):
    """The last action: seat, action, moved units (OUT: left the map), and tokens that left the map."""

    by: int | None
    action: Action
    moves: tuple[tuple[int, int], ...] = ()
    gone: int = 0


class State(NamedTuple):
    """An immutable position."""

    terms: Terms
    phase: str
    board: Board = EMPTY_BOARD
    seat: int = 0  # to act; while teams are chosen, both may be
    slot: int = 0  # tokens placed so far in map building or deployment, those set aside included
    teams: tuple[int | None, int | None] = (None, None)  # sets of functions
    spare: int = 0  # tokens in hand
    mover: int = NO_TOKEN  # token that moved this turn, or NO_TOKEN
    acted: int = 0  # tokens that acted this turn
    landed: int = 0  # grids of the units that the last action moved (ZO-7)
    fallen: int = 0  # tokens defeated this turn and not built yet
    eventful: bool = False  # this turn: a unit defeated, imported, exported or newly held (ZO-17)
    idle: bool = False  # this turn offered nothing but `end`
    idle_before: bool = False  # and so did the last
    turn: int = 0  # turns ended
    quiet: int = 0  # uneventful turns in a row
    history: str = ""  # ".digest" of each turn's start since the map last changed
    last: LastAction | None = None
    outcome: Outcome | None = None


def to_terms(options: Options, version: int = VERSION) -> Terms:
    """Return the terms of complete options."""
    values: Mapping[str, Any] = options
    return Terms(values, functions_up_to_level(values["levels"]), version)


def new(terms: Terms, phase: str) -> State:
    """Return the state before the first action."""
    return State(terms, phase)


DIGEST_LENGTH = 17
"""Characters of a digest."""


def digest(board: Board, seat: int) -> str:
    """Return the digest of the position with the player to move, as compared by ZO-17."""
    position = blake2b(board.tiles, digest_size=8)
    position.update(board.units)
    position.update(board.beneath.to_bytes(5, "big") + bytes((seat,)))
    for hold in board.holds:
        position.update(bytes(hold[:3]) + hold.held.to_bytes(5, "big"))
    return "." + position.hexdigest()


def count_positions(state: State) -> Counter[str]:
    """Return how often each position has stood at the start of a turn since the map last changed, by its digest."""
    return Counter(f".{key}" for key in state.history.split(".")[1:])


# One character per grid: White's tokens A-R, Grey's a-r, * for the neutral tile, . for nothing.
_GLYPHS = bytes(range(65, 65 + TOKENS // 2)) + bytes(range(97, 97 + TOKENS // 2)) + b"*"
_BYTES = bytes((*range(NEUTRAL + 1), NONE))
_TO_TEXT = bytes.maketrans(_BYTES, _GLYPHS + b".")
_FROM_TEXT = bytes.maketrans(_GLYPHS + b".", _BYTES)


_PLAIN_FIELDS = (
    "phase", "seat", "slot", "spare", "mover", "acted", "landed", "fallen", "eventful", "turn", "quiet", "history",
)  # fmt: skip


def dump(state: State) -> dict[str, Json]:
    """Return the state as JSON for `load`."""
    board, last = state.board, state.last
    return {
        "options": state.terms.options,
        **{name: getattr(state, name) for name in _PLAIN_FIELDS},
        "tiles": board.tiles.translate(_TO_TEXT).decode(),
        "units": board.units.translate(_TO_TEXT).decode(),
        "beneath": board.beneath,
        "holds": [list(hold) for hold in board.holds],
        "teams": list(state.teams),
        "idle": [state.idle, state.idle_before],
        "last": last and [last.by, actions.encode(last.action), [list(move) for move in last.moves], last.gone],
        "outcome": dump_outcome(state.outcome),
    }


def load(saved: Mapping[str, Any], version: int = VERSION) -> State:
    """Return the state of `dump`, for that version of the rules."""
    tiles = saved["tiles"].encode().translate(_FROM_TEXT)
    units = saved["units"].encode().translate(_FROM_TEXT)
    white, grey = saved["teams"]
    idle, idle_before = saved["idle"]
    holds, last = tuple(Hold(*hold) for hold in saved["holds"]), saved["last"]
    return State(
        terms=to_terms(saved["options"], version),
        board=make_board(tiles, units, saved["beneath"], holds),
        teams=(white, grey),
        idle=idle,
        idle_before=idle_before,
        last=last and LastAction(last[0], actions.decode(last[1]), tuple(map(tuple, last[2])), last[3]),
        outcome=load_outcome(saved["outcome"]),
        **{name: saved[name] for name in _PLAIN_FIELDS},
    )


def make_board(tiles: bytes, units: bytes, beneath: int, holds: tuple[Hold, ...]) -> Board:
    """Return a board with its derived fields."""
    where = bytearray([OUT]) * TOKENS
    sides = [0, 0]
    for cell, token in enumerate(units):
        if token != NONE:
            where[token] = cell
            sides[OWNER[token]] |= 1 << cell
    tiled = sum(1 << cell for cell, token in enumerate(tiles) if token != NONE)
    return Board(tiles, tiled, units, bytes(where), (sides[0], sides[1]), beneath, holds, *affected_tokens(holds))


assert ALL < 1 << 40  # A set of tokens fits into five bytes.
