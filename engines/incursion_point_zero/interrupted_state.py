"""Reconstruction of an interrupted state from a view: the open question, the fight and the steps after them.

A view does not tell everything, such as the goal of a moving Soldier or the target of an announced cooldown. These are
drawn at random from what is possible.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.common import to_tuples
from engines.incursion_point_zero.cards import SQUAD
from engines.incursion_point_zero.move_generation import cooldown_targets
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import SPACE_OF
from engines.incursion_point_zero.state import ATTACKED, HALTED, ORDER, Fight, State, Tables

View = Mapping[str, Any]
Step = tuple[Any, ...]


def parse_unit(view: View, name: str) -> int:
    """Return the number of a Soldier of both squads."""
    order: list[str] = view["order"]
    return ORDER[order.index(name)]


def parse_guards(tables: Tables, soldiers: Sequence[Mapping[str, Any]]) -> tuple[tuple[int, int, int], ...]:
    """Return shields by cooldown. A view does not tell the user, so it is the first of the side that has spent one."""
    guards = []
    for unit, soldier in enumerate(soldiers):
        users = [
            (user, number)
            for user in range(len(soldiers))
            if soldiers[user]["side"] == soldier["side"]
            for number, ability in tables.units[user].cooldowns
            if ability.effect == "shield" and soldiers[user]["abilities"][number][2]
        ]
        guards += [(*users[at % len(users)], unit) for at in range(soldier["shielded"] if users else 0)]
    return tuple(guards)


def parse_did(view: View, tables: Tables, unit: int, legal: list[str] | None) -> int:
    """Return what the active Soldier has done. Without moves left, its legal actions tell if its movement ended."""
    turn = view["turn"]
    flags = ATTACKED if turn["attacked"] else 0
    if turn["moving"]:
        return flags
    if turn["moves"] or turn["moves"] is None:
        return flags | HALTED
    spent = view["soldiers"][turn["soldier"]]["abilities"]
    runs = [item.id for number, item in tables.units[unit].cooldowns if item.effect == "move" and not spent[number][2]]
    offered = {text.split()[2] for text in legal or () if text.startswith("skill ")}
    return flags if any(name in offered for name in runs) else flags | HALTED


def parse_question(view: View, tables: Tables) -> Step | None:
    """Return the open question as the state stores it."""
    question = view["question"]
    if question is None:
        return None
    side, kind, unit = question["side"], question["kind"], parse_unit(view, question["soldier"])
    if kind == "free":
        return side, kind, unit, parse_unit(view, question["other"])
    if kind == "reveal":
        return side, kind, unit, SPACE_OF[question["space"]], question["range"]
    number = _ability_number(tables, unit, question["ability"])
    if kind == "arrive":
        return side, kind, unit, number, tuple(parse_unit(view, name) for name in question["others"])
    moment, other = question["moment"], parse_unit(view, question["other"])
    details: Step = ()
    if moment == "skill":
        details = (_ability_number(tables, other, question["announced"]),)
    elif moment == "rolled":
        details = (tuple(question["faces"]),)
    elif moment == "hit":
        blows = [(parse_unit(view, name), amount) for name, amount in view["blow"]]
        details = (question["amount"], blows.index((other, question["amount"])))
    return side, kind, unit, number, moment, other, *details


def _ability_number(tables: Tables, unit: int, ability_id: str) -> int:
    return [ability.id for ability in tables.units[unit].abilities].index(ability_id)


def parse_fight(view: View, tables: Tables) -> Fight | None:
    """Return the current attack; modifications by interrupts are unknown."""
    data = view["fight"]
    if data is None:
        return None
    faces, pair = to_tuples(data["faces"]), (parse_unit(view, data["attacker"]), parse_unit(view, data["defender"]))
    thrown = (faces[0] or (), faces[1] or ())
    free, base, countered = data["free"], data["base"], data["countered"]
    return Fight(*pair, free, base, countered, faces=faces, thrown=thrown, side=data["side"])


def draw_stack(state: State, view: View, rng: Random) -> tuple[Step, ...]:
    """Return the steps that wait for the question, last first."""
    assert state.ask is not None, "nothing waits where nothing is asked"
    _, kind, unit, *parts = state.ask
    if kind == "free" or (kind == "interrupt" and parts[1] == "depart"):
        mover = parts[0] if kind == "free" else parts[2]
        return (("land", mover, state.at[mover], _draw_goal(state, mover, rng)),)
    if kind == "reveal":
        return (("stop", unit, parts[0]), ("loot", unit, parts[0]))
    if kind == "arrive" or parts[1] == "arrival":
        return ()
    if parts[1] == "skill":
        user, number = parts[2], parts[3]
        return (("work", user, number, _draw_target(state, user, number, rng)),)
    # An ordinary attack of the active Soldier may be followed by a move.
    ordinary = state.did & ATTACKED and (state.fight is None or not state.fight.free)
    after = (("after attack", ORDER[state.place]),) if ordinary else ()
    if parts[1] == "hit":
        return (*after, ("harm",))
    assert state.fight is not None, "these moments belong to a fight"
    if parts[1] == "rolled":
        return (*after, ("score",), *((("roll", 1),) if state.fight.countered and not state.fight.side else ()))
    return (*after, ("score",), ("roll", 1), ("roll", 0)) if state.fight.countered else (*after, ("counter",))


def _draw_goal(state: State, mover: int, rng: Random) -> int:
    """Return where a Soldier may be moving to."""
    mutable = MutableState(state)
    goals = [goal for goal in state.known_tables.steps[state.at[mover]] if mutable.at.count(goal) < mutable.room(mover, goal)]
    return rng.choice(goals) if goals else state.at[mover]


def _draw_target(state: State, user: int, number: int, rng: Random) -> int:
    """Return a possible target of an announced cooldown."""
    mutable = MutableState(state)
    ability = mutable.units[user].abilities[number]
    if not ability.target:
        return -1
    targets = cooldown_targets(mutable, user, ability)
    return rng.choice(targets) if targets else user if user >= SQUAD or ability.effect != "reveal" else -1
