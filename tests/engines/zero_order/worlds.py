"""For the contract suite: positions that differ only in what a viewer may not know, a team that was handed in."""

from collections.abc import Mapping
from random import Random
from typing import Any

from tests.engines.zero_order.scenes import ENGINE

OPTIONS: tuple[Mapping[str, Any], ...] = (
    {}, {"joined_map": True, "quiet_turn_limit": 25},
    {"start": "capture_the_flag", "joined_map": True, "quiet_turn_limit": 30},
    {"start": "kill_the_king", "joined_map": True, "quiet_turn_limit": 30},
    {"levels": 2, "joined_map": True, "quiet_turn_limit": 20}, {"quiet_turn_limit": 4},
    {"joined_map": True, "turn_limit": 20}, {"joined_map": True, "turn_limit": 40, "quiet_turn_limit": 15},
    {"start": "luck_of_the_draw", "joined_map": True, "quiet_turn_limit": 20},
    {"rules": "printed", "joined_map": True, "quiet_turn_limit": 20},
)  # fmt: skip
NONSENSE = (
    *("A1-A1", "A1-C9", "B3-B4", "C5-C6", "end", "tile PU C5", "unit DE A4", "build ER E9", "team DE PU TO TW SP FR"),
    *("team DE PU FR SW FI CO", "push B3: B4-off", "release C5", "unstack C5: DE-C6", "x", ""),
)
HIDDEN = frozenset({"teams"})  # for one entry of a match; nothing else ever is


def another(state: Any, viewer: int | None, rng: Random) -> Any | None:
    """A position with another team in the hand that the viewer does not see; None where nothing is hidden."""
    hidden = [seat for seat in (0, 1) if seat != viewer and state.teams[seat] is not None]
    if state.phase != "team" or not hidden:
        return None
    saved = ENGINE.dump(state)
    empty = ENGINE.load({**saved, "teams": [None, None]})
    teams = list(state.teams)
    for seat in hidden:
        teams[seat] = ENGINE.sample(empty, seat, rng).items[0]
    return ENGINE.load({**saved, "teams": teams})
