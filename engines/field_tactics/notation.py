"""Text to action and back, and the record's form of what the referee saw (see docs/rules/field-tactics.md)."""

from __future__ import annotations

import re

from engines.contract import IllegalAction
from engines.field_tactics import squares
from engines.field_tactics.actions import ADVANTAGE, CHOICES, FIRST, MOVES, PASS, Action, Setup
from engines.field_tactics.pieces import CODES, KIND_OF
from engines.field_tactics.state import State
from engines.words import Message, say

_GROUPS = (5, 6, 6, 6)
ACTIONS: dict[str, Action] = {
    **{move.text: move for move in MOVES.values()},
    **{choice.text: choice for choice in CHOICES.values()},
    **{action.text: action for action in FIRST},
    **{action.text: action for action in ADVANTAGE},
    PASS.text: PASS,
}
_FOLDED = {text.upper(): action for text, action in ACTIONS.items()}
_SQUARE = re.compile(r"[A-Z]{1,2}[0-9]")


def decode(text: str) -> Action:
    action = ACTIONS.get(text)
    return action if action is not None else _decode_loosely(text)


def _decode_loosely(text: str) -> Action:
    """Any case, outer spaces, `A1 to A2`, line breaks between the rows of a set-up."""
    if not text.isascii():
        raise _malformed(say("Only plain letters and digits are understood."))
    folded = text.strip().upper()
    if "/" in folded or "\n" in folded:
        return _decode_setup(folded)
    if (action := _FOLDED.get(" ".join(folded.split()))) is not None:
        return action
    parts = re.split(r"-| +TO +", folded)
    if len(parts) == 2 and (action := _FOLDED.get("-".join(parts))) is not None:
        return action
    raise _explain(parts)


def _decode_setup(folded: str) -> Setup:
    rows = [row.split() for row in re.split(r"/|\r?\n", folded) if row.strip()]
    if tuple(len(row) for row in rows) != _GROUPS:
        raise _malformed(say("A set-up has four rows of 5, 6, 6 and 6 pieces, own back row first, divided by /."))
    codes = [code for row in rows for code in row]
    for code in codes:
        if code not in KIND_OF:
            raise _malformed(
                say(
                    "A set-up is written with the codes {codes}; {code} is none of them.",
                    codes=" ".join(CODES[1:]),
                    code=repr(code[:8]),
                )
            )
    return Setup(bytes(KIND_OF[code] for code in codes))


def _explain(parts: list[str]) -> IllegalAction:
    for part in parts:
        if part in ("C1", "D1", "C8", "D8"):
            return _malformed(
                say("There is no square {square}: the base is called {base}.", square=part, base=f"CD{part[1]}")
            )
        if _SQUARE.fullmatch(part) and part not in squares.CELL_OF:
            return _malformed(say("There is no square {square} on the board.", square=part))
    if len(parts) == 2 and all(part in squares.CELL_OF for part in parts):
        return IllegalAction(
            "out-of-reach", say("No piece can go from {src} to {dst} in one move.", src=parts[0], dst=parts[1])
        )
    return _malformed(say("That is not understood. A move is written like A4-A5, a set-up as four rows of pieces."))


def _malformed(text: Message) -> IllegalAction:
    return IllegalAction("malformed", text)


def board_note(after: State) -> str:
    """`A4xA5o C3`: a battle as the record marks it, from the state behind it; empty for a quiet move."""
    last = after.last
    if last is None or not last.result:
        return ""
    codes = [CODES[kind] for kind in (last.attacker, last.defender) if kind]
    return f"{last.move.text.replace('-', 'x')}{last.result} {','.join(codes)}"


def duel_note(after: State) -> str:
    """`duel A1xF8x EN`: Red's square first, result seen from Red, then what was destroyed."""
    duel = after.duels[-1]
    codes = [CODES[kind] for kind in (duel.red_lost, duel.blue_lost) if kind]
    return f"duel {squares.NAMES[duel.red]}x{squares.NAMES[duel.blue]}{duel.result} {','.join(codes)}"
