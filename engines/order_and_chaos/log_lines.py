"""Log lines: turns in words."""

import re
from collections.abc import Mapping

from engines.i18n import Message, join, mark, translate as _
from engines.order_and_chaos import state as states
from engines.order_and_chaos.actions import MOVE_OF, TIME, Action
from engines.order_and_chaos.board import NAMES, REVIVES
from engines.order_and_chaos.state import LastTurn, State
from engines.order_and_chaos.validation import SIDE_NAMES

_MOVES = {
    "s": mark("{side} moves a small chessman from {src} to {dst}"),
    "b": mark("{side} moves a big chessman from {src} to {dst}"),
}
_KILLS = {"s": mark("it kills {side}'s small chessman"), "b": mark("it kills {side}'s big chessman")}
_COMES_BACK = {
    "s": mark("a small chessman comes back in {area}"),
    "b": mark("a big chessman comes back in {area}"),
    "ss": mark("a small chessman comes back in {area} and kills a small one"),
    "sb": mark("a small chessman comes back in {area} and kills a big one"),
    "bs": mark("a big chessman comes back in {area} and kills a small one"),
    "bb": mark("a big chessman comes back in {area} and kills a big one"),
}
REVIVED = re.compile("([sb])(?:x([sb]))?")
"""Who came back, and whom that chessman killed."""


def describe(action: Action, after: State) -> Message:
    """Return the log line of an action; `after` is the state after it."""
    if action is TIME:
        return _("The last turn has been played.") if after.is_time_due else _("Time is up.")
    last = after.last
    assert last is not None
    side, other = _(SIDE_NAMES[last.seat]), _(SIDE_NAMES[1 - last.seat])
    parts = [_("{side} has no move and passes", side=side)]
    move = MOVE_OF.get(last.text)
    if move is not None:
        parts = [_(_MOVES[last.kind], side=side, src=NAMES[move.src], dst=NAMES[move.dst])]
    if last.killed:
        parts.append(_(_KILLS[last.killed], side=other))
    if last.turned:
        parts.append(_("the territories swap owners"))
    at = NAMES[REVIVES[states.home_territory(last.seat, after.owner)]]
    for kind, victim in REVIVED.findall(last.revived):
        parts.append(_(_COMES_BACK[kind + victim], area=at))
    return join([join(parts, "; "), "."], "")


_ENDS: Mapping[str, tuple[str, str, str]] = {
    "occupation": (
        mark("You have three chessmen in matching triangles of {other}'s territory."),
        mark("{side} has three chessmen in matching triangles of your territory."),
        mark("{side} has three chessmen in matching triangles of {other}'s territory."),
    ),
    "blocked": (
        mark("Three chessmen of {other} are stuck in the grave."),
        mark("Three of your chessmen are stuck in the grave."),
        mark("Three chessmen of {other} are stuck in the grave."),
    ),
}
"""By reason: for the winner, for the loser, for spectators."""
_ON_POINTS: Mapping[str, str] = {
    "quiet": mark("Too many turns in which nothing happened. Points on the board: Order {order}, Chaos {chaos}."),
    "repetition": mark("The same position occurred too often. Points on the board: Order {order}, Chaos {chaos}."),
    "turn-limit": mark("The match has reached its turn limit. Points on the board: Order {order}, Chaos {chaos}."),
    "classroom": mark("Time is up in this classroom match. Points on the board: Order {order}, Chaos {chaos}."),
}


def describe_end(state: State, viewer: int | None) -> Message | None:
    """Return how the match ended, with sides and points."""
    if state.outcome is None:
        return None
    ranks, reason = state.outcome.ranks, state.outcome.reason
    if reason in _ON_POINTS:
        order, chaos = states.compute_points(state)
        return _(_ON_POINTS[reason], order=f"{order:g}", chaos=f"{chaos:g}")
    if reason not in _ENDS:
        return None
    winner = ranks.index(1)
    text = _ENDS[reason][2 if viewer is None else int(viewer != winner)]
    return _(text, side=_(SIDE_NAMES[winner]), other=_(SIDE_NAMES[1 - winner]))


def note(last: LastTurn) -> str:
    """Return the turn in the notation of records, `W1-W2xs~+sxb`; "" if nothing but the step happened."""
    killed = f"x{last.killed}" if last.killed else ""
    revived = "".join(f"+{back}" for back in re.findall(r"[sb](?:x[sb])?", last.revived))
    added = killed + "~" * last.turned + revived
    return last.text + added if added else ""
