"""Log lines: turns in words."""

import re

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


def note(last: LastTurn) -> str:
    """Return the turn in the notation of records, `W1-W2xs~+sxb`; "" if nothing but the step happened."""
    killed = f"x{last.killed}" if last.killed else ""
    revived = "".join(f"+{back}" for back in re.findall(r"[sb](?:x[sb])?", last.revived))
    added = killed + "~" * last.turned + revived
    return last.text + added if added else ""
