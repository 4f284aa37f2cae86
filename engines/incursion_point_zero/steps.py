"""One step of movement, and what turning up a card brings, in the order of the rulings."""

from __future__ import annotations

from engines.incursion_point_zero import fights, harm
from engines.incursion_point_zero.cards import CARD_IDS, INCURSIONS, KIND, SQUAD
from engines.incursion_point_zero.field import Field
from engines.incursion_point_zero.spaces import DISTANCE, NAMES, within
from engines.incursion_point_zero.state import OFF


def step(field: Field, unit: int, goal: int) -> None:
    """A step, or the entry of a Soldier that is off the map."""
    src = field.at[unit]
    field.moves -= 1
    if unit < SQUAD and goal in field.lairs and field.at.count(goal) + 1 >= field.room(unit, goal):
        _found_full(field, unit, goal)
        return
    if src >= 0:
        watching = [enemy for enemy in field.enemies(unit) if field.at[enemy] == src]
        for enemy in watching:
            numbers = field.units[enemy].interrupts.get("depart", ())
            field.stack += [("depart?", enemy, number, unit) for number in numbers]
        field.stack += [("free?", enemy, unit) for enemy in watching]
        field.stack.reverse()
    field.stack.insert(0, ("land", unit, src, goal))


def _found_full(field: Field, unit: int, goal: int) -> None:
    """A hidden Terrorist fills the goal: it is uncovered and the mover stays (IP-14)."""
    for enemy in field.enemies(unit):
        if field.lairs[enemy - SQUAD] == goal:
            field.uncover(enemy)
    field.halt()
    field.tell("blocked", field.name(unit), NAMES[goal])


def ask_depart(field: Field, enemy: int, number: int, mover: int) -> None:
    if field.ready(enemy, number, mover):
        field.question(enemy, "interrupt", number, "depart", mover)


def hold(field: Field, mover: int) -> None:
    """A yes to a `depart` question: the mover stays, the step is spent."""
    field.halt()
    field.stack.clear()
    field.tell("held", field.name(mover))


def ask_free(field: Field, enemy: int, mover: int) -> None:
    if field.at[mover] >= 0 and field.at[enemy] == field.at[mover] and not field.unharried(mover, "leave"):
        field.question(enemy, "free", mover)


def land(field: Field, unit: int, src: int, goal: int) -> None:
    if field.at[unit] != src or field.dead >> unit & 1:
        return
    field.at[unit] = goal
    field.tell("enter" if src == OFF else "move", field.name(unit), NAMES[goal])
    field.check_missile()
    if field.outcome is not None:
        return
    known = tuple([enemy for enemy in field.enemies(unit) if field.at[enemy] == goal])
    after: list[tuple[object, ...]] = []
    if unit < SQUAD:
        if field.down >> goal & 1:
            after.append(("turn up", unit, goal))
        after.append(("loot", unit, goal))
    after += [("stop", unit, goal), *_arrivals(field, unit, goal)]
    for number, _ in field.units[unit].passive.get("free_attack", ()) if known else ():
        after.append(("arrive", unit, goal, number, known))
    field.then(*after)


def _arrivals(field: Field, unit: int, goal: int) -> list[tuple[object, ...]]:
    """The questions to enemies in sight; a Terrorist that this step uncovers is not asked."""
    return [
        ("arrival?", enemy, number, unit, goal)
        for enemy in field.enemies(unit)
        if not _lurks(field, enemy, goal)
        for number in field.units[enemy].interrupts.get("arrival", ())
    ]


def _lurks(field: Field, enemy: int, goal: int) -> bool:
    """Whether only this step can bring the enemy to light."""
    if field.setup.version < 2:  # version 1 asks whom a Booby Trap or a second card uncovers
        return field.hidden(enemy) and field.lairs[enemy - SQUAD] == goal
    return field.hidden(enemy)


def turn_up(field: Field, unit: int, space: int) -> None:
    """Strike enters on a face-down card: movement ends and the card is revealed."""
    field.halt()
    card = field.setup.cards[space]
    if KIND[card] == "soldier":
        enemy = field.owner_of(card)
        field.uncover(enemy)
        if not field.unharried(unit, "reveal"):
            fights.free_attack(field, enemy, unit, base=False)
        return
    _face_up(field, space, card)
    field.then(("bullet", unit, space))
    kind = INCURSIONS[card]
    assert kind is not None, "Soldiers are dealt with above"
    if kind.kind == "equipment":
        field.gear[unit] += (card,)
    elif kind.kind == "hazard" and kind.wide:
        harm.blast(field, space, card)
    elif kind.kind == "hazard":
        harm.strike(field, [(unit, kind.damage)])


def _face_up(field: Field, space: int, card: int) -> None:
    field.down &= ~(1 << space)
    field.tell("card", CARD_IDS[card], NAMES[space])
    if KIND[card] == "missile":
        field.shown = True
        field.check_missile()


def turn_up_from_afar(field: Field, space: int) -> None:
    """No Free Attack, no bullet; equipment stays, a Mine Field harms nobody."""
    card = field.setup.cards[space]
    if KIND[card] == "soldier":
        field.uncover(field.owner_of(card))
        return
    _face_up(field, space, card)
    kind = INCURSIONS[card]
    assert kind is not None, "Soldiers are dealt with above"
    if kind.kind == "equipment":
        field.loot += ((space, card),)
    elif kind.wide:
        harm.blast(field, space, card)


def bullet(field: Field, unit: int, space: int) -> None:
    """What the Location does for the Soldier that revealed its card (IP-15)."""
    found = field.tables.on_reveal[space]
    if found is None or field.at[unit] != space:
        return
    if found.effect == "heal":
        field.heal(unit, found.n)
    elif face_down(field, space, found.n):
        field.question(unit, "reveal", space, found.n)


def face_down(field: Field, space: int, far: int) -> list[int]:
    """The spaces with an unrevealed card at most `far` steps away."""
    return [other for other in within(space, far) if field.down >> other & 1]


def loot(field: Field, unit: int, space: int) -> None:
    if field.loot and field.at[unit] == space:
        taken = [card for place, card in field.loot if place == space]
        field.loot = tuple([lying for lying in field.loot if lying[0] != space])
        field.gear[unit] += tuple(taken)
        for card in taken:
            field.tell("take", field.name(unit), CARD_IDS[card])


def stop(field: Field, unit: int, space: int) -> None:
    """An enemy in the space ends the movement."""
    if field.at[unit] == space and any(field.at[enemy] == space for enemy in field.enemies(unit)):
        field.halt()


def ask_arrival(field: Field, enemy: int, number: int, mover: int, space: int) -> None:
    """Whether the enemy uses its Free Attack on the Soldier that has just arrived next to it."""
    if field.at[mover] == space and field.ready(enemy, number, mover) and DISTANCE[field.at[enemy]][space] <= 1:
        field.question(enemy, "interrupt", number, "arrival", mover)


def arrive(field: Field, unit: int, space: int, number: int, known: tuple[int, ...]) -> None:
    """The mover's own Free Attack on an enemy that it found there, already revealed."""
    ability = field.units[unit].abilities[number]
    targets = tuple([enemy for enemy in known if field.at[enemy] == space and field.holds(unit, ability, enemy)])
    if field.at[unit] != space or not targets:
        return
    if len(targets) > 1:
        field.question(unit, "arrive", number, targets)
    else:
        fights.free_attack(field, unit, targets[0], base=ability.n == 1)
