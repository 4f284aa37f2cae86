"""Previews of actions, from a seat's own view (`engines.action_previews`)."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Seat
from engines.field_tactics.pieces import CODES, NAMES as PIECES
from engines.i18n import translate as _

_PIECE_NAMES = dict(zip(CODES, PIECES, strict=True))


def preview(side: str, view: Mapping[str, Any], seat: Seat, words: list[str]) -> str:
    """Return a preview that leaves out what a battle would show."""
    if view["phase"] == "choose":
        return _("{side} decides: {first} moves first.", side=side, first=_(words[-1].capitalize()))
    if view["phase"] == "setup":
        return _("{side} submits this set-up, own back row first.", side=side)
    squares = view["squares"]
    if view["phase"] == "duel":
        piece = _(_PIECE_NAMES[squares[words[0]][1]])
        return _("{side} sends the {piece} on {square} into the duel.", side=side, piece=piece, square=words[0])
    src, dst = words[0].split("-")
    mover = _(_PIECE_NAMES[squares[src][1]])
    if dst in squares:
        return _("{side}'s {piece} on {src} attacks the piece on {dst}.", side=side, piece=mover, src=src, dst=dst)
    return _("{side}'s {piece} moves from {src} to {dst}.", side=side, piece=mover, src=src, dst=dst)
