"""The search adapter of Zero Order: the battle is open, and what comes before it is left to the greedy bot.

All is open but a chosen team, and what a view does not tell: earlier positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines.contract import Outcome
from engines.search_adapter import SearchAdapter, SearchSettings
from engines.zero_order import actions, bot
from engines.zero_order import state as states
from engines.zero_order.actions import Action
from engines.zero_order.grid import CELL_OF, OUT, UNIT_ORDER
from engines.zero_order.heuristics import evaluate, score_actions
from engines.zero_order.state import ACT, BUILD, COMBO, DEPLOY, MAP, MOVE, TEAM, Last, State
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
    return Last(seen["by"], actions.decode(seen["do"]), moves, gone)


def _cell(name: str | None) -> int:
    return OUT if name is None else CELL_OF[name]


def candidates(state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
    """Return all actions, with what they look like."""
    if listed is None:
        return [(_team(state, rng), 0.5)]
    return list(zip(listed, score_actions(state, seat, listed), strict=True))


def rollout(state: State, seat: int, listed: list[Any] | None, rng: Random) -> Any:
    """The best looking of a few actions."""
    if listed is None:
        return _team(state, rng)
    if len(listed) == 1:
        return listed[0]
    few = listed if state.phase != MOVE else [listed[int(rng.random() * len(listed))] for _ in range(4)]
    priors = [prior + 0.2 * rng.random() for prior in score_actions(state, seat, few)]
    return few[priors.index(max(priors))]


def _team(state: State, rng: Random) -> Action:
    return actions.team(rng.choice(teams(state.terms.start, state.terms.levels)))


def shortcut(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str | None:
    """Teams, map and deployment are the greedy bot's."""
    return None if view["phase"] in (MOVE, ACT, COMBO, BUILD) else bot.choose(seat, view, legal, rng)


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    settings=SearchSettings(iterations=800, plies=0, mix=0.5, open_state=True),
)
