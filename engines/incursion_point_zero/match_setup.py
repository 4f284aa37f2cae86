"""The set-up except for the map: Gamers dealt, squads submitted in secret, Incursion cards dropped and laid (IP-6)."""

from collections.abc import Sequence
from random import Random
from typing import NoReturn

from engines.contract import IllegalAction, RandomSource, require
from engines.i18n import mark, translate as _
from engines.incursion_point_zero import actions, cards, state as states
from engines.incursion_point_zero.actions import CLASS_OFFSET, LAYABLE, Action
from engines.incursion_point_zero.map_building import occupied_spaces
from engines.incursion_point_zero.spaces import NAMES, ZONE_MASK, spaces_in

_WRONG_SIDE_MESSAGES = (
    mark("The {soldier} does not fight for the Strike Team."),
    mark("The {soldier} does not fight for the Terrorists."),
)
_GAMER_NEEDED = mark("The {soldier} needs a Gamer, for example Assault:Panzord.")
_GAMER_NOT_ALLOWED = mark("The {soldier} has no Gamer in this match.")


def deal_gamers(state: states.State, stream: RandomSource) -> Action:
    """Return one Gamer from each salary deck for the side that has none yet."""
    taken = state.setup.rosters[0]
    decks = [[gamer for gamer in deck if gamer not in taken] for deck in cards.SALARY_DECKS]
    return actions.deal_action("gamers", int(bool(taken)), [deck[stream.below(len(deck))] for deck in decks])


def take_gamers(state: states.State, action: Action) -> states.State:
    """Give the dealt Gamers to their side."""
    side, dealt = action.parts
    first, second = state.setup.rosters
    decks = [next(at for at, deck in enumerate(cards.SALARY_DECKS) if gamer in deck) for gamer in dealt]
    fits = side == int(bool(first)) and len(set(decks)) == len(cards.SALARY_DECKS) and not set(dealt) & set(first)
    require(fits, "not-the-referees", mark("This deal doesn't match the rules."))
    setup = state.setup._replace(rosters=(first, dealt) if side else (dealt, second))
    return state._replace(setup=setup, phase=states.SQUADS if side else states.GAMERS)


def submit_squad(state: states.State, seat: int, members: Sequence[tuple[int, str]]) -> states.State:
    """Keep a squad secret until both are submitted; then deal the Locations."""
    setup, other = state.setup, state.setup.squads[1 - seat]
    require(setup.squads[seat] is None, "already-submitted", mark("Your squad was accepted and is final."))
    squad = tuple((at, _gamer_number(setup, handle)) for at, handle in members)
    check_squad(setup, seat, squad)
    setup = setup._replace(squads=(other, squad) if seat else (squad, other))
    return state._replace(setup=setup, phase=states.SQUADS if other is None else states.DEAL)


def _gamer_number(setup: states.Setup, handle: str) -> int:
    """Return the Gamer with a handle, ignoring case; -1 for none."""
    if not handle:
        return -1
    for roster in setup.rosters:
        for gamer in roster:
            if setup.handles[gamer].lower() == handle.lower():
                return gamer
    require(handle in cards.GAMER_OF, "malformed", mark("Unknown Gamer: {handle}."), handle=repr(handle))
    return cards.GAMER_OF[handle]


def to_action(setup: states.Setup, squad: states.Squad) -> Action:
    """Return the action that submits a squad."""
    handles = setup.handles
    return actions.squad_action((at, handles[gamer] if gamer >= 0 else "") for at, gamer in squad)


def check_squad(setup: states.Setup, seat: int, squad: states.Squad) -> None:
    """Raise IllegalAction unless the squad has four own classes, each with its own Gamer of the roster."""
    classes, gamers = zip(*squad, strict=True)
    for at in classes:
        soldier = cards.CLASSES[at]
        require(cards.SOLDIERS[at].side == seat, "squad-side", _WRONG_SIDE_MESSAGES[seat], soldier=soldier)
        is_single = classes.count(at) == 1
        require(is_single, "squad-twice", mark("The {soldier} is in the squad twice."), soldier=soldier)
    for at, gamer in squad:
        text = _GAMER_NEEDED if gamer < 0 else _GAMER_NOT_ALLOWED
        require((gamer >= 0) == bool(setup.options["gamers"]), "squad-gamers", text, soldier=cards.CLASSES[at])
        is_own, handle = gamer < 0 or gamer in setup.rosters[seat], setup.handles[gamer]
        require(is_own, "squad-roster", mark("{handle} is not one of your Gamers."), handle=handle)
        is_single = gamer < 0 or gamers.count(gamer) == 1
        require(is_single, "squad-gamer-twice", mark("{handle} is in the squad twice."), handle=handle)


def draw_squad(setup: states.Setup, seat: int, rng: Random) -> states.Squad:
    """Return a random valid squad, uniformly."""
    classes = rng.sample(cards.SIDE_CLASSES[seat], cards.SQUAD)
    gamers = rng.sample(setup.rosters[seat], cards.SQUAD) if setup.options["gamers"] else [-1] * cards.SQUAD
    return tuple(zip(classes, gamers, strict=True))


