"""The flow of play: applies an action or roll and continues to the next decision, question, roll or round."""

from collections.abc import Callable, Mapping
from typing import Any

from engines.incursion_point_zero import combat, movement
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import EQUIPMENT
from engines.incursion_point_zero.move_generation import list_legal
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import NAMES
from engines.incursion_point_zero.state import ACTED, ATTACKED, HALTED, ROUNDS, STRIKE, TERRORISTS, UNITS, State

BASE_MOVES = 2
RESPAWNS = {3: STRIKE, 4: TERRORISTS, 5: STRIKE}


def begin_next_activation(mutable: MutableState) -> None:
    """Continue to the next living Soldier, through the ends of rounds, to the end of the match."""
    mutable.did = mutable.boost = mutable.moves = 0
    while True:
        mutable.place += 1
        if mutable.place == UNITS:
            if mutable.round == ROUNDS:
                mutable.place -= 1
                mutable.win(TERRORISTS)
                return
            begin_round(mutable)
        if not mutable.dead >> mutable.active & 1:
            unit = mutable.active
            mutable.guards = tuple([guard for guard in mutable.guards if guard[0] != unit])
            mutable.moves = BASE_MOVES + mutable.total(unit, "move")
            if mutable.marks[unit]:
                mutable.heal(unit, mutable.total(unit, "heal"))
            return


def begin_round(mutable: MutableState) -> None:
    """Begin the next round."""
    mutable.round += 1
    mutable.place = 0
    mutable.add_event("round", mutable.round)
    for unit, profile in enumerate(mutable.units):
        due, soon = RESPAWNS.get(mutable.round) == profile.side, RESPAWNS.get(mutable.round + 1) == profile.side
        if mutable.dead >> unit & 1 and (due or (soon and "early" in profile.passive)):
            mutable.dead &= ~(1 << unit)
            mutable.add_event("respawn", profile.name)


def _enter_or_move(mutable: MutableState, unit: int, *spaces: int) -> None:
    """Enter the map or move."""
    mutable.did |= ACTED
    mutable.uncover_if_hidden(unit)
    movement.step(mutable, unit, spaces[-1])


def _attack(mutable: MutableState, unit: int, target: int) -> None:
    mutable.did |= ACTED | ATTACKED
    mutable.moves = 0
    mutable.uncover_if_hidden(unit)
    mutable.then(("after attack", unit))
    combat.attack(mutable, unit, mutable.tables.unit_of[target])


def after_attack(mutable: MutableState, unit: int) -> None:
    """Grant movement after an attack (`move_after`): the stop rules start afresh."""
    if mutable.at[unit] >= 0:
        mutable.did &= ~HALTED
        mutable.moves = mutable.total(unit, "move_after")


def _use(mutable: MutableState, unit: int, card: int) -> None:
    gear = list(mutable.gear[unit])
    gear.remove(card)
    mutable.did |= ACTED
    mutable.gear[unit] = tuple(gear)
    mutable.add_event("use", mutable.name(unit), EQUIPMENT[card].id)
    mutable.heal(unit, EQUIPMENT[card].n)


def _pass(mutable: MutableState, unit: int) -> None:
    mutable.add_event("pass", mutable.name(unit))
    mutable.then(("next",))


def _announce_cooldown(mutable: MutableState, unit: int, ability: str, kind: str, target: int) -> None:
    """Spend the announced cooldown, let the other side jam it, then apply it."""
    number = next(at for at, cooldown in mutable.units[unit].cooldowns if cooldown.id == ability)
    mutable.uncover_if_hidden(unit)
    mutable.did |= ACTED
    mutable.spend(unit, number)
    jams = [
        ("skill?", enemy, other, unit, number)
        for enemy in mutable.enemies(unit)
        for other in mutable.units[enemy].interrupts.get("skill", ())
    ]
    mutable.then(*jams, ("work", unit, number, mutable.tables.unit_of[target] if kind == "soldier" else target))


_HANDLERS: Mapping[str, Callable[..., None]] = {
    "enter": _enter_or_move,
    "move": _enter_or_move,
    "attack": _attack,
    "skill": _announce_cooldown,
    "use": _use,
    "pass": _pass,
}


def ask_skill(mutable: MutableState, enemy: int, number: int, unit: int, announced: int) -> None:
    """Ask whether to jam the announced cooldown, if possible."""
    if mutable.ready(enemy, number):
        mutable.question(enemy, "interrupt", number, "skill", unit, announced)


