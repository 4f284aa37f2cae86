"""Turns in words, for the log."""

from __future__ import annotations

import re

from engines.order_and_chaos import state as states
from engines.order_and_chaos.actions import MOVES, TIME, Action
from engines.order_and_chaos.board import NAMES, TERRITORIES
from engines.order_and_chaos.refusals import MEN, SIDE_NAMES
from engines.order_and_chaos.state import State

_KIND = dict(zip("sb", MEN, strict=True))
_MOVE_OF = {move.text: move for move in MOVES.values()}


def describe(action: Action, after: State) -> str:
    """A log line; `after` is the state behind the action."""
    if action is TIME:
        return "The time is over."
    last = after.last
    assert last is not None
    side, other = SIDE_NAMES[last.seat], SIDE_NAMES[1 - last.seat]
    parts = [f"{side} has no move and passes"]
    move = _MOVE_OF.get(last.text)
    if move is not None:
        parts = [f"{side} moves a {_KIND[last.kind]} chessman from {NAMES[move.src]} to {NAMES[move.dst]}"]
    if last.killed:
        parts.append(f"it kills a {_KIND[last.killed]} one of {other}")
    if last.turned:
        parts.append("the territories turn")
    at = NAMES[TERRITORIES[states.home(last.seat, after.owner)].revive]
    for kind, victim in re.findall(r"([sb])(?:x([sb]))?", last.revived):
        killing = f" and kills a {_KIND[victim]} one" if victim else ""
        parts.append(f"a {_KIND[kind]} one comes back at {at}{killing}")
    return "; ".join(parts) + "."
