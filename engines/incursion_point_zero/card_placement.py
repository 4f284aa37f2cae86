"""Incursion cards: which are dropped for Locations that are missing, and which lies where (IP-6). All in secret."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.incursion_point_zero import spaces
from engines.incursion_point_zero.actions import AS_CLASS, DROP, LAY, LAYABLE, Action
from engines.incursion_point_zero.cards import CARD_IDS, CLASSES, FIRST_SOLDIER_CARD, INCURSIONS, KIND, MISSILE, SQUAD
from engines.incursion_point_zero.map_building import occupied_spaces
from engines.incursion_point_zero.spaces import NAMES, ZONE_MASK
from engines.incursion_point_zero.state import DROP as DROPPING
from engines.incursion_point_zero.state import LAY as LAYING
from engines.incursion_point_zero.state import PLAY, TERRORISTS, Setup, State, left_to_lay, tables_of, to_drop
from engines.words import say


def lay_name(setup: Setup, card: int) -> int:
    """How `lay` names a card: itself, or a Soldier by its class."""
    if card < FIRST_SOLDIER_CARD:
        return card
    squad = setup.squads[TERRORISTS]
    assert squad is not None, "the squads are known by now"
    return AS_CLASS + squad[card - FIRST_SOLDIER_CARD][0]


def _card(setup: Setup, what: int) -> int:
    """The card that `lay` names; IllegalAction for a class that is not in the squad."""
    if what < AS_CLASS:
        return what
    squad = setup.squads[TERRORISTS] or ()
    classes = [at for at, _ in squad]
    if what - AS_CLASS not in classes:
        raise IllegalAction(
            "not-in-squad", say("The {soldier} is not in your squad.", soldier=CLASSES[what - AS_CLASS])
        )
    return FIRST_SOLDIER_CARD + classes.index(what - AS_CLASS)


def droppable(setup: Setup) -> list[int]:
    """Blanks while there are any, then anything but the missile and the Soldiers."""
    left = [card for card in left_to_lay(setup) if KIND[card] not in ("missile", "soldier")]
    return [card for card in left if KIND[card] == "blank"] or left


def drop(state: State, card: int) -> State:
    setup = state.setup
    if card not in droppable(setup):
        raise _why_not_drop(setup, card)
    after = setup._replace(dropped=(*setup.dropped, card))
    return state._replace(setup=after, phase=DROPPING if to_drop(after) else LAYING, events=())


def _why_not_drop(setup: Setup, card: int) -> IllegalAction:
    if KIND[card] == "missile":
        return IllegalAction("drop-missile", say("The missile is never dropped."))
    if card not in left_to_lay(setup):
        return IllegalAction("card-gone", say("You have no {card} left.", card=CARD_IDS[card]))
    return IllegalAction("drop-blanks", say("Drop Shattered Crates and Deserted first."))


def bare(setup: Setup) -> int:
    """Return the mask of Locations without a card."""
    return occupied_spaces(setup.map) & ~occupied_spaces(setup.cards)


def missile_goals(setup: Setup) -> int:
    """The bare Locations where the missile may lie; its zone rule falls where no Location could meet it (IP-20)."""
    kind = INCURSIONS[MISSILE]
    assert kind is not None, "the missile is no Soldier"
    forbidden = 0
    for zone in kind.forbidden_zones:
        forbidden |= ZONE_MASK[zone]
    return bare(setup) & (~forbidden if occupied_spaces(setup.map) & ~forbidden else -1)


def goals(setup: Setup, card: int) -> int:
    """Return the mask of Locations where a card may be laid; the missile keeps a place (IP-6)."""
    missile = missile_goals(setup)
    if card == MISSILE:
        return missile
    free = bare(setup)
    reserved = MISSILE not in setup.cards and missile.bit_count() == 1
    return free & ~missile if reserved else free


def legal(state: State) -> list[Action]:
    setup = state.setup
    if state.phase == DROPPING:
        return [DROP[card] for card in droppable(setup)]
    found = []
    for card in left_to_lay(setup):
        row, allowed = LAY[lay_name(setup, card)], goals(setup, card)
        found += [row[space] for space in spaces.ALL if allowed >> space & 1]
    return found


def lay(state: State, what: int, space: int) -> State:
    """Lay a card. After the last one the phase is PLAY, and the caller begins the first round."""
    setup = state.setup
    card = _card(setup, what)
    if card not in left_to_lay(setup):
        raise IllegalAction("card-gone", say("You have no {card} left.", card=LAYABLE[what]))
    if not goals(setup, card) >> space & 1:
        raise _why_not(setup, card, space)
    after = setup._replace(cards=setup.cards[:space] + bytes([card]) + setup.cards[space + 1 :])
    state = state._replace(setup=after, events=())
    return state if bare(after) else _open_play(state)


def _open_play(state: State) -> State:
    setup = state.setup
    return state._replace(
        phase=PLAY,
        tables=tables_of(setup),
        down=occupied_spaces(setup.cards),
        lairs=tuple(setup.cards.index(FIRST_SOLDIER_CARD + at) for at in range(SQUAD)),
    )


def _why_not(setup: Setup, card: int, space: int) -> IllegalAction:
    goal = NAMES[space]
    if not setup.map[space]:
        return IllegalAction("no-location", say("There is no Location on {space}.", space=goal))
    if setup.cards[space]:
        return IllegalAction("card-there", say("A card lies under the Location on {space}.", space=goal))
    if card == MISSILE:
        return IllegalAction("missile-zone", say("The missile may not lie in zone 1."))
    return IllegalAction("missile-place", say("{space} is the last place left for the missile.", space=goal))
