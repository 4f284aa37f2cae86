"""Which action belongs to which phase, and how it is applied. States go in and come out; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.contract import IllegalAction
from engines.words import say
from engines.zero_day import admin_actions, hack, hacker_actions, match_setup, turn_start
from engines.zero_day import state as states
from engines.zero_day.actions import Action
from engines.zero_day.state import State, noted
from engines.zero_day.validation import out_of_turn, wrong_phase

Handler = Callable[[State, int, tuple[int, ...]], State]
_NO_SEATS: frozenset[int] = frozenset()
_ONE = tuple(frozenset({seat}) for seat in range(4))
_REFEREE = (states.DRAW, states.REFILL, states.PEEK, states.OVER)

HANDLERS: Mapping[str, Mapping[str, Handler]] = {
    states.CREDENTIALS: {"credentials": match_setup.name_credentials},
    states.CHOOSE: {"init": match_setup.choose_spot},
    states.TOKENS: {"token": match_setup.place_token},
    states.START: {"tile": turn_start.tile, "virus": turn_start.virus},
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
        "virus": turn_start.virus,
    },
    states.FREE: {
        "tile-action": hacker_actions.tile_action,
        "install": hacker_actions.install,
        "uninstall": hacker_actions.uninstall,
        "deny": hacker_actions.deny,
        "hack": hack.hack,
        "repeat": hack.repeat,
        "init": hacker_actions.init,
    },
    states.INIT: {"init": hacker_actions.init},
    states.PROTECT: {"protect": hack.protect},
}


def to_act(state: State) -> frozenset[int]:
    """Return whose clock runs: the seat on turn, the Admin while a hack waits for an answer, nobody for the referee."""
    phase = state.phase
    if phase == states.PROTECT:
        return _ONE[0]
    return _NO_SEATS if phase in _REFEREE else _ONE[state.seat]


def told_nothing(before: State, after: State) -> bool:
    """Whether an action brought nobody a hack's result or a sight of cards, opened nothing and named no credentials."""
    return (before.seen, before.hacks, before.pending, before.open, before.bottom, before.era) == (
        after.seen, after.hacks, after.pending, after.open, after.bottom, after.era,
    )  # fmt: skip


def apply(state: State, actor: int | None, action: Action) -> State:
    """Return the state after an action; IllegalAction if the rules forbid it."""
    if state.phase == states.OVER:
        raise IllegalAction("match-over", say("The match is over."))
    if actor is None:
        return noted(match_setup.by_referee(state, action), -1, action.public)
    if actor not in to_act(state):
        raise out_of_turn(state, actor)
    handler = HANDLERS[state.phase].get(action.verb)
    if handler is None:
        raise wrong_phase(state)
    return noted(handler(state, actor, action.args), actor, action.public)
