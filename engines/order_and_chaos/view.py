"""The view of a match; `view_types` documents the fields.

Nothing is hidden, so viewers' views differ only in `viewer`. Do not modify a view: parts of it are shared between
views.
"""

from functools import cache
from typing import Any, cast

from engines.common import TUNED, is_printed, render_outcome
from engines.order_and_chaos import state as states
from engines.order_and_chaos.actions import MOVE_OF
from engines.order_and_chaos.board import AREAS, BATTLE, CONSTANTS, DRAWING, KINDS, NAMES, TERRITORIES
from engines.order_and_chaos.log_lines import REVIVED, note
from engines.order_and_chaos.occupancy import LETTERS, OCCUPANCIES, SORTS, can_leave, enter
from engines.order_and_chaos.rules import count_repeats, list_barred, to_act
from engines.order_and_chaos.state import LastTurn, State
from engines.order_and_chaos.view_types import Man, OrderAndChaosArea, OrderAndChaosLast, OrderAndChaosView

_REVIVE_NAMES = tuple(territory.revive for territory in TERRITORIES)
_TERRITORY_KEYS = tuple(territory.key for territory in TERRITORIES)


@cache
def _render_area(kind: str, code: int, moved: bool) -> OrderAndChaosArea:
    """Return what is in an area; the same object in every view."""
    occupancy = OCCUPANCIES[code]
    men: list[Man] = [[sort // 2, LETTERS[sort % 2], moved] for sort in SORTS for _ in range(occupancy.men[sort])]
    if kind != BATTLE:
        return {"men": men, "dominator": None, "frozen": None, "closed": []}
    frozen = [sort // 2 for sort in SORTS if occupancy.men[sort] and not can_leave(kind, occupancy, sort)]
    closed = [seat for seat in (0, 1) if enter(kind, occupancy, 2 * seat) is None]
    return {"men": men, "dominator": occupancy.dominator, "frozen": frozen[0] if frozen else None, "closed": closed}


def view(state: State, viewer: int | None, penalty: float) -> OrderAndChaosView:
    """Return the view of a seat or a spectator (None). `penalty` is from `rules.penalty`."""
    place, owner, fresh = state.place, state.owner, state.fresh
    options, repeats = state.options, {} if state.outcome else count_repeats(state, state.seat)
    return {
        "game": "order-and-chaos",
        "phase": "play" if state.outcome is None else "over",
        "viewer": viewer,
        "to_act": list(to_act(state)),
        "seat": state.seat,
        "turn": state.turn,
        "areas": {
            name: _render_area(kind, place[area], not fresh >> area & 1)
            for area, (name, kind) in enumerate(zip(NAMES, KINDS, strict=True))
        },
        "owners": cast(Any, {_TERRITORY_KEYS[0]: owner, _TERRITORY_KEYS[1]: 1 - owner}),
        "revive": [_REVIVE_NAMES[states.home_territory(seat, owner)] for seat in (0, 1)],
        "graves": [cast(Any, list(grave)) for grave in state.graves],
        "occupation": list(state.occupied),
        "occupation_to_win": CONSTANTS.win.occupation,
        "dead_to_lose": CONSTANTS.win.grave,
        "points": list(states.compute_points(state)),
        "penalty": penalty,
        "held": None if state.held is None else list(state.held),
        "quiet": state.quiet,
        "quiet_limit": options["quiet_turn_limit"],
        "stood": states.count_occurrences(state),
        "stood_limit": None if is_printed(options) else options["repetition_limit"],
        "repeats": repeats,
        "barred": None if state.barred is None else list_barred(state, repeats),
        "time_ms": CONSTANTS.classroom.milliseconds if options["classroom"] else None,
        "last": None if state.last is None else _render_last(state.last, owner),
        "board": cast(Any, DRAWING),
        "outcome": render_outcome(state.outcome),
        "options": cast(Any, {"rules": TUNED, **options}),
    }


def _render_last(last: LastTurn, owner: int) -> OrderAndChaosLast:
    """Return the last turn; `owner` is the current owner of the first territory, which cannot have changed since."""
    move = MOVE_OF.get(last.text)
    at = _REVIVE_NAMES[states.home_territory(last.seat, owner)]
    return {
        "by": last.seat,
        "do": last.text,
        "from": None if move is None else NAMES[move.src],
        "to": None if move is None else NAMES[move.dst],
        "kind": cast(Any, last.kind or None),
        "through": [] if move is None else [NAMES[area] for area in range(AREAS) if move.passes >> area & 1],
        "killed": cast(Any, last.killed or None),
        "turned": last.turned,
        "revived": [{"kind": kind, "at": at, "killed": victim or None} for kind, victim in REVIVED.findall(last.revived)],
        "note": note(last),
    }
