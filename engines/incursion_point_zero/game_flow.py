"""The play: an action of a player or a roll goes in, and the match runs on to the next decision, question or roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.incursion_point_zero import combat, cooldowns, damage, move_generation, movement, turns
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import NAMES
from engines.incursion_point_zero.state import State

# What the steps on the stack mean; a word with a question mark may ask a player.
STEPS: Mapping[str, Callable[..., None]] = {
    "after attack": turns.after_attack,
    "arrival?": movement.ask_arrival,
    "arrive": movement.arrive,
    "attack?": combat.ask_attack,
    "bullet": movement.bullet,
    "counter": combat.counter,
    "depart?": movement.ask_depart,
    "free?": movement.ask_free,
    "harm": damage.harm,
    "hit?": damage.ask_hit,
    "land": movement.land,
    "loot": movement.loot,
    "next": turns.next_activation,
    "reroll": combat.reroll,
    "roll": combat.roll,
    "rolled?": combat.ask_rolled,
    "score": combat.score,
    "skill?": cooldowns.ask_skill,
    "stop": movement.stop,
    "turn up": movement.turn_up,
    "work": cooldowns.apply_cooldown,
}


def begin(state: State) -> State:
    """The first round, when the last card is laid."""
    mutable = MutableState(state)
    turns.begin_round(mutable)
    mutable.place = -1
    mutable.then(("next",))
    return _run(mutable)


def act(state: State, action: Action) -> State:
    """A legal action of whoever is to act."""
    mutable = MutableState(state)
    if mutable.ask is None:
        _ACTS[action.verb](mutable, mutable.active, action.parts)
    else:
        _answer(mutable, mutable.ask, action)
    return _run(mutable)


def roll(state: State, faces: tuple[int, ...]) -> State:
    """The referee's dice, as many as are awaited."""
    mutable = MutableState(state, keep_events=True)
    combat.take_dice(mutable, faces)
    return _run(mutable)


def legal_again(state: State) -> State:
    """The state with its list of legal actions made anew, as after loading."""
    if state.tables is None or state.outcome is not None or state.rolling:
        return state
    mutable = MutableState(state, keep_events=True)
    return state._replace(
        legal=move_generation.list_activation(mutable)
        if mutable.ask is None
        else move_generation.list_answers(mutable, mutable.ask)
    )


def _run(mutable: MutableState) -> State:
    stack = mutable.stack
    while mutable.outcome is None and not mutable.rolling:
        if mutable.ask is not None:
            mutable.legal = move_generation.list_answers(mutable, mutable.ask)
            break
        if stack:
            word, *parts = stack.pop()
            STEPS[word](mutable, *parts)
        elif mutable.dead >> mutable.active & 1:
            turns.next_activation(mutable)
        elif legal := move_generation.list_activation(mutable):
            mutable.legal = legal
            break
        else:
            turns.next_activation(mutable)
    return mutable.freeze()


def _answer(mutable: MutableState, ask: tuple[Any, ...], action: Action) -> None:
    _, what, unit, *parts = ask
    mutable.ask = None
    if what == "arrive":
        number, target = parts[0], mutable.tables.unit_of[action.parts[1]]
        combat.free_attack(mutable, unit, target, base=mutable.units[unit].abilities[number].n == 1)
    elif what == "reveal":
        if action.parts[0] is not None:
            mutable.tell("look", mutable.name(unit), NAMES[action.parts[0]])
            movement.turn_up_from_afar(mutable, action.parts[0])
    elif not action.parts[0]:
        mutable.tell("declined", mutable.name(unit), what)
    elif what == "free":
        combat.free_attack(mutable, unit, parts[0], base=False)
    else:
        _interrupt(mutable, unit, *parts)


def _interrupt(mutable: MutableState, unit: int, number: int, moment: str, *about: Any) -> None:
    """A yes: the ability is spent and works."""
    mutable.spend(unit, number)
    if moment == "attack":
        combat.use_attack(mutable, unit, number)
    elif moment == "rolled":
        combat.use_rolled(mutable, unit, number)
    elif moment == "hit":
        damage.soften(mutable, unit, number, about[2])
    elif moment == "depart":
        movement.hold(mutable, about[0])
    elif moment == "arrival":
        combat.free_attack(mutable, unit, about[0], base=mutable.units[unit].abilities[number].n == 1)
    else:
        cooldowns.jam(mutable, about[0])


def _skill(mutable: MutableState, unit: int, parts: tuple[Any, ...]) -> None:
    _, ability, kind, target = parts
    cooldowns.announce(mutable, unit, ability, mutable.tables.unit_of[target] if kind == "soldier" else target)


_ACTS: Mapping[str, Callable[[MutableState, int, tuple[Any, ...]], None]] = {
    "enter": lambda mutable, unit, parts: turns.enter(mutable, unit, parts[1]),
    "move": lambda mutable, unit, parts: turns.move(mutable, unit, parts[2]),
    "attack": lambda mutable, unit, parts: turns.attack(mutable, unit, mutable.tables.unit_of[parts[1]]),
    "skill": _skill,
    "use": lambda mutable, unit, parts: turns.use(mutable, unit, parts[1]),
    "pass": lambda mutable, unit, parts: turns.pass_(mutable, unit),
}
