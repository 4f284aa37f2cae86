"""Activations and rounds: whose turn it is, what the active Soldier may do, and when its turn ends by itself."""

from __future__ import annotations

from engines.incursion_point_zero import combat, movement
from engines.incursion_point_zero.cards import EQUIPPED, SQUAD
from engines.incursion_point_zero.match_tables import UNITS
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.state import ACTED, ATTACKED, HALTED, ROUNDS, STRIKE, TERRORISTS

MOVES = 2
RESPAWNS = {3: STRIKE, 4: TERRORISTS, 5: STRIKE}


def next_activation(mutable: MutableState) -> None:
    """Go on to the next living Soldier, through the ends of rounds, to the end of the match."""
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
            _begin(mutable, mutable.active)
            return


def begin_round(mutable: MutableState) -> None:
    mutable.round += 1
    mutable.place = 0
    mutable.tell("round", mutable.round)
    for side in (STRIKE, TERRORISTS):
        team = range(SQUAD * side, SQUAD * (side + 1))
        due, soon = RESPAWNS.get(mutable.round) == side, RESPAWNS.get(mutable.round + 1) == side
        for unit in team:
            if mutable.dead >> unit & 1 and (due or (soon and "early" in mutable.units[unit].passive)):
                mutable.dead &= ~(1 << unit)
                mutable.tell("respawn", mutable.name(unit))


def _begin(mutable: MutableState, unit: int) -> None:
    mutable.guards = tuple([guard for guard in mutable.guards if guard[0] != unit])
    mutable.moves = MOVES + mutable.total(unit, "move")
    if mutable.marks[unit]:
        mutable.heal(unit, mutable.total(unit, "heal"))


def enter(mutable: MutableState, unit: int, space: int) -> None:
    mutable.did |= ACTED
    movement.step(mutable, unit, space)


def move(mutable: MutableState, unit: int, goal: int) -> None:
    mutable.did |= ACTED
    if mutable.hidden(unit):
        mutable.uncover(unit)
    movement.step(mutable, unit, goal)


def attack(mutable: MutableState, unit: int, target: int) -> None:
    mutable.did |= ACTED | ATTACKED
    mutable.moves = 0
    if mutable.hidden(unit):
        mutable.uncover(unit)
    mutable.then(("after attack", unit))
    combat.attack(mutable, unit, target)


def after_attack(mutable: MutableState, unit: int) -> None:
    """`move_after`: the stop rules start afresh."""
    if mutable.at[unit] >= 0:
        mutable.did &= ~HALTED
        mutable.moves = mutable.total(unit, "move_after")


def use(mutable: MutableState, unit: int, card: int) -> None:
    gear = list(mutable.gear[unit])
    gear.remove(card)
    mutable.did |= ACTED
    mutable.gear[unit] = tuple(gear)
    mutable.tell("use", mutable.name(unit), EQUIPPED[card].id)
    mutable.heal(unit, EQUIPPED[card].n)


def pass_(mutable: MutableState, unit: int) -> None:
    mutable.tell("pass", mutable.name(unit))
    mutable.then(("next",))
