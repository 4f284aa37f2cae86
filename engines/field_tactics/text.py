"""The board as plain text, for a terminal."""

from collections.abc import Mapping
from typing import Any

from engines.field_tactics.squares import COLUMNS

LEGEND = "A piece is r or b (Red, Blue) and its code, ?? if it is hidden from you. Cross the river ~ at the bridges =."


def board(view: Mapping[str, Any]) -> str:
    """Return a view as eight rows, Blue's back row on top; a hidden piece is `r??` or `b??`."""
    rows = []
    for row in range(8, 0, -1):
        names = [f"{column}{row}" for column in COLUMNS]
        if row in (1, 8):
            names[2:4] = [f"CD{row}"] * 2
        rows.append(f"{row} " + " ".join(f"{_format_piece(view['squares'].get(name)):>4}" for name in names))
    river = "   ~~~~=B4=~~~~~~~~~=E4=~~~~"
    red, blue = (" ".join(codes) or "none" for codes in view["lost"])
    return "\n".join(
        [
            "",
            "    " + "    ".join(COLUMNS),
            *rows[:4],
            river,
            *rows[4:],
            f"lost: Red {red}; Blue {blue}",
            f"turn {view['turn']}, quiet turns {view['quiet']} of {view['quiet_limit']}",
        ]
    )


def _format_piece(piece: Any) -> str:
    return f"{'rb'[piece[0]]}{piece[1] or '??'}" if piece else "."
