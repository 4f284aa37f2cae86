"""The play: an action of a player or a roll goes in, and the match runs on to the next decision, question or roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.incursion_point_zero import fights, harm, skills, steps, turns
from engines.incursion_point_zero.actions import ATTACK, REVEAL, REVEAL_NONE, YES_NO, Action
from engines.incursion_point_zero.field import Field
from engines.incursion_point_zero.spaces import NAMES
from engines.incursion_point_zero.state import State

# What the steps on a Field's stack mean; a word with a question mark may ask a player.
STEPS: Mapping[str, Callable[..., None]] = {
    "after attack": turns.after_attack,
    "arrival?": steps.ask_arrival,
    "arrive": steps.arrive,
    "attack?": fights.ask_attack,
    "bullet": steps.bullet,
    "counter": fights.counter,
    "depart?": steps.ask_depart,
    "free?": steps.ask_free,
    "harm": harm.harm,
    "hit?": harm.ask_hit,
    "land": steps.land,
    "loot": steps.loot,
    "next": turns.next_activation,
    "reroll": fights.reroll,
    "roll": fights.roll,
    "rolled?": fights.ask_rolled,
    "score": fights.score,
    "skill?": skills.ask_skill,
    "stop": steps.stop,
    "turn up": steps.turn_up,
    "work": skills.work,
}


def begin(state: State) -> State:
    """The first round, when the last card is laid."""
    field = Field(state)
    turns.begin_round(field)
    field.place = -1
    field.then(("next",))
    return _run(field)


def act(state: State, action: Action) -> State:
    """A legal action of whoever is to act."""
    field = Field(state)
    if field.ask is None:
        _ACTS[action.verb](field, field.active, action.parts)
    else:
        _answer(field, field.ask, action)
    return _run(field)


def roll(state: State, faces: tuple[int, ...]) -> State:
    """The referee's dice, as many as are awaited."""
    field = Field(state, keep_events=True)
    fights.fall(field, faces)
    return _run(field)


def legal_again(state: State) -> State:
    """The state with its list of legal actions made anew, as after loading."""
    if state.tables is None or state.outcome is not None or state.rolling:
        return state
    field = Field(state, keep_events=True)
    return state._replace(legal=turns.options(field) if field.ask is None else answers(field, field.ask))


def _run(field: Field) -> State:
    stack = field.stack
    while field.outcome is None and not field.rolling:
        if field.ask is not None:
            field.legal = answers(field, field.ask)
            break
        if stack:
            word, *parts = stack.pop()
            STEPS[word](field, *parts)
        elif field.dead >> field.active & 1:
            turns.next_activation(field)
        elif legal := turns.options(field):
            field.legal = legal
            break
        else:
            turns.next_activation(field)
    return field.freeze()


def answers(field: Field, ask: tuple[Any, ...]) -> tuple[Action, ...]:
    """What may be answered to an open question."""
    _, what, unit, *parts = ask
    if what == "arrive":
        return tuple([ATTACK[field.units[unit].at][field.units[target].at] for target in parts[1]])
    if what == "reveal":
        return (*[REVEAL[space] for space in steps.face_down(field, *parts)], REVEAL_NONE)
    yes_no = YES_NO[what]
    return yes_no[1], yes_no[0]


def _answer(field: Field, ask: tuple[Any, ...], action: Action) -> None:
    _, what, unit, *parts = ask
    field.ask = None
    if what == "arrive":
        number, target = parts[0], field.tables.unit_of[action.parts[1]]
        fights.free_attack(field, unit, target, base=field.units[unit].abilities[number].n == 1)
    elif what == "reveal":
        if action.parts[0] is not None:
            field.tell("look", field.name(unit), NAMES[action.parts[0]])
            steps.turn_up_from_afar(field, action.parts[0])
    elif not action.parts[0]:
        field.tell("declined", field.name(unit), what)
    elif what == "free":
        fights.free_attack(field, unit, parts[0], base=False)
    else:
        _interrupt(field, unit, *parts)


def _interrupt(field: Field, unit: int, number: int, moment: str, *about: Any) -> None:
    """A yes: the ability is spent and works."""
    field.spend(unit, number)
    if moment == "attack":
        fights.use_attack(field, unit, number)
    elif moment == "rolled":
        fights.use_rolled(field, unit, number)
    elif moment == "hit":
        harm.soften(field, unit, number, about[2])
    elif moment == "depart":
        steps.hold(field, about[0])
    elif moment == "arrival":
        fights.free_attack(field, unit, about[0], base=field.units[unit].abilities[number].n == 1)
    else:
        skills.jam(field, about[0])


def _skill(field: Field, unit: int, parts: tuple[Any, ...]) -> None:
    _, ability, kind, target = parts
    skills.announce(field, unit, ability, field.tables.unit_of[target] if kind == "soldier" else target)


_ACTS: Mapping[str, Callable[[Field, int, tuple[Any, ...]], None]] = {
    "enter": lambda field, unit, parts: turns.enter(field, unit, parts[1]),
    "move": lambda field, unit, parts: turns.move(field, unit, parts[2]),
    "attack": lambda field, unit, parts: turns.attack(field, unit, field.tables.unit_of[parts[1]]),
    "skill": _skill,
    "use": lambda field, unit, parts: turns.use(field, unit, parts[1]),
    "pass": lambda field, unit, parts: turns.pass_(field, unit),
}
