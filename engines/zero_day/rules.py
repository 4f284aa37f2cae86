"""Which action belongs to which phase, and how it is applied. States go in and come out; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines.contract import IllegalAction
from engines.words import marked, say, told
from engines.zero_day import admin, hacker, hacking, opening, start
from engines.zero_day import state as states
from engines.zero_day.actions import Action
from engines.zero_day.state import State, noted
from engines.zero_day.turns import refuse

Judge = Callable[[State, int, tuple[int, ...]], State]
NOBODY: frozenset[int] = frozenset()
_ONE = tuple(frozenset({seat}) for seat in range(4))
_REFEREE = (states.DRAW, states.REFILL, states.PEEK, states.OVER)

JUDGES: Mapping[str, Mapping[str, Judge]] = {
    states.CREDENTIALS: {"credentials": opening.name_credentials},
    states.CHOOSE: {"init": opening.choose_spot},
    states.TOKENS: {"token": opening.place_token},
    states.START: {"tile": start.tile, "virus": start.virus},
    states.ACT: {"stack": admin.stack, "resolve": admin.resolve, "init": hacker.init},
    states.CHOICE: {
        "stack": admin.shell,
        "scan": admin.scan,
        "purge": admin.purge,
        "swap": admin.swap,
        "end": admin.end,
    },
    states.SCRAMBLE: {"credentials": admin.scramble},
    states.MOVE: {
        "jack-in": hacker.jack_in,
        "credits": hacker.wage,
        "jump": hacker.jump,
        "jack-out": hacker.jack_out,
        "virus": start.virus,
    },
    states.FREE: {
        "tile-action": hacker.tile_action,
        "install": hacker.install,
        "uninstall": hacker.uninstall,
        "deny": hacker.deny,
        "hack": hacking.hack,
        "repeat": hacking.repeat,
        "init": hacker.init,
    },
    states.INIT: {"init": hacker.init},
    states.PROTECT: {"protect": hacking.protect},
}

_EXPECTED = {
    states.CREDENTIALS: marked("Four credentials are to be named now."),
    states.CHOOSE: marked("An initiative spot is to be chosen now: init and its number."),
    states.TOKENS: marked("The operation tokens are to be placed now: token, its type and a place."),
    states.START: marked("The turn begins with the initiative tile, Alice and Bob."),
    states.ACT: marked("The Admin may stack, resolve, or end the turn with init."),
    states.CHOICE: marked("An operation is being carried out: its acts come now, or end."),
    states.SCRAMBLE: marked("The Admin names four new credentials now."),
    states.MOVE: marked("First jack in or take credits; who is jacked in jumps or jacks out."),
    states.FREE: marked("Now come tile action, install, uninstall, deny and hack; init ends the turn."),
    states.INIT: marked("Only the initiative token is left to move: init and a number."),
    states.PROTECT: marked("The Admin answers the hack now: protect and one of no, 0, +1, -1."),
}


def to_act(state: State) -> frozenset[int]:
    """Whose clock runs: the seat on turn, the Admin while a hack waits for an answer, nobody for the referee."""
    phase = state.phase
    if phase == states.PROTECT:
        return _ONE[0]
    return NOBODY if phase in _REFEREE else _ONE[state.seat]


def told_nothing(before: State, after: State) -> bool:
    """Whether an action brought nobody a hack's result or a sight of cards, opened nothing and named no credentials."""
    return (before.seen, before.hacks, before.pending, before.open, before.bottom, before.era) == (
        after.seen, after.hacks, after.pending, after.open, after.bottom, after.era,
    )  # fmt: skip


def apply(state: State, actor: int | None, action: Action) -> State:
    if state.phase == states.OVER:
        raise IllegalAction("match-over", say("The match is over."))
    if actor is None:
        return noted(opening.by_referee(state, action), -1, action.public)
    if actor not in to_act(state):
        if not 0 <= actor < state.table.seats:
            raise refuse("not-a-seat", say("There is no such seat."))
        raise refuse("not-your-turn", say("It is not your turn."))
    judge = JUDGES[state.phase].get(action.verb)
    if judge is None:
        raise refuse("wrong-phase", told(_EXPECTED[state.phase]))
    return noted(judge(state, actor, action.args), actor, action.public)
