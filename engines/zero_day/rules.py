"""Dispatch of actions by phase, and forfeits (ZD-20), as pure functions of immutable states."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from engines.common import NO_SEATS, ONE_SEAT
from engines.contract import IllegalAction, Outcome, require
from engines.i18n import mark, translate as _
from engines.zero_day import admin_actions, hacker_actions, match_setup, state as states, turns
from engines.zero_day.actions import Action
from engines.zero_day.cards import ALL_KEYS
from engines.zero_day.state import NO_TURN, State, add_event, set_at
from engines.zero_day.validation import EXPECTED_MESSAGES, out_of_turn

Handler = Callable[..., State]  # (state, seat, the action's numbers)
_REFEREE_PHASES = (states.DRAW, states.REFILL, states.PEEK, states.OVER)

HANDLERS: Mapping[str, Mapping[str, Handler]] = {
    states.CREDENTIALS: {"credentials": match_setup.name_credentials},
    states.CHOOSE: {"init": match_setup.choose_spot},
    states.TOKENS: {"token": match_setup.place_token},
    states.START: {"tile": turns.resolve_tile, "virus": turns.apply_virus},
    states.ACT: {"stack": admin_actions.stack, "resolve": admin_actions.resolve, "init": hacker_actions.move_token},
    states.CHOICE: {
        "stack": admin_actions.stack_by_effect,
        "scan": admin_actions.scan,
        "purge": admin_actions.purge,
        "swap": admin_actions.swap,
        "end": admin_actions.end_choice,
    },
    states.SCRAMBLE: {"credentials": admin_actions.scramble},
    states.MOVE: {
        "jack-in": hacker_actions.jack_in,
        "credits": hacker_actions.take_wage,
        "jump": hacker_actions.jump,
        "jack-out": hacker_actions.jack_out,
        "virus": turns.apply_virus,
    },
    states.FREE: {
        "tile-action": hacker_actions.use_tile,
        "install": hacker_actions.install,
        "uninstall": hacker_actions.uninstall,
        "deny": hacker_actions.deny,
        "hack": hacker_actions.hack,
        "repeat": hacker_actions.repeat,
        "init": hacker_actions.move_token,
    },
    states.INIT: {"init": hacker_actions.move_token},
    states.PROTECT: {"protect": hacker_actions.protect},
}


def to_act(state: State) -> frozenset[int]:
    """Return whose clock runs: the seat to act, the Admin while a hack awaits an answer, no seat for the referee."""
    phase = state.phase
    if phase == states.PROTECT:
        return ONE_SEAT[0]
    return NO_SEATS if phase in _REFEREE_PHASES else ONE_SEAT[state.seat]


def can_undo(before: State, seat: int, after: State) -> bool:
    """Return whether an action revealed no hack's result and no cards, drew nothing and named no credentials."""
    return _revealed_fields(before) == _revealed_fields(after)


_revealed_fields = attrgetter("seen", "hacks", "pending", "open", "bottom", "era")


def apply(state: State, actor: int | None, action: Action) -> State:
    """Return the state after an action. Raises IllegalAction."""
    if state.phase == states.OVER:
        raise IllegalAction("match-over", _("The match is over."))
    if actor is None:
        return add_event(match_setup.apply_referee_action(state, action), -1, action.public)
    if actor not in to_act(state):
        raise out_of_turn(state, actor)
    if (handler := HANDLERS[state.phase].get(action.verb)) is None:
        raise IllegalAction("wrong-phase", _(EXPECTED_MESSAGES[state.phase]))
    return add_event(handler(state, actor, *action.args), actor, action.public)


_TURN_PHASES = (states.START, states.MOVE, states.FREE, states.INIT, states.PROTECT)


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """Remove forfeiting Hackers and continue; the forfeit of the Admin or of the last Hacker ends the match."""
    count = state.table.seats
    require(max(seats) < count, "not-a-seat", mark("Seat {seat} not found."), seat=max(seats))
    any_playing = any(not state.gone >> seat & 1 for seat in seats)
    require(any_playing, "left-already", mark("That seat has already left the match."))
    forfeited = state.gone | sum(1 << seat for seat in seats)
    after = state._replace(gone=forfeited)
    if forfeited == (1 << count) - 1:
        return after._replace(
            phase=states.OVER, turn=NO_TURN, choice=None, pending=None, outcome=Outcome((2,) * count, "double-forfeit")
        )
    if forfeited & 1 or forfeited | 1 == (1 << count) - 1:
        keys = [(0, 0) if forfeited >> seat & 1 else (1, state.score[seat]) for seat in range(count)]
        return turns.end_match(after, keys, reason)
    return _continue_without_seats(_remove_forfeited_seats(after))


_RESET = {"at": -1, "spots": -1, "installed": 0, "hands": ALL_KEYS, "carry": 0}


def _remove_forfeited_seats(state: State) -> State:
    """Return the state without pawns, initiative tokens and viruses of seats that have left."""
    for seat in range(state.table.seats):
        if state.gone >> seat & 1:
            parts: dict[str, Any] = {name: set_at(getattr(state, name), seat, none) for name, none in _RESET.items()}
            state = state._replace(**parts)
    return state


def _continue_without_seats(state: State) -> State:
    """Continue whatever waited for a seat that has left."""
    if state.phase == states.CHOOSE and state.gone >> state.seat & 1:
        return match_setup.advance_chooser(state)
    if state.phase in _TURN_PHASES and state.gone >> state.seat & 1:
        return turns.begin_next_turn(state._replace(turn=NO_TURN, pending=None))
    if state.phase == states.PEEK:
        operation, remaining, peekers = state.current_choice
        if not peekers & ~state.gone:
            return admin_actions.carry_out(state, operation, remaining)
        return state._replace(choice=state.current_choice._replace(peekers=peekers & ~state.gone))
    return state
