"""Log lines: actions in words, for one viewer."""

from collections.abc import Callable, Mapping

from engines.field_tactics import squares
from engines.field_tactics.actions import Action, Choice, Move, Setup
from engines.field_tactics.pieces import CODES, KIND, NAMES
from engines.field_tactics.state import Duel, LastMove, State
from engines.field_tactics.validation import SIDES
from engines.i18n import Message, mark, translate as _


def describe(state: State, actor: int | None, action: Action, viewer: int | None, after: Callable[[], State]) -> Message:
    """Return the log line of an action for a viewer; `after` returns the state after it."""
    side = _(SIDES[state.seat if actor is None else actor])
    match action:
        case Move():
            return _describe_move(after().last, side)
        case Setup():
            return _("{side} submits a set-up.", side=side)
        case Choice("duel"):
            return _describe_choice(state, side, action if viewer == actor else None, after)
        case Choice("first", seat):
            return _("{side} decides: {first} moves first.", side=side, first=_(SIDES[seat]))
        case Choice("advantage", seat):
            return _("{side} gets the advantage at random.", side=_(SIDES[seat]))
    return _("{side} has no legal move and passes.", side=side)


_MOVED = {
    "": mark("{side} moves {src} to {dst}."),
    "o": mark("{side} moves {src} to {dst} and wins: {other}'s {lost} is destroyed."),
    "x": mark("{side} moves {src} to {dst} and loses: {side}'s {own} is destroyed."),
    "=": mark("{side} moves {src} to {dst}; {side}'s {own} and {other}'s {lost} are destroyed."),
}
_DUELLED = {
    "o": mark("Duel between Red's {red} and Blue's {blue}: Red wins, Blue's {blue_lost} is destroyed."),
    "x": mark("Duel between Red's {red} and Blue's {blue}: Blue wins, Red's {red_lost} is destroyed."),
    "=": mark("Duel between Red's {red} and Blue's {blue}: a tie, Red's {red_lost} and Blue's {blue_lost} are destroyed."),
}


_ENDS: Mapping[str, tuple[str, str, str]] = {
    "base": (
        mark("Your {piece} reached {other}'s base."),
        mark("{side}'s {piece} reached your base."),
        mark("{side}'s {piece} reached {other}'s base."),
    ),
    "last-piece": (
        mark("{other} lost the last movable piece: {piece}."),
        mark("You lost your last movable piece: {piece}."),
        mark("{other} lost the last movable piece: {piece}."),
    ),
}
"""By reason: for the winner, for the loser, for spectators."""


def describe_end(state: State, viewer: int | None) -> Message | None:
    """Return how the match ended, with sides and pieces by name; None if the reason says everything."""
    outcome, last = state.outcome, state.last
    if outcome is None or last is None:
        return None
    winner = outcome.ranks.index(1)
    if outcome.reason in _ENDS:
        lost = last.attacker if last.seat != winner else last.defender
        kind = KIND[state.board[last.move.dst]] if outcome.reason == "base" else lost
        text = _ENDS[outcome.reason][2 if viewer is None else int(viewer != winner)]
        return _(text, side=_(SIDES[winner]), other=_(SIDES[1 - winner]), piece=_(NAMES[kind]))
    if outcome.reason == "stalled":
        red_leaders, red, blue_leaders, blue = state.forces
        return _(
            "The game stalled. Leaders and movable pieces left: Red {red_leaders} and {red}, Blue {blue_leaders} and {blue}.",
            red_leaders=red_leaders, red=red, blue_leaders=blue_leaders, blue=blue,
        )  # fmt: skip
    return _describe_duel(state.duels[-1]) if outcome.reason == "duel" and state.duels[-1].result != "=" else None


def _describe_move(last: LastMove | None, side: str) -> Message:
    assert last is not None
    src, dst = last.move.text.split("-")
    return _(
        _MOVED[last.result],
        side=side,
        src=src,
        dst=dst,
        own=_(NAMES[last.attacker]),
        other=_(SIDES[1 - last.seat]),
        lost=_(NAMES[last.defender]),
    )


def _describe_choice(state: State, side: str, own_choice: Choice | None, after: Callable[[], State]) -> Message:
    if all(hand is None for hand in state.hands):
        if own_choice is None:
            return _("{side} has chosen a piece for the duel.", side=side)
        return _("{side} has chosen {square} for the duel.", side=side, square=own_choice.text)
    return _describe_duel(after().duels[-1])


def _describe_duel(duel: Duel) -> Message:
    return _(
        _DUELLED[duel.result],
        red=squares.NAMES[duel.red],
        blue=squares.NAMES[duel.blue],
        red_lost=_(NAMES[duel.red_lost]),
        blue_lost=_(NAMES[duel.blue_lost]),
    )


def note(state: State, action: Action, after: Callable[[], State]) -> str:
    """Return the referee's note in the record: of a battle `B4xB5o C3`, of a duel `duel A1xF8x EN`.

    In a duel Red's square comes first and the result is from Red's point of view; then the destroyed pieces.
    """
    if isinstance(action, Move):
        last = after().last
        if last is None or not last.result:
            return ""
        fight, lost = last.move.text.replace("-", "x") + last.result, (last.attacker, last.defender)
    elif isinstance(action, Choice) and action.kind == "duel" and state.hands != (None, None):
        duel = after().duels[-1]
        fight, lost = f"duel {squares.NAMES[duel.red]}x{squares.NAMES[duel.blue]}{duel.result}", duel[3:]
    else:
        return ""
    return f"{fight} {','.join(CODES[kind] for kind in lost if kind)}"
