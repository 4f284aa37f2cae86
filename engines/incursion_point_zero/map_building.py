"""Map building: the deal of Locations, and the cards placed one by one (IP-5, IP-11, IP-12)."""

from functools import lru_cache
from typing import NoReturn

from engines.contract import IllegalAction, RandomSource, require
from engines.i18n import join, mark, mark_in, translate as _, translate_in
from engines.incursion_point_zero import actions, spaces
from engines.incursion_point_zero.actions import DISCARD, PLACE, Action
from engines.incursion_point_zero.cards import HAND_SIZES, LOCATION_IDS, LOCATIONS
from engines.incursion_point_zero.spaces import COLUMN, COLUMNS, NAMES, NEIGHBOURS, ZONE
from engines.incursion_point_zero.state import DEAL, DROP, LAY, PLACE as PLACING, STRIKE, Setup, State, count_to_drop

_ALL_LOCATIONS = (1 << len(LOCATIONS)) - 1


def locations_in(hand: int) -> list[int]:
    """Return the Locations of a mask."""
    return [at for at in range(len(LOCATIONS)) if hand >> at & 1]


def deal(state: State, stream: RandomSource) -> Action:
    """Return the next side's hand, drawn from the deck."""
    side = int(bool(state.setup.hands[0]))
    deck = locations_in(_ALL_LOCATIONS & ~state.setup.hands[0])
    return actions.deal_action("deal", side, [deck.pop(stream.below(len(deck))) for _ in range(HAND_SIZES[side])])


def take_hand(state: State, action: Action) -> State:
    """Give the dealt hand to its side."""
    side, dealt = action.parts
    hand = sum(1 << at for at in set(dealt))
    first, second = state.setup.hands
    fits = side == int(bool(first)) and len(set(dealt)) == len(dealt) == HAND_SIZES[side] and not hand & first
    require(fits, "not-the-referees", mark("This deal doesn't match the rules."))
    setup = state.setup._replace(hands=(first, hand) if side else (hand, second))
    return state._replace(setup=setup, phase=PLACING if side else DEAL)


def side_to_place(setup: Setup) -> int:
    """Return the side to place a card: they alternate, and the Terrorists place their rest last."""
    return setup.turn % 2 if setup.hands[STRIKE] else 1


def legal_actions(setup: Setup) -> list[Action]:
    """Return the legal placements of the hand; if there are none, the discard of every card."""
    hand = locations_in(setup.hands[side_to_place(setup)])
    placements = [PLACE[at][space] for at in hand for space in spaces.spaces_in(allowed_spaces(setup, at))]
    return placements or [DISCARD[at] for at in hand]


def allowed_spaces(setup: Setup, at: int) -> int:
    """Return the mask of spaces where the side to place may put a Location of its hand."""
    hand = locations_in(setup.hands[side_to_place(setup)])
    if not any(setup.map):  # The first card's restriction must allow Z1-5, unless no card's does (IP-11).
        first = [other for other in hand if fitting_spaces(setup.map, other) >> spaces.ANCHOR & 1] or hand
        return 1 << spaces.ANCHOR if at in first else 0
    allowed = _open_spaces(setup)
    forced = _forced_zone(setup)
    if forced and any(allowed & forced & fitting_spaces(setup.map, other) for other in hand):
        allowed &= forced
    return allowed & fitting_spaces(setup.map, at)


def _open_spaces(setup: Setup) -> int:
    """Return the empty spaces next to a placed card that the side to place may use."""
    occupied = occupied_spaces(setup.map)
    free = spaces.adjacent_spaces(occupied) & ~occupied
    return free & ~spaces.ZONE_MASK[spaces.ZONES] if side_to_place(setup) == STRIKE else free


@lru_cache(maxsize=1024)
def occupied_spaces(map_: bytes) -> int:
    """Return the mask of occupied spaces of a map, or of its cards."""
    return sum(1 << space for space, place in enumerate(map_) if place)


def _forced_zone(setup: Setup) -> int:
    """Return the mask of the lowest zone without a Location if the Terrorists have no card to spare (IP-12), else 0."""
    occupied = occupied_spaces(setup.map)
    empty = [mask for mask in spaces.ZONE_MASK[1:] if not mask & occupied]
    if setup.hands[STRIKE] or setup.hands[1].bit_count() > len(empty):
        return 0
    return empty[0]


@lru_cache(maxsize=1024)
def fitting_spaces(map_: bytes, at: int) -> int:
    """Return the mask of spaces that a Location's restriction allows."""
    return sum(1 << space for space in spaces.ALL if _fits(map_, at, space))