def lay_number(setup: states.Setup, card: int) -> int:
    """Return the number by which `lay` names a card: its own, or that of a Soldier's class plus CLASS_OFFSET."""
    if card < cards.FIRST_SOLDIER_CARD:
        return card
    squad = setup.squads[states.TERRORISTS]
    assert squad is not None, "the squads are known by now"
    return CLASS_OFFSET + squad[card - cards.FIRST_SOLDIER_CARD][0]


def _card_from_lay_number(setup: states.Setup, lay_number: int) -> int:
    """Return the card that `lay` names. Raises IllegalAction for a class that is not in the squad."""
    if lay_number < CLASS_OFFSET:
        return lay_number
    classes = [at for at, _ in setup.squads[states.TERRORISTS] or ()]
    in_squad = lay_number - CLASS_OFFSET in classes
    require(in_squad, "not-in-squad", mark("The {soldier} is not in your squad."), soldier=LAYABLE[lay_number])
    return cards.FIRST_SOLDIER_CARD + classes.index(lay_number - CLASS_OFFSET)


def droppable_cards(setup: states.Setup) -> list[int]:
    """Return blanks while there are any, then anything except the missile and the Soldiers."""
    available = [card for card in states.cards_to_lay(setup) if cards.KIND[card] not in ("missile", "soldier")]
    return [card for card in available if cards.KIND[card] == "blank"] or available


def drop(state: states.State, card: int) -> states.State:
    """Drop a card because a Location is missing."""
    setup = state.setup
    require(card != cards.MISSILE, "drop-missile", mark("You can't drop the missile."))
    _check_available(setup, card)
    require(card in droppable_cards(setup), "drop-blanks", mark("Drop Shattered Crates and Deserted first."))
    after = setup._replace(dropped=(*setup.dropped, card))
    return state._replace(setup=after, phase=states.DROP if states.count_to_drop(after) else states.LAY, events=())


def _check_available(setup: states.Setup, card: int) -> None:
    name = LAYABLE[lay_number(setup, card)]
    require(card in states.cards_to_lay(setup), "card-gone", mark("You have no {card} left."), card=name)


def locations_without_card(setup: states.Setup) -> int:
    """Return the mask of Locations without a card."""
    return occupied_spaces(setup.map) & ~occupied_spaces(setup.cards)


def missile_spaces(setup: states.Setup) -> int:
    """Return the Locations without a card that can hold the missile; if none meets its zone rule, all (IP-20)."""
    forbidden = sum(ZONE_MASK[zone] for zone in set(cards.INCURSIONS[cards.MISSILE].forbidden_zones))
    return locations_without_card(setup) & (~forbidden if occupied_spaces(setup.map) & ~forbidden else -1)


def allowed_spaces(setup: states.Setup, card: int) -> int:
    """Return the mask of Locations where a card may be laid, reserving one for the missile (IP-6)."""
    missile, free = missile_spaces(setup), locations_without_card(setup)
    if card == cards.MISSILE:
        return missile
    return free & ~missile if cards.MISSILE not in setup.cards and missile.bit_count() == 1 else free


def legal_actions(state: states.State) -> list[Action]:
    """Return all cards to drop, or all cards to lay with every space for each."""
    setup = state.setup
    if state.phase == states.DROP:
        return [actions.DROP[card] for card in droppable_cards(setup)]
    rows = [(actions.LAY[lay_number(setup, card)], allowed_spaces(setup, card)) for card in states.cards_to_lay(setup)]
    return [row[space] for row, allowed in rows for space in spaces_in(allowed)]


def lay(state: states.State, lay_number: int, space: int) -> states.State:
    """Lay a card. After the last one the phase is PLAY, and the caller begins the first round."""
    setup = state.setup
    card = _card_from_lay_number(setup, lay_number)
    _check_available(setup, card)
    if not allowed_spaces(setup, card) >> space & 1:
        _refuse_lay(setup, card, space)
    after = setup._replace(cards=setup.cards[:space] + bytes([card]) + setup.cards[space + 1 :])
    state = state._replace(setup=after, events=())
    if locations_without_card(after):
        return state
    lairs = tuple(after.cards.index(cards.FIRST_SOLDIER_CARD + at) for at in range(cards.SQUAD))
    return state._replace(
        phase=states.PLAY, tables=states.tables_from_setup(after), down=occupied_spaces(after.cards), lairs=lairs
    )


def _refuse_lay(setup: states.Setup, card: int, space: int) -> NoReturn:
    """Raise IllegalAction with the reason why an available card may not be laid there."""
    goal = NAMES[space]
    require(setup.map[space], "no-location", mark("There is no Location on {space}."), space=goal)
    text = mark("There is already a card under the Location on {space}.")
    require(not setup.cards[space], "card-there", text, space=goal)
    require(card != cards.MISSILE, "missile-zone", mark("The missile can't go in zone 1."))
    raise IllegalAction("missile-place", _("Keep {space} free: it is the last place left for the missile.", space=goal))
