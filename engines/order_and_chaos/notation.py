"""Text to action and back, and the record's form of what the referee saw (see docs/rules/order-and-chaos.md)."""

from __future__ import annotations

import re

from engines.contract import IllegalAction
from engines.order_and_chaos.actions import MOVES, PASS, TIME, Action
from engines.order_and_chaos.board import AREA_OF, BATTLE, KINDS
from engines.order_and_chaos.state import Last
from engines.words import Message, say

ACTIONS: dict[str, Action] = {**{move.text: move for move in MOVES.values()}, PASS.text: PASS, TIME.text: TIME}
_FOLDED = {text.upper(): action for text, action in ACTIONS.items()}
_PARTS = re.compile(r"([A-Z0-9]+?[0-9])([SB]?)-([A-Z0-9]+)")


def decode(text: str) -> Action:
    """Any case, outer spaces, `W1 to W2`."""
    action = ACTIONS.get(text)
    return action if action is not None else _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    if not text.isascii():
        raise _malformed(say("Only plain letters and digits are understood."))
    folded = "-".join(re.split(r" *- *| +TO +", " ".join(text.upper().split())))
    action = _FOLDED.get(folded)
    if action is None:
        raise _explain(folded)
    return action


def _explain(folded: str) -> IllegalAction:
    parts = _PARTS.fullmatch(folded)
    if parts is None:
        return _malformed(
            say("That is not understood. A move is written like S1-W1, or W1b-W2 where both kinds stand.")
        )
    src, letter, dst = parts.groups()
    for name in (src, dst):
        if name not in AREA_OF:
            return _malformed(say("There is no area {area} on the board.", area=name[:8]))
    if letter and KINDS[AREA_OF[src]] != BATTLE:
        return _malformed(say("A letter follows a battle area only; {area} holds one chessman.", area=src))
    if src == dst:
        return IllegalAction("not-adjacent", say("A move leads to another area."))
    return IllegalAction("not-adjacent", say("{src} and {dst} are not adjacent: they share no edge.", src=src, dst=dst))


def _malformed(text: Message) -> IllegalAction:
    return IllegalAction("malformed", text)


def note(last: Last) -> str:
    """The turn as the record marks it, `W1-W2xs~+sxb`; empty where nothing but the step happened."""
    killed = f"x{last.killed}" if last.killed else ""
    revived = "".join(f"+{back}" for back in re.findall(r"[sb](?:x[sb])?", last.revived))
    added = killed + "~" * last.turned + revived
    return last.text + added if added else ""
