"""Dispatch of actions by phase, and forfeits (ZD-20), as pure functions of immutable states."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from engines.common import NO_SEATS, ONE_SEAT
from engines.contract import IllegalAction, Outcome, require
from engines.words import marked, say, told
from engines.zero_day import admin_actions, hacker_actions, match_setup, turns
from engines.zero_day import state as states
from engines.zero_day.actions import Action
from engines.zero_day.cards import HAND
from engines.zero_day.state import NO_TURN, State, noted, put
from engines.zero_day.validation import EXPECTED, out_of_turn

Handler = Callable[..., State]  # (state, seat, the action's numbers)
_REFEREE = (states.DRAW, states.REFILL, states.PEEK, states.OVER)

HANDLERS: Mapping[str, Mapping[str, Handler]] = {
    states.CREDENTIALS: {"credentials": match_setup.name_credentials},
    states.CHOOSE: {"init": match_setup.choose_spot},
    states.TOKENS: {"token": match_setup.place_token},
    states.START: {"tile": turns.tile, "virus": turns.virus},
    states.ACT: {"stack": admin_actions.stack, "resolve": admin_actions.resolve, "init": hacker_actions.init},
    states.CHOICE: {
        "stack": admin_actions.shell,
        "scan": admin_actions.scan,
        "purge": admin_actions.purge,
        "swap": admin_actions.swap,
        "end": admin_actions.end,
    },
    states.SCRAMBLE: {"credentials": admin_actions.scramble},
    states.MOVE: {
        "jack-in": hacker_actions.jack_in,
        "credits": hacker_actions.wage,
        "jump": hacker_actions.jump,
        "jack-out": hacker_actions.jack_out,
        "virus": turns.virus,
    },
    states.FREE: {
        "tile-action": hacker_actions.tile_action,
        "install": hacker_actions.install,
        "uninstall": hacker_actions.uninstall,
        "deny": hacker_actions.deny,
        "hack": hacker_actions.hack,
        "repeat": hacker_actions.repeat,
        "init": hacker_actions.init,
    },
    states.INIT: {"init": hacker_actions.init},
    states.PROTECT: {"protect": hacker_actions.protect},
}


def to_act(state: State) -> frozenset[int]:
    """Return whose clock runs: the seat to act, the Admin while a hack awaits an answer, no seat for the referee."""
    phase = state.phase
    if phase == states.PROTECT:
        return ONE_SEAT[0]
    return NO_SEATS if phase in _REFEREE else ONE_SEAT[state.seat]


def may_take_back(before: State, seat: int, after: State) -> bool:
    """Return whether an action revealed no hack's result and no cards, drew nothing and named no credentials."""
    return _revealing(before) == _revealing(after)


_revealing = attrgetter("seen", "hacks", "pending", "open", "bottom", "era")


def apply(state: State, actor: int | None, action: Action) -> State:
    """Return the state after an action. Raises IllegalAction."""
    if state.phase == states.OVER:
        raise IllegalAction("match-over", say("The match is over."))
    if actor is None:
        return noted(match_setup.by_referee(state, action), -1, action.public)
    if actor not in to_act(state):
        raise out_of_turn(state, actor)
    if (handler := HANDLERS[state.phase].get(action.verb)) is None:
        raise IllegalAction("wrong-phase", told(EXPECTED[state.phase]))
    return noted(handler(state, actor, *action.args), actor, action.public)


_OWN_TURN = (states.START, states.MOVE, states.FREE, states.INIT, states.PROTECT)


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """Remove forfeiting Hackers and continue; the forfeit of the Admin or of the last Hacker ends the match."""
    count = state.table.seats
    require(max(seats) < count, "not-a-seat", marked("Seat {seat} not found."), seat=max(seats))
    here = any(not state.gone >> seat & 1 for seat in seats)
    require(here, "left-already", marked("That seat has already left the match."))
    gone = state.gone | sum(1 << seat for seat in seats)
    after = state._replace(gone=gone)
    if gone == (1 << count) - 1:
        return after._replace(
            phase=states.OVER, turn=NO_TURN, choice=None, pending=None, outcome=Outcome((2,) * count, "double-forfeit")
        )
    if gone & 1 or gone | 1 == (1 << count) - 1:
        keys = [(0, 0) if gone >> seat & 1 else (1, state.score[seat]) for seat in range(count)]
        return turns.over(after, keys, reason)
    return _played_on(_removed(after))


_FALLEN = {"at": -1, "spots": -1, "installed": 0, "hands": HAND, "carry": 0}


def _removed(state: State) -> State:
    """Return the state without pawns, initiative tokens and viruses of seats that have left."""
    for seat in range(state.table.seats):
        if state.gone >> seat & 1:
            parts: dict[str, Any] = {name: put(getattr(state, name), seat, none) for name, none in _FALLEN.items()}
            state = state._replace(**parts)
    return state


def _played_on(state: State) -> State:
    """Continue whatever waited for a seat that has left."""
    if state.phase == states.CHOOSE and state.gone >> state.seat & 1:
        return match_setup.next_chooser(state)
    if state.phase in _OWN_TURN and state.gone >> state.seat & 1:
        return turns.next_turn(state._replace(turn=NO_TURN, pending=None))
    if state.phase == states.PEEK:
        operation, left, peekers = state.resolved
        if not peekers & ~state.gone:
            return admin_actions.carry_out(state, operation, left)
        return state._replace(choice=state.resolved._replace(peekers=peekers & ~state.gone))
    return state
