"""Order & Chaos for the search bot: all is open, so one state serves every iteration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from operator import getitem
from random import Random
from typing import Any

from engines.contract import Outcome
from engines.order_and_chaos import bot
from engines.order_and_chaos import state as states
from engines.order_and_chaos.actions import ANY, Move
from engines.order_and_chaos.board import AREAS, BATTLE, CORES, KINDS
from engines.order_and_chaos.crowds import BIG_OUT, CROWDS, GRAVES, INTO, KILL, NEVER, OUT, SEAT
from engines.order_and_chaos.numbers import NUMBERS
from engines.order_and_chaos.state import GRAVE, Last, State
from engines.search_adapter import SearchAdapter, SearchSettings

_SCALE = 30.0  # of worth: so much ahead wins about three games of four
_OCCUPATION = (0.0, 22.0, 60.0, 200.0, 200.0)  # for so many chessmen that count
_DEAD = (0.0, 8.0, 24.0, 80.0)  # for so many in the grave
_FROZEN, _DOMINATED, _CORE, _STEP = 3.0, 2.0, 5.0, 1.0
_KILL = 8.0
_TEMPER = 6.0  # of priors: so much better looks e times likelier


def imaginer(seat: int, view: Mapping[str, Any], legal: list[str] | None) -> Callable[[Random], State]:
    """The position that the view shows, with as many earlier ones like it as the view counts; others are unknown."""
    state = bot.seen(view)
    history = b"" if state.terms.classroom else state.place * view["stood"]
    outcome = view["outcome"]
    last = view["last"] and _last(view["last"])
    ended = outcome and Outcome(tuple(outcome["ranks"]), outcome["reason"])
    found = states.arrange(state.terms, state.place, state.fresh, state.turn, state.quiet, history, last, ended)
    return lambda rng: found


def _last(seen: Mapping[str, Any]) -> Last:
    revived = "".join(one["kind"] + (f"x{one['killed']}" if one["killed"] else "") for one in seen["revived"])
    return Last(seen["by"], seen["do"], seen["kind"] or "", seen["killed"] or "", seen["turned"], revived)


def _worth(owner: int, area: int, code: int) -> float:
    """What stands in an area is worth so much to Order, while the first territory is the owner's."""
    crowd = CROWDS[code]
    total = 0.0
    for seat in (0, 1):
        nearness = bot.STEPS[1 - states.home(seat, owner)]
        small, big = crowd.men[2 * seat], crowd.men[2 * seat + 1]
        if not small and not big:
            continue
        worth = _STEP * (small * nearness[0][area] + big * nearness[1][area]) + _CORE * (area in CORES)
        if KINDS[area] == BATTLE:
            held = crowd.dominator == 1 - seat and crowd.of(1 - seat) >= NUMBERS.freeze
            worth += _DOMINATED * (crowd.dominator == seat) - _FROZEN * held * (small + big)
        total += -worth if seat else worth
    return total


_WORTHS = tuple(  # [owner][area][byte]
    tuple(tuple(_worth(owner, area, code) if code in CROWDS else 0.0 for code in range(128)) for area in range(AREAS))
    for owner in (0, 1)
)
_GRAVES = tuple(_DEAD[min(3, len(GRAVES.get(code, "")))] for code in range(128))


def judge(state: State) -> tuple[float, float]:
    """Chessmen that count, the dead, and how the rest stand, as a chance to win."""
    place = state.place
    order, chaos = state.occupied
    lead = sum(map(getitem, _WORTHS[state.owner], place[:AREAS])) + _OCCUPATION[order] - _OCCUPATION[chaos]
    lead += _GRAVES[place[GRAVE + 1]] - _GRAVES[place[GRAVE]]
    won = 1.0 / (1.0 + exp(-lead / _SCALE))
    return won, 1.0 - won


def _looks(state: State, seat: int, moves: Sequence[Any]) -> list[float]:
    """How a move changes the two areas that it touches."""
    place, worths = state.place, _WORTHS[state.owner]
    big = (state.facts >> SEAT if seat else state.facts) >> BIG_OUT
    goals = states.hostile(seat, state.owner)
    found = []
    for move in moves:
        if not isinstance(move, Move):
            found.append(0.0)
            continue
        src, dst = move.src, move.dst
        kind = big >> src & 1 if move.kind == ANY else move.kind
        sort = 2 * seat + kind
        left, met = place[src], place[dst]
        change = worths[src][OUT[sort][left]] - worths[src][left]
        change += worths[dst][INTO[dst][sort][met]] - worths[dst][met]
        score = -change if seat else change
        score += _KILL * (KILL[dst][sort][met] != NEVER)
        matches = ("small", "big")[kind]
        score += 20.0 * ((KINDS[dst] == matches and goals >> dst & 1) - (KINDS[src] == matches and goals >> src & 1))
        found.append(score)
    return found


def widen(state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
    """All moves, with what they look like beside the best."""
    assert listed is not None, "everything in this game can be listed"
    scores = _looks(state, seat, listed)
    top = max(scores)
    return [(move, exp((score - top) / _TEMPER)) for move, score in zip(listed, scores, strict=True)]


def play(state: State, seat: int, listed: list[Any] | None, rng: Random) -> Any:
    """The best looking of three moves."""
    assert listed is not None
    few = [listed[int(rng.random() * len(listed))] for _ in range(3)]
    scores = _looks(state, seat, few)
    return few[scores.index(max(scores))]


ADAPTER = SearchAdapter(
    imaginer, judge, widen, play, settings=SearchSettings(iterations=1200, plies=0, open_state=True, mix=0.3)
)