def apply_cooldown(mutable: MutableState, unit: int, number: int, target: int) -> None:
    """Apply a cooldown; `target` is a Soldier, a space, or -1."""
    ability = mutable.units[unit].abilities[number]
    if ability.effect == "reveal":
        movement.turn_up_from_afar(mutable, target)
    elif ability.effect == "heal":
        mutable.heal(unit if target < 0 else target, ability.n)
    elif ability.effect == "shield":
        mutable.guards += ((unit, number, unit if target < 0 else target),)
    elif ability.effect == "move":
        mutable.moves += ability.n
    else:
        mutable.boost |= 1 << number


# What the steps on the stack do; those with a question mark may ask a player.
STEPS: Mapping[str, Callable[..., None]] = {
    "after attack": after_attack,
    "arrival?": movement.ask_arrival,
    "arrive": movement.offer_arrival_attack,
    "attack?": combat.ask_attack,
    "bullet": movement.apply_bullet,
    "counter": combat.counterattack,
    "depart?": movement.ask_depart,
    "free?": movement.ask_free,
    "harm": combat.apply_damage,
    "hit?": combat.ask_hit,
    "land": movement.land,
    "loot": movement.take_loot,
    "next": begin_next_activation,
    "reroll": combat.reroll,
    "roll": combat.roll,
    "rolled?": combat.ask_rolled,
    "score": combat.compute_damage,
    "skill?": ask_skill,
    "stop": movement.stop_at_enemy,
    "turn up": movement.turn_up,
    "work": apply_cooldown,
}


def begin_play(state: State) -> State:
    """Begin the first round after the last card is laid."""
    mutable = MutableState(state)
    mutable.place = UNITS - 1  # as after a round
    begin_next_activation(mutable)
    return _run_steps(mutable)


def apply_action(state: State, action: Action) -> State:
    """Apply a legal action of the seat to act."""
    mutable = MutableState(state)
    if mutable.ask is None:
        _HANDLERS[action.verb](mutable, mutable.active, *action.parts[1:])
    else:
        _apply_answer(mutable, mutable.ask, action)
    return _run_steps(mutable)


def apply_roll(state: State, faces: tuple[int, ...]) -> State:
    """Apply the referee's dice, as many as are awaited."""
    mutable = MutableState(state, keep_events=True)
    combat.take_dice(mutable, faces)
    return _run_steps(mutable)


def refresh_legal_actions(state: State) -> State:
    """Return the state with its list of legal actions computed anew, as after loading."""
    if state.tables is None or state.outcome is not None or state.rolling:
        return state
    return state._replace(legal=list_legal(MutableState(state, keep_events=True)))


def _run_steps(mutable: MutableState) -> State:
    while mutable.outcome is None and not mutable.rolling:
        if mutable.ask is None and mutable.stack:
            step, *parts = mutable.stack.pop()
            STEPS[step](mutable, *parts)
        elif mutable.ask is None and mutable.dead >> mutable.active & 1:
            begin_next_activation(mutable)
        elif legal := list_legal(mutable):
            mutable.legal = legal
            break
        else:
            begin_next_activation(mutable)
    return mutable.freeze()


def _apply_answer(mutable: MutableState, ask: tuple[Any, ...], action: Action) -> None:
    _, kind, unit, *parts = ask
    mutable.ask = None
    if kind == "arrive":
        combat.free_attack(mutable, unit, parts[0], mutable.tables.unit_of[action.parts[1]])
    elif kind == "reveal":
        if action.parts[0] is not None:
            mutable.add_event("look", mutable.name(unit), NAMES[action.parts[0]])
            movement.turn_up_from_afar(mutable, action.parts[0])
    elif not action.parts[0]:
        mutable.add_event("declined", mutable.name(unit), kind)
    elif kind == "free":
        combat.attack(mutable, unit, parts[0], free=True, base=False)
    else:  # Spend the ability and apply it.
        number, moment, *details = parts
        mutable.spend(unit, number)
        _INTERRUPTS[moment](mutable, unit, number, *details)


def _jam(mutable: MutableState, unit: int, number: int, user: int, announced: int) -> None:
    """Cancel the announced cooldown after a yes to a `skill` question; it is spent without effect."""
    mutable.stack.clear()
    mutable.add_event("jammed", mutable.name(user))


# What an interrupt does, by its moment.
_INTERRUPTS: Mapping[str, Callable[..., None]] = {
    "attack": combat.use_attack,
    "rolled": combat.use_rolled,
    "hit": combat.reduce_damage,
    "depart": movement.hold,
    "arrival": combat.free_attack,
    "skill": _jam,
}
