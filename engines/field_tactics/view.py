"""What a viewer may see (rulings FT-7, FT-15, C-6), built by allow-list, and the log lines.

`view_types` says what each field means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from engines.field_tactics import squares
from engines.field_tactics.actions import Action, Advantage, Choice, First, Move, Pass, Setup
from engines.field_tactics.pieces import CODES, NAMES, PIECE_CODES
from engines.field_tactics.refusals import SIDES
from engines.field_tactics.rules import deploy
from engines.field_tactics.state import CHOOSE, DRAW, DUEL, OVER, PASS, PLAY, SETUP, Duel, Last, State
from engines.field_tactics.view_types import (
    FieldTacticsDuel,
    FieldTacticsLast,
    FieldTacticsOptions,
    FieldTacticsView,
    Phase,
    Piece,
    Result,
)
from engines.view_types import ViewOutcome
from engines.words import marked, say, told

_SHOWN_PHASE = {DRAW: CHOOSE, PASS: PLAY}

_NOBODY: frozenset[int] = frozenset()
_ONE = (frozenset({0}), frozenset({1}))
_BOTH = frozenset({0, 1})


def to_act(state: State) -> frozenset[int]:
    """Whose clocks run."""
    phase = state.phase
    if phase == PLAY:
        return _ONE[state.seat]
    if phase == CHOOSE:
        return _ONE[state.terms.advantage or 0]
    if phase in (SETUP, DUEL):
        red, blue = state.hands
        return _BOTH if red is None and blue is None else _ONE[0] if red is None else _ONE[1]
    return _NOBODY


def view(state: State, viewer: int | None) -> FieldTacticsView:
    """The wire form for a seat or a spectator (None); after the end everything is open."""
    if state.phase == OVER:
        return _shown(state, viewer, _BOTH)
    return _shown(state, viewer, _NOBODY if viewer is None else _ONE[viewer])


def open_view(state: State) -> FieldTacticsView:
    return _shown(state, None, _BOTH)


def _shown(state: State, viewer: int | None, known: frozenset[int]) -> FieldTacticsView:
    waiting = state.phase in (SETUP, DUEL)
    return {
        "game": "field-tactics",
        "phase": cast(Phase, _SHOWN_PHASE.get(state.phase, state.phase)),
        "viewer": viewer,
        "to_act": sorted(to_act(state)),
        "advantage": state.terms.advantage,
        "first": state.terms.first,
        "turn": state.turn,
        "squares": _squares(state, known),
        "ready": [waiting and hand is not None for hand in state.hands],
        "choice": _choice(state, viewer),
        "lost": [[CODES[kind] for kind in lost] for lost in state.lost],
        "last": None if state.last is None else _last(state.last),
        "quiet": state.quiet,
        "quiet_limit": state.limit,
        "duels": [_duel(duel) for duel in state.duels],
        "outcome": None if state.outcome is None else outcome(state),
        "options": cast(FieldTacticsOptions, dict(state.terms.options)),
    }


def _squares(state: State, known: frozenset[int]) -> dict[str, Piece]:
    """Occupied squares as [seat, code], the code None on sides that are not known."""
    board = state.board
    if bytes in map(type, state.hands):  # a set-up that is in is seen by those who may know it
        red, blue = state.hands
        board = deploy((red if 0 in known else None, blue if 1 in known else None))
    codes = _CODES_SEEN[0 in known, 1 in known]
    return {name: list(codes[piece]) for name, piece in zip(squares.NAMES, board, strict=True) if piece}


def _seen(red: bool, blue: bool) -> list[tuple[int, str | None]]:
    """[seat, code or None] by piece number."""
    return [
        (int(piece > 16), code if (blue if piece > 16 else red) else None) for piece, code in enumerate(PIECE_CODES)
    ]


_CODES_SEEN = {(red, blue): _seen(red, blue) for red in (False, True) for blue in (False, True)}


def _choice(state: State, viewer: int | None) -> str | None:
    chosen: int | None = state.hands[viewer] if viewer is not None and state.phase == DUEL else None
    return None if chosen is None else squares.NAMES[chosen]


def _last(last: Last) -> FieldTacticsLast:
    codes = [CODES[last.attacker] or None, CODES[last.defender] or None]
    if last.seat:
        codes.reverse()
    src, dst = last.move.text.split("-")
    return {
        "by": last.seat,
        "from": src,
        "to": dst,
        "battle": cast(Result, last.result) if last.result else None,
        "revealed": {"0": codes[0], "1": codes[1]},
    }


def _duel(duel: Duel) -> FieldTacticsDuel:
    return {
        "red": squares.NAMES[duel.red],
        "blue": squares.NAMES[duel.blue],
        "result": cast(Result, duel.result),
        "revealed": {"0": CODES[duel.red_lost] or None, "1": CODES[duel.blue_lost] or None},
    }


def outcome(state: State) -> ViewOutcome:
    assert state.outcome is not None
    return {"ranks": list(state.outcome.ranks), "reason": state.outcome.reason}


def describe(state: State, actor: int | None, action: Action, viewer: int | None, after: Callable[[], State]) -> str:
    """A log line; `after` makes the state behind the action, where the line tells what came of it."""
    side = told(SIDES[state.seat if actor is None else actor])
    match action:
        case Move():
            return _told_move(after().last, side)
        case Setup():
            return say("{side} hands in the set-up.", side=side)
        case Choice():
            return _told_choice(state, side, action if viewer == actor else None, after)
        case First(seat=seat):
            return say("{side} lets {first} move first.", side=side, first=told(SIDES[seat]))
        case Advantage(seat=seat):
            return say("The draw gives {side} the advantage.", side=told(SIDES[seat]))
        case Pass():
            return say("{side} has no legal move and passes.", side=side)


_MOVED = {
    "": marked("{side} moves {src} to {dst}."),
    "o": marked("{side} moves {src} to {dst} and wins: {other}'s {lost} is destroyed."),
    "x": marked("{side} moves {src} to {dst} and loses: {side}'s {own} is destroyed."),
    "=": marked("{side} moves {src} to {dst}; {side}'s {own} and {other}'s {lost} are destroyed."),
}
_DUELLED = {
    "o": marked("Duel of Red's {red} and Blue's {blue}: Red wins, Blue's {blue_lost} is destroyed."),
    "x": marked("Duel of Red's {red} and Blue's {blue}: Blue wins, Red's {red_lost} is destroyed."),
    "=": marked("Duel of Red's {red} and Blue's {blue}: a tie, Red's {red_lost} and Blue's {blue_lost} are destroyed."),
}


def _told_move(last: Last | None, side: str) -> str:
    assert last is not None
    src, dst = last.move.text.split("-")
    return told(
        _MOVED[last.result],
        side=side,
        src=src,
        dst=dst,
        own=told(NAMES[last.attacker]),
        other=told(SIDES[1 - last.seat]),
        lost=told(NAMES[last.defender]),
    )


def _told_choice(state: State, side: str, own: Choice | None, after: Callable[[], State]) -> str:
    if all(hand is None for hand in state.hands):
        if own is None:
            return say("{side} has chosen a piece for the duel.", side=side)
        return say("{side} has chosen {square} for the duel.", side=side, square=own.text)
    duel = after().duels[-1]
    return told(
        _DUELLED[duel.result],
        red=squares.NAMES[duel.red],
        blue=squares.NAMES[duel.blue],
        red_lost=told(NAMES[duel.red_lost]),
        blue_lost=told(NAMES[duel.blue_lost]),
    )
