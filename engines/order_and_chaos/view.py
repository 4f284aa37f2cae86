"""What a page may show of a match. All information is open, so every viewer sees the same but for `viewer`.

The shape of a view (treat it as read-only; parts of it are shared between views):

```
{"game": "order-and-chaos",
 "phase": "play" | "over",
 "viewer": 0 | 1 | null,                  # Order, Chaos, a spectator
 "to_act": [0],                           # empty when the match is over or waits for the referee
 "seat": 0,                               # the side to move (after the end: that would move)
 "turn": 17,                              # turns made so far
 "areas": {                               # all areas of the board, empty ones too
   "B1": {"men": [[0, "b", true]],        # [seat, kind: "s" small or "b" big, has it moved in the match?]
          "dominator": null,              # of a battle area: the seat, null where empty; of a triangle: null
          "frozen": null,                 # of a battle area: the seat whose chessmen inside cannot move now, or null
          "closed": []},                  # of a battle area: seats that cannot enter it now
   ...},
 "owners": {"south": 0, "north": 1},      # whose the territories are now
 "revive": ["W2", "W5"],                  # by seat: where its dead come back now
 "graves": [["s", "b"], []],              # by seat: its dead, longest dead first. They are drawn at board.graves[key of
                                          # the territory that is the seat's now]
 "occupation": [1, 0],                    # by seat: moved chessmen in matching triangles of the other's territory
 "occupation_to_win": 3,
 "dead_to_lose": 3,                       # in the grave after the side's own turn
 "points": [1.5, 0.0],                    # by seat: what these are worth (classroom, and where the match stalls)
 "penalty": 0.0,                          # classroom: what the side to move loses if it is ahead when the match ends
                                          # now; 0 at the last turn of a match that no clock has ended (OC-19)
 "quiet": 4, "quiet_limit": 120,          # turns since a kill, a turning or a change of an occupation
 "stood": 1, "stood_limit": 3,            # how often this position has stood; 0 in the classroom model
 "time_ms": null,                         # classroom: the length of the match in milliseconds from the first turn
 "last": {"by": 0,                        # the last turn, null before the first
          "do": "W1s-W2",                 # the notation of the action
          "from": "W1", "to": "W2",       # null for a pass
          "kind": "s",                    # of the chessman that moved; null for a pass
          "through": ["B1"],              # triangles passed, one of them with the own big chessman; [] for a step
          "killed": "b" | null,           # kind killed in "to"
          "turned": false,                # whether the territories changed owners
          "revived": [{"kind": "s", "at": "W2", "killed": null | "s" | "b"}],   # the mover's dead that returned
          "note": "W1s-W2xb+s"},          # all of this as the record writes it; "" for a plain step
 "board": {                               # what never changes
   "size": [1000, 1000],                  # coordinates are whole numbers in it, y downward
   "hexagon": [[392, 562], ...],          # polygon in the middle that nobody enters
   "link": [[500, 709], ...],             # a line by which the two cores touch
   "areas": {"B1": {"kind": "small" | "big" | "battle",
                    "territory": "south" | "north" | null,
                    "core": false,
                    "revive": "south" | "north" | null,     # whose owner's dead come back here
                    "centre": [319, 604],
                    "shape": [[392, 562], ...]}},           # polygon
   "graves": {"south": [10, 885, 215, 105], "north": [...]}},   # left, top, width, height
 "outcome": null | {"ranks": [1, 2], "reason": "occupation"},
 "options": {"classroom": false, "quiet_turn_limit": 120, "repetition_limit": 3}}
```
"""

from __future__ import annotations

import re

from engines.api import Json
from engines.order_and_chaos import state as states
from engines.order_and_chaos.actions import MOVES, Move
from engines.order_and_chaos.board import AREAS, BATTLE, DRAWING, KINDS, NAMES, TERRITORIES
from engines.order_and_chaos.crowds import CROWDS, LETTERS, SORTS, enter, may_leave
from engines.order_and_chaos.notation import note
from engines.order_and_chaos.numbers import NUMBERS
from engines.order_and_chaos.state import Last, State