def _fits(map_: bytes, at: int, space: int) -> bool:
    card, beside = LOCATIONS[at].place, [map_[other] - 1 for other in NEIGHBOURS[space] if map_[other]]
    if (card.zones and ZONE[space] not in card.zones) or (card.edge and COLUMN[space] not in (1, COLUMNS)):
        return False
    kinds = {LOCATIONS[other].kind for other in beside}
    return (not card.beside or card.beside in kinds) and card.apart not in kinds


def place(state: State, at: int, space: int) -> State:
    """Place a Location; the map is complete after the last one."""
    setup = state.setup
    _check_hand(setup, at)
    if not allowed_spaces(setup, at) >> space & 1:
        _refuse_place(setup, at, space)
    map_ = setup.map[:space] + bytes([at + 1]) + setup.map[space + 1 :]
    return _advance(state, setup._replace(map=map_), at, ("place", side_to_place(setup), LOCATION_IDS[at], NAMES[space]))


def discard(state: State, at: int) -> State:
    """Discard a card for a side that cannot place one (IP-5)."""
    setup = state.setup
    _check_hand(setup, at)
    stuck = not any(allowed_spaces(setup, other) for other in locations_in(setup.hands[side_to_place(setup)]))
    require(stuck, "must-place", mark("You can place a card from your hand, so you must place one."))
    setup = setup._replace(discarded=(*setup.discarded, at))
    return _advance(state, setup, at, ("discard", side_to_place(setup), LOCATION_IDS[at]))


def _advance(state: State, setup: Setup, at: int, event: tuple[object, ...]) -> State:
    strike, terrorists = setup.hands
    hands = (strike & ~(1 << at), terrorists & ~(1 << at))
    after = setup._replace(hands=hands, turn=setup.turn + 1)
    phase = PLACING if any(hands) else DROP if count_to_drop(after) else LAY
    return state._replace(setup=after, phase=phase, events=(event,))


def _check_hand(setup: Setup, at: int) -> None:
    in_hand = setup.hands[side_to_place(setup)] >> at & 1
    require(in_hand, "not-in-hand", mark("{location} is not in your hand."), location=LOCATION_IDS[at])


def _refuse_place(setup: Setup, at: int, space: int) -> NoReturn:
    """Raise IllegalAction with the reason why a Location of the hand may not stand on a space."""
    name, goal = LOCATION_IDS[at], NAMES[space]
    if not any(setup.map):
        anchor = NAMES[spaces.ANCHOR]
        require(space == spaces.ANCHOR, "first-space", mark("Place the first card on {space}."), space=anchor)
        message = _("{location} can't go on {space}. Start with another card.", location=name, space=goal)
        raise IllegalAction("first-card", message)
    require(not setup.map[space], "space-taken", mark("There is already a Location on {space}."), space=goal)
    barred = side_to_place(setup) == STRIKE and ZONE[space] == spaces.ZONES
    require(not barred, "not-zone-four", mark("The Strike Team can't place a Location in zone 4."))
    touches = _open_spaces(setup) >> space & 1
    require(touches, "not-touching", mark("No Location touches {space}."), space=goal)
    fits, text = fitting_spaces(setup.map, at) >> space & 1, mark("{location} can't go on {space}: {why}.")
    require(fits, "restriction", text, location=name, space=goal, why=describe_restriction(at))
    message = _("Each zone needs a Location. Place this card in the lowest zone without one.")
    raise IllegalAction("zone-first", message)


def describe_restriction(at: int) -> str:
    """Return a Location's restriction in words; "" if it has none."""
    card = LOCATIONS[at].place
    parts = []
    if len(card.zones) == 1:
        parts.append(_("only in zone {zone}", zone=card.zones[0]))
    elif card.zones:
        *zones, last = map(str, card.zones)
        parts.append(_("only in zone {zones} or {last}", zones=" or ".join(zones), last=last))
    if card.edge:
        parts.append(_("only in column 1 or {last}", last=COLUMNS))
    if card.beside:
        parts.append(_("only beside a Location of the kind {kind}", kind=_kind_name(card.beside)))
    if card.apart:
        parts.append(_("not beside a Location of the kind {kind}", kind=_kind_name(card.apart)))
    return join(parts, ", ")


_KINDS = {
    "post": mark_in("kind of Location", "post"),
    "quarters": mark_in("kind of Location", "quarters"),
    "store": mark_in("kind of Location", "store"),
    "yard": mark_in("kind of Location", "yard"),
    "tech": mark_in("kind of Location", "tech"),
}


def _kind_name(kind: str) -> str:
    return translate_in("kind of Location", _KINDS.get(kind, kind))
