"""What a viewer may see (rulings FT-7, FT-15, C-6), built from an allow-list.

`view_types` documents the fields.
"""

from itertools import product
from typing import Any, cast

from engines.common import BOTH_SEATS, render_outcome, viewer_seats
from engines.field_tactics import squares
from engines.field_tactics.pieces import CODES, PIECE_CODES
from engines.field_tactics.rules import deploy, to_act
from engines.field_tactics.state import CHOOSE, DRAW, DUEL, OVER, PASS, PLAY, SETUP, LastMove, State
from engines.field_tactics.view_types import FieldTacticsLast, FieldTacticsView, Piece

_SQUARE_NAMES: dict[int | None, str | None] = {**dict(enumerate(squares.NAMES)), None: None}
_SHOWN_PHASE = {DRAW: CHOOSE, PASS: PLAY}


def view(state: State, viewer: int | None, *, is_open: bool = False) -> FieldTacticsView:
    """Return the view of a seat or a spectator (None); with nothing hidden if `is_open`, as after the end."""
    visible_seats = BOTH_SEATS if is_open or state.phase == OVER else viewer_seats(viewer)
    waiting = state.phase in (SETUP, DUEL)
    return {
        "game": "field-tactics",
        "phase": cast(Any, _SHOWN_PHASE.get(state.phase, state.phase)),
        "viewer": viewer,
        "to_act": sorted(to_act(state)),
        "advantage": state.terms.advantage,
        "first": state.terms.first,
        "turn": state.turn,
        "squares": _render_squares(state, visible_seats),
        "ready": [waiting and hand is not None for hand in state.hands],
        "choice": None if viewer is None or state.phase != DUEL else _SQUARE_NAMES[state.hands[viewer]],
        "lost": [[CODES[kind] for kind in lost] for lost in state.lost],
        "last": None if state.last is None else _render_last(state.last),
        "quiet": state.quiet,
        "quiet_limit": state.limit,
        "duels": [
            {
                "red": squares.NAMES[duel.red],
                "blue": squares.NAMES[duel.blue],
                "result": cast(Any, duel.result),
                "revealed": {"0": CODES[duel.red_lost] or None, "1": CODES[duel.blue_lost] or None},
            }
            for duel in state.duels
        ],
        "outcome": render_outcome(state.outcome),
        "options": cast(Any, dict(state.terms.options)),
    }


def _render_squares(state: State, visible_seats: frozenset[int]) -> dict[str, Piece]:
    """Return occupied squares as [seat, code]; the code is None for sides that are not known."""
    board = state.board
    if bytes in map(type, state.hands):  # A submitted set-up is visible to those who may know it.
        red, blue = state.hands
        board = deploy((red if 0 in visible_seats else None, blue if 1 in visible_seats else None))
    codes = _CODES_SEEN[0 in visible_seats, 1 in visible_seats]
    return {name: list(codes[piece]) for name, piece in zip(squares.NAMES, board, strict=True) if piece}


# (Seat, code or None) by piece number, by whether Red and Blue are known.
_CODES_SEEN = {
    known: [(int(piece > 16), code if known[piece > 16] else None) for piece, code in enumerate(PIECE_CODES)]
    for known in product((False, True), repeat=2)
}


def _render_last(last: LastMove) -> FieldTacticsLast:
    codes = [CODES[last.attacker] or None, CODES[last.defender] or None]
    if last.seat:
        codes.reverse()
    src, dst = last.move.text.split("-")
    return {
        "by": last.seat,
        "from": src,
        "to": dst,
        "battle": cast(Any, last.result) if last.result else None,
        "revealed": {"0": codes[0], "1": codes[1]},
    }
