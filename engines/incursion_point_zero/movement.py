"""Steps of movement and turning up cards, in the order of the rulings."""

from engines.incursion_point_zero import combat
from engines.incursion_point_zero.cards import CARD_IDS, INCURSIONS, KIND, SQUAD
from engines.incursion_point_zero.mutable_state import MutableState
from engines.incursion_point_zero.spaces import DISTANCE, NAMES, spaces_within
from engines.incursion_point_zero.state import OFF


def step(mutable: MutableState, unit: int, goal: int) -> None:
    """Make a step, or enter with a Soldier that is off the map."""
    src = mutable.at[unit]
    mutable.moves -= 1
    if unit < SQUAD and goal in mutable.lairs and mutable.at.count(goal) + 1 >= mutable.room(unit, goal):
        # A hidden Terrorist fills the goal: it is uncovered, and the mover stays (IP-14).
        for enemy in mutable.enemies(unit):
            if mutable.lairs[enemy - SQUAD] == goal:
                mutable.uncover(enemy)
        mutable.halt()
        mutable.add_event("blocked", mutable.name(unit), NAMES[goal])
        return
    if src >= 0:
        watching = [enemy for enemy in mutable.enemies(unit) if mutable.at[enemy] == src]
        for enemy in watching:
            numbers = mutable.units[enemy].interrupts.get("depart", ())
            mutable.stack += [("depart?", enemy, number, unit) for number in numbers]
        mutable.stack += [("free?", enemy, unit) for enemy in watching]
        mutable.stack.reverse()
    mutable.stack.insert(0, ("land", unit, src, goal))


def ask_depart(mutable: MutableState, enemy: int, number: int, mover: int) -> None:
    """Ask whether to hold the mover, if possible."""
    if mutable.ready(enemy, number, mover):
        mutable.ask_question(enemy, "interrupt", number, "depart", mover)


def hold(mutable: MutableState, unit: int, number: int, mover: int) -> None:
    """Hold the mover after a yes to a `depart` question; the step is spent."""
    mutable.halt()
    mutable.stack.clear()
    mutable.add_event("held", mutable.name(mover))


def ask_free(mutable: MutableState, enemy: int, mover: int) -> None:
    """Ask whether to make a Free Attack on a Soldier that leaves."""
    if mutable.at[mover] >= 0 and mutable.at[enemy] == mutable.at[mover] and not mutable.avoids_free(mover, "leave"):
        mutable.ask_question(enemy, "free", mover)


def land(mutable: MutableState, unit: int, src: int, goal: int) -> None:
    """Put the mover on its goal and do what follows, unless it has died or moved."""
    if mutable.at[unit] != src or mutable.dead >> unit & 1:
        return
    mutable.at[unit] = goal
    mutable.add_event("enter" if src == OFF else "move", mutable.name(unit), NAMES[goal])
    mutable.check_missile()
    if mutable.outcome is not None:
        return
    enemies = tuple([enemy for enemy in mutable.enemies(unit) if mutable.at[enemy] == goal])
    after: list[tuple[object, ...]] = []
    if unit < SQUAD:
        if mutable.down >> goal & 1:
            after.append(("turn up", unit, goal))
        after.append(("loot", unit, goal))
    after += [("stop", unit, goal), *_arrival_steps(mutable, unit, goal)]
    for number, _ in mutable.units[unit].passive.get("free_attack", ()) if enemies else ():
        after.append(("arrive", unit, goal, number, enemies))
    mutable.then(*after)


def _arrival_steps(mutable: MutableState, unit: int, goal: int) -> list[tuple[object, ...]]:
    """Return the questions to enemies in sight, except a Terrorist that only this step can uncover.

    Version 1 also asks Terrorists uncovered by a Booby Trap or a second card.
    """
    is_version_1 = mutable.setup.version < 2
    return [
        ("arrival?", enemy, number, unit, goal)
        for enemy in mutable.enemies(unit)
        if not mutable.hidden(enemy) or (is_version_1 and mutable.lairs[enemy - SQUAD] != goal)
        for number in mutable.units[enemy].interrupts.get("arrival", ())
    ]