_MOVE_OF = {move.text: move for move in MOVES.values()}
_REVIVED = re.compile(r"([sb])(?:x([sb]))?")
_REVIVE_NAMES = tuple(NAMES[territory.revive] for territory in TERRITORIES)
_KEYS = tuple(territory.key for territory in TERRITORIES)
_NOBODY: frozenset[int] = frozenset()
_ONE = (frozenset({0}), frozenset({1}))


def to_act(state: State) -> frozenset[int]:
    """Whose clock runs."""
    if state.outcome is not None or (state.terms.classroom and state.time_is_due):
        return _NOBODY
    return _ONE[state.seat]


def _area(kind: str, code: int, moved: bool) -> dict[str, Json]:
    """The wire form of what stands in an area."""
    crowd = CROWDS[code]
    men: list[Json] = [[sort // 2, LETTERS[sort % 2], moved] for sort in SORTS for _ in range(crowd.men[sort])]
    if kind != BATTLE:
        return {"men": men, "dominator": None, "frozen": None, "closed": []}
    held = [sort // 2 for sort in SORTS if crowd.men[sort] and not may_leave(kind, crowd, sort)]
    shut = [seat for seat in (0, 1) if enter(kind, crowd, 2 * seat) is None]
    return {"men": men, "dominator": crowd.dominator, "frozen": held[0] if held else None, "closed": shut}


# By kind of area, then 2 * byte + whether what stands there has moved.
_AREAS = {
    kind: [_area(kind, n // 2, n % 2 == 1) if n // 2 in CROWDS else {} for n in range(256)]
    for kind in dict.fromkeys(KINDS)
}
_FORMS = tuple((name, _AREAS[kind], area) for area, (name, kind) in enumerate(zip(NAMES, KINDS, strict=True)))


def view(state: State, viewer: int | None, penalty: float) -> dict[str, Json]:
    """The wire form for a seat or a spectator (None). `penalty` is from `rules.penalty`."""
    place, owner, fresh = state.place, state.owner, state.fresh
    terms = state.terms
    return {
        "game": "order-and-chaos",
        "phase": "play" if state.outcome is None else "over",
        "viewer": viewer,
        "to_act": list(to_act(state)),
        "seat": state.seat,
        "turn": state.turn,
        "areas": {name: forms[2 * place[area] + 1 - (fresh >> area & 1)] for name, forms, area in _FORMS},
        "owners": {_KEYS[0]: owner, _KEYS[1]: 1 - owner},
        "revive": [_REVIVE_NAMES[states.home(seat, owner)] for seat in (0, 1)],
        "graves": [list(grave) for grave in state.graves],
        "occupation": list(state.occupied),
        "occupation_to_win": NUMBERS.occupation,
        "dead_to_lose": NUMBERS.grave,
        "points": list(states.points(state)),
        "penalty": penalty,
        "quiet": state.quiet,
        "quiet_limit": terms.quiet_turn_limit,
        "stood": states.times_stood(state),
        "stood_limit": terms.repetition_limit,
        "time_ms": NUMBERS.milliseconds if terms.classroom else None,
        "last": None if state.last is None else _last(state.last, owner),
        "board": DRAWING,
        "outcome": _outcome(state),
        "options": states.options(terms),
    }


def _outcome(state: State) -> Json:
    reached = state.outcome
    return None if reached is None else {"ranks": list(reached.ranks), "reason": reached.reason}


def _last(last: Last, owner: int) -> Json:
    """The last turn; `owner` is of the first territory now, for nothing turned since the revival."""
    move = _MOVE_OF.get(last.text)
    at = _REVIVE_NAMES[states.home(last.seat, owner)]
    return {
        "by": last.seat,
        "do": last.text,
        "from": None if move is None else NAMES[move.src],
        "to": None if move is None else NAMES[move.dst],
        "kind": last.kind or None,
        "through": [] if move is None else _through(move),
        "killed": last.killed or None,
        "turned": last.turned,
        "revived": [
            {"kind": kind, "at": at, "killed": victim or None} for kind, victim in _REVIVED.findall(last.revived)
        ],
        "note": note(last),
    }


def _through(move: Move) -> list[str]:
    return [NAMES[area] for area in range(AREAS) if move.passes >> area & 1]
