"""A position from a view. All is open but a chosen team, and what a view does not tell: earlier positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.contract import Outcome
from engines.zero_order import bot, notation
from engines.zero_order import state as states
from engines.zero_order.grid import CELL_OF, OUT, UNIT_ORDER
from engines.zero_order.state import BUILD, COMBO, DEPLOY, MAP, MOVE, TEAM, Last, State
from engines.zero_order.tokens import FUNCTION_OF, FUNCTIONS, teams

_STIRRING = frozenset(("import", "export", "freeze", "file", "group", "lock", "hide"))


def make_determinizer(seat: int, view: Mapping[str, Any], legal: list[str] | None) -> Callable[[Random], State]:
    """A function that gives the position; a team of the other side's that is not shown is drawn."""
    known = read_view(view)
    if known.phase != TEAM or not view["ready"][1 - seat]:
        return lambda rng: known
    valid = teams(known.terms.start, known.terms.levels)
    return lambda rng: known._replace(teams=_with(known.teams, 1 - seat, rng.choice(valid)))


def _with(chosen: tuple[int | None, int | None], seat: int, team: int) -> tuple[int | None, int | None]:
    return (chosen[0], team) if seat else (team, chosen[1])


def read_view(view: Mapping[str, Any]) -> State:
    """The position that a view shows, as its own seat or a spectator sees it."""
    acting, phase = view["to_act"], view["phase"]
    outcome, last = view["outcome"], view["last"]
    state = bot.look(view, acting[0] if acting else 0)
    white, grey = (None if team is None else _functions(team) for team in view["teams"])
    state = state._replace(
        teams=(white, grey),
        spare=_functions(view["hands"][0]) | _functions(view["hands"][1]) << FUNCTIONS,
        slot=_slot(view),
        eventful=_eventful(view),
        last=None if last is None else _last(last),
        outcome=outcome and Outcome(tuple(outcome["ranks"]), outcome["reason"]),
    )
    return state._replace(history=states.digest(state.board, state.seat)) if phase == MOVE else state


def _functions(seen: list[str]) -> int:
    return sum(1 << FUNCTION_OF[code] for code in seen)


def _slot(view: Mapping[str, Any]) -> int:
    """Return how many places of the order are past: a side with nothing in hand has had all of its own."""
    if view["phase"] == MAP:
        return len(view["tiles"]) - 1
    if view["phase"] != DEPLOY:
        return 0
    placed = [sum(owner == seat for owner, _ in view["units"].values()) for seat in (0, 1)]
    for slot, seat in enumerate(UNIT_ORDER):
        if placed[seat]:
            placed[seat] -= 1
        elif view["hands"][seat]:
            return slot
    return len(UNIT_ORDER)


def _eventful(view: Mapping[str, Any]) -> bool:
    """Return whether the turn has had an event (ZO-17), as far as its last action tells."""
    if view["phase"] not in (COMBO, BUILD):
        return False
    return bool(view["fallen"]) or view["phase"] == BUILD or view["last"]["do"].split()[0] in _STIRRING


def _last(seen: Mapping[str, Any]) -> Last:
    moves = tuple((_cell(src), _cell(dst)) for src, dst in seen["moves"])
    gone = sum(1 << FUNCTION_OF[code] + FUNCTIONS * owner for owner, code in seen["gone"])
    return Last(seen["by"], notation.decode(seen["do"]), moves, gone)


def _cell(name: str | None) -> int:
    return OUT if name is None else CELL_OF[name]