def turn_up(mutable: MutableState, unit: int, space: int) -> None:
    """Reveal the card when Strike enters its space, which ends the movement."""
    mutable.halt()
    card = mutable.setup.cards[space]
    if KIND[card] == "soldier":
        enemy = mutable.terrorist_of_card(card)
        mutable.uncover(enemy)
        if not mutable.avoids_free(unit, "reveal"):
            combat.attack(mutable, enemy, unit, free=True, base=False)
        return
    _turn_face_up(mutable, space, card)
    mutable.then(("bullet", unit, space))
    kind = INCURSIONS[card]
    if kind.kind == "equipment":
        mutable.gear[unit] += (card,)
    elif kind.kind == "hazard" and kind.wide:
        combat.blast(mutable, space, card)
    elif kind.kind == "hazard":
        combat.deal_damage(mutable, [(unit, kind.damage)])


def _turn_face_up(mutable: MutableState, space: int, card: int) -> None:
    mutable.down &= ~(1 << space)
    mutable.add_event("card", CARD_IDS[card], NAMES[space])
    if KIND[card] == "missile":
        mutable.shown = True
        mutable.check_missile()


def turn_up_from_afar(mutable: MutableState, space: int) -> None:
    """Reveal a card at a distance: no Free Attack or bullet; equipment stays, a Mine Field has no effect."""
    card = mutable.setup.cards[space]
    if KIND[card] == "soldier":
        mutable.uncover(mutable.terrorist_of_card(card))
        return
    _turn_face_up(mutable, space, card)
    kind = INCURSIONS[card]
    if kind.kind == "equipment":
        mutable.loot += ((space, card),)
    elif kind.wide:
        combat.blast(mutable, space, card)


def apply_bullet(mutable: MutableState, unit: int, space: int) -> None:
    """Apply the Location's bullet to the Soldier that revealed its card (IP-15)."""
    bullet = mutable.tables.on_reveal[space]
    if bullet is None or mutable.at[unit] != space:
        return
    if bullet.effect == "heal":
        mutable.heal(unit, bullet.n)
    elif face_down_spaces(mutable, space, bullet.n):
        mutable.ask_question(unit, "reveal", space, bullet.n)


def face_down_spaces(mutable: MutableState, space: int, distance: int) -> list[int]:
    """Return the spaces with an unrevealed card at most `distance` steps away."""
    return [other for other in spaces_within(space, distance) if mutable.down >> other & 1]


def take_loot(mutable: MutableState, unit: int, space: int) -> None:
    """Take the equipment that lies in the Soldier's space."""
    if mutable.loot and mutable.at[unit] == space:
        taken = [card for place, card in mutable.loot if place == space]
        mutable.loot = tuple([entry for entry in mutable.loot if entry[0] != space])
        mutable.gear[unit] += tuple(taken)
        for card in taken:
            mutable.add_event("take", mutable.name(unit), CARD_IDS[card])


def stop_at_enemy(mutable: MutableState, unit: int, space: int) -> None:
    """End the movement if an enemy is in the space."""
    if mutable.at[unit] == space and any(mutable.at[enemy] == space for enemy in mutable.enemies(unit)):
        mutable.halt()


def ask_arrival(mutable: MutableState, enemy: int, number: int, mover: int, space: int) -> None:
    """Ask whether the enemy uses its Free Attack on a Soldier that has just arrived next to it."""
    if mutable.at[mover] == space and mutable.ready(enemy, number, mover) and DISTANCE[mutable.at[enemy]][space] <= 1:
        mutable.ask_question(enemy, "interrupt", number, "arrival", mover)


def offer_arrival_attack(mutable: MutableState, unit: int, space: int, number: int, enemies: tuple[int, ...]) -> None:
    """Offer the mover's Free Attack on an enemy there that was already revealed."""
    ability = mutable.units[unit].abilities[number]
    targets = tuple([enemy for enemy in enemies if mutable.at[enemy] == space and mutable.holds(unit, ability, enemy)])
    if mutable.at[unit] != space or not targets:
        return
    if len(targets) > 1:
        mutable.ask_question(unit, "arrive", number, targets)
    else:
        combat.free_attack(mutable, unit, number, targets[0])
