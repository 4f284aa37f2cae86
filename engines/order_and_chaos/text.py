"""The board as plain text, for a terminal."""

from collections.abc import Mapping
from typing import Any

LEGEND = "An area: its chessmen, as Os (Order, small) or Cb (Chaos, big), and in brackets the side that dominates it."
_SIDES = ("Order", "Chaos")


def board(view: Mapping[str, Any]) -> str:
    """Return the areas grouped by first letter, with chessmen as `Os` (Order's small) or `Cb` (Chaos's big)."""
    rows: dict[str, list[str]] = {}
    for name, area in view["areas"].items():
        men = " ".join(f"{'OC'[seat]}{kind}" for seat, kind, _ in area["men"]) or "."
        men += "" if area["dominator"] is None else f" ({'OC'[area['dominator']]})"
        rows.setdefault(name[0], []).append(f"{name} {men:<13}")
    owners = ", ".join(f"{_SIDES[seat]} owns {key}" for key, seat in view["owners"].items())
    dead = "; ".join(f"{side} {' '.join(grave) or 'none'}" for side, grave in zip(_SIDES, view["graves"], strict=True))
    counts = "; ".join(f"{side} {count}" for side, count in zip(_SIDES, view["occupation"], strict=True))
    return "\n".join(
        [
            "",
            *("".join(row).rstrip() for row in rows.values()),
            f"{owners}; dead: {dead}; occupation: {counts}",
            f"turn {view['turn']}, quiet turns {view['quiet']} of {view['quiet_limit']}",
        ]
    )
