"""How the players of a single match draw their Gamers, as a plan of a draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.drafts.rules.plans import OF_MATCH, Plan, read_plan
from league.seasons.rules.squads import LEAST
from matches.clock import Control
from matches.terms import claim_after

DRAW_S, RESERVE_S = 30, 60
LONGEST_S = 7 * 86_400


def match_plan(control: Control) -> Plan:
    """Return the plan of a draw: by turns from the salary decks, one Gamer a round, with a clock that draws at its end.

    A correspondence match gives a draw the time of one of its turns, a week at most.
    """
    return read_plan({"name": OF_MATCH, "kind": "deck", "rounds": LEAST, "hard": True, **_times(control)})


def _times(control: Control) -> Mapping[str, Any]:
    if claim_after(control) is not None:
        return {"pick_seconds": DRAW_S, "reserve_seconds": RESERVE_S}
    seconds = (control.turn_ms or control.reserve_ms) // 1000
    return {"pick_seconds": min(seconds, LONGEST_S), "reserve_seconds": 0}
