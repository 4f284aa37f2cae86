"""The Hackers' actions, all but the hack: jack in, jump, tile actions, viruses, deny (ZD-12 to ZD-15)."""

from __future__ import annotations

from engines.contract import IllegalAction
from engines.words import marked, say, say_many, told
from engines.zero_day import admin_actions, map_tiles, turns
from engines.zero_day import state as states
from engines.zero_day.cards import (
    ALL_TYPES,
    DAVE,
    EFFECT,
    KEYS,
    OPERATIONS,
    SYBIL,
    TERMS,
    TYPES,
    VIRUSES,
    WALTER,
)
from engines.zero_day.map_tiles import TILES
from engines.zero_day.state import ACTED, FAR, FLAG_OF, Seen, State, available, on_virus, put, remembered
from engines.zero_day.validation import check_place, check_spot, check_unused, is_open

Args = tuple[int, ...]
_LAPSED = (0, 0, 0, 0)


def init(state: State, seat: int, args: Args) -> State:
    """The token goes to another spot, which ends the turn."""
    check_spot(state, seat, args[0])
    return turns.end_turn(state._replace(spots=put(state.spots, seat, args[0])))


def paying(state: State, seat: int, credits: int, proxies: int, what: str, **names: str) -> State:
    """`what` is a marked message that takes the names: what is paid for."""
    if state.credits[seat] < credits:
        raise IllegalAction(
            "not-enough-credits",
            say_many("{what} costs {n} credit.", "{what} costs {n} credits.", credits, what=told(what, **names)),
        )
    if state.proxies[seat] < proxies:
        raise IllegalAction(
            "not-enough-proxies",
            say_many("{what} costs {n} proxy.", "{what} costs {n} proxies.", proxies, what=told(what, **names)),
        )
    after = state._replace(credits=put(state.credits, seat, state.credits[seat] - credits))
    return after._replace(proxies=put(state.proxies, seat, state.proxies[seat] - proxies)) if proxies else after


def jack_in(state: State, seat: int, args: Args) -> State:
    place = args[0]
    name = map_tiles.NAMES[place]
    if state.at[seat] >= 0:
        raise IllegalAction("jacked-in", say("You are jacked in already: jump, or jack out."))
    check_place(state, place)
    if not entrances(state, seat) >> place & 1:
        text = say("You cannot jack in at {place}; the tips T1-T6 are the way in.", place=name)
        raise IllegalAction("not-at-the-edge", text)
    if not state.neutral >> place & 1:
        raise IllegalAction("no-neutral-pawn", say("There is no neutral pawn on {place}.", place=name))
    return _entered(paying(state, seat, TERMS.jack_in, 0, marked("Jacking in")), seat, place)


def entrances(state: State, seat: int) -> int:
    """Where the seat may jack in, as bits; Walter widens it (ZD-3)."""
    ground = state.table.ground
    return ground.inner if on_virus(state, seat, WALTER) else ground.edge


def wage(state: State, seat: int, args: Args) -> State:
    if state.at[seat] >= 0:
        raise IllegalAction("jacked-in", say("You are jacked in: jump, or jack out."))
    return _leaving(state._replace(credits=put(state.credits, seat, state.credits[seat] + TERMS.wage)))


def jack_out(state: State, seat: int, args: Args) -> State:
    if state.at[seat] < 0:
        raise IllegalAction("jacked-out", say("You are not jacked in: jack in, or take credits."))
    return _leaving(state._replace(at=put(state.at, seat, -1)))


def _leaving(state: State) -> State:
    """Nothing is left of the turn but to move the initiative token."""
    return state._replace(phase=states.INIT, turn=state.turn._replace(effects=_LAPSED))


def reach(state: State, seat: int) -> int:
    """Where a jump may end, pawns aside: next to the own tile, or two tiles away with Walter or Maritime (ZD-13)."""
    ground, place = state.table.ground, state.at[seat]
    wide = state.turn.flags & FAR or on_virus(state, seat, WALTER)
    return ground.far[place] if wide else ground.near[place]


def jump(state: State, seat: int, args: Args) -> State:
    place, *keys = args
    name = map_tiles.NAMES[place]
    if state.at[seat] < 0:
        raise IllegalAction("jacked-out", say("You are not jacked in: jack in, or take credits."))
    check_place(state, place)
    if place == state.at[seat]:
        raise IllegalAction("same-place", say("Your pawn is on {place} already.", place=name))
    if not reach(state, seat) >> place & 1:
        at = map_tiles.NAMES[state.at[seat]]
        raise IllegalAction("out-of-reach", say("{place} is too far from {at}.", place=name, at=at))
    if keys:
        state = _freed(state, seat, SYBIL, keys[0])
    elif not state.neutral >> place & 1:
        raise IllegalAction("no-neutral-pawn", say("There is no neutral pawn on {place}.", place=name))
    return _entered(state, seat, place)


def _entered(state: State, seat: int, place: int) -> State:
    return admin_actions.without_pawn(state, place)._replace(
        phase=states.FREE, at=put(state.at, seat, place), turn=state.turn._replace(effects=_LAPSED)
    )


def tile_action(state: State, seat: int, args: Args) -> State:
    """What the tile gives, once a turn; Dave adds to it when it gave credits."""
    tile = TILES[state.table.tiles[state.at[seat]]]
    if tile.action == "hack":
        raise IllegalAction("use-hack", say("The action of {tile} is the hack.", tile=tile.name))
    if tile.action == "none":
        raise IllegalAction("no-tile-action", say("{tile} has no action.", tile=tile.name))
    check_unused(state)
    if bool(args) != (tile.action == "exchange"):
        code, text = _SHAPE[bool(args)]
        raise IllegalAction(code, told(text))
    credits, proxies = state.credits[seat], state.proxies[seat]
    if tile.action == "fill":
        more = max(credits, tile.credits), proxies
    elif args:
        more = _exchanged(credits, proxies, args)
    else:
        more = credits + tile.credits, proxies + tile.proxies
    given = more[0] > credits or (len(args) == 3 and args[2] == 0)
    bonus = EFFECT.dave * on_virus(state, seat, DAVE).bit_count() if given else 0
    return state._replace(
        credits=put(state.credits, seat, more[0] + bonus),
        proxies=put(state.proxies, seat, more[1]),
        turn=state.turn._replace(flags=state.turn.flags | ACTED),
        carry=put(state.carry, seat, state.carry[seat] | FLAG_OF[tile.next]),
    )


_SHAPE = {
    True: ("no-exchange", marked("Only the Slum exchanges; here it is tile-action alone.")),
    False: ("say-what", marked("The Slum gives one of either: add +credit or +proxy, before it what to exchange.")),
}


def _exchanged(credits: int, proxies: int, args: Args) -> tuple[int, int]:
    """The Slum: an exchange in one direction, then one of either."""
    count, paid, plus = args
    if paid:
        if proxies < count:
            raise IllegalAction(
                "not-enough-proxies",
                say_many("You do not have {n} proxy to exchange.", "You do not have {n} proxies to exchange.", count),
            )
        credits, proxies = credits + count, proxies - count
    else:
        if credits < count:
            raise IllegalAction(
                "not-enough-credits",
                say_many("You do not have {n} credit to exchange.", "You do not have {n} credits to exchange.", count),
            )
        credits, proxies = credits - count, proxies + count
    return (credits, proxies + 1) if plus else (credits + 1, proxies)


def install(state: State, seat: int, args: Args) -> State:
    number, key = args
    virus = VIRUSES[number]
    if number not in available(state.table, seat):
        text = say("{virus} is not among the viruses that you can install.", virus=virus.name)
        raise IllegalAction("not-available", text)
    if not state.hands[seat] >> key & 1:
        raise IllegalAction("key-not-in-hand", say("Key {key} is not in your hand.", key=key))
    after = paying(state, seat, virus.credits, virus.proxies, virus.name)
    return after._replace(
        installed=put(state.installed, seat, state.installed[seat] | 1 << KEYS * number + key),
        hands=put(state.hands, seat, state.hands[seat] & ~(1 << key)),
    )


def uninstall(state: State, seat: int, args: Args) -> State:
    return paying(_freed(state, seat, *args), seat, TERMS.uninstall, 0, marked("Uninstalling"))


def _freed(state: State, seat: int, virus: int, key: int) -> State:
    """A key comes back to hand from a virus."""
    if not on_virus(state, seat, virus) >> key & 1:
        raise IllegalAction(
            "not-installed", say("Your key {key} is not on {virus}.", key=key, virus=VIRUSES[virus].name)
        )
    return free_keys(state, seat, virus, 1 << key)


def free_keys(state: State, seat: int, virus: int, keys: int) -> State:
    return state._replace(
        installed=put(state.installed, seat, state.installed[seat] & ~(keys << KEYS * virus)),
        hands=put(state.hands, seat, state.hands[seat] | keys),
    )


def deny(state: State, seat: int, args: Args) -> State:
    """Pay the Admin, see the cards of an operation of the token's type, send them back."""
    operation = args[0]
    kind = OPERATIONS[operation]
    place = state.at[seat]
    if place not in state.tokens:
        raise IllegalAction("no-token", say("There is no operation token on {place}.", place=map_tiles.NAMES[place]))
    token = state.tokens.index(place)
    if not is_open(state, operation):
        raise IllegalAction("not-open", say("{operation} is not among the open operations.", operation=kind.name))
    if kind.type not in (TYPES[token], ALL_TYPES):
        text = say("The {type} token does not work on {operation}.", type=TYPES[token], operation=kind.name)
        raise IllegalAction("wrong-type", text)
    cards = state.stacks[operation]
    if not cards:
        raise IllegalAction("no-stack", say("There is no card on {operation}.", operation=kind.name))
    price = cards.bit_count()
    paid = paying(state, seat, price, 0, marked("Denying {operation}"), operation=kind.name)
    shown = Seen(seat, operation, cards, False, state.era, state.round)
    after = paid._replace(
        credits=put(paid.credits, 0, paid.credits[0] + price),
        tokens=put(state.tokens, token, -1),
        seen=remembered(state.seen, shown),
    )
    return admin_actions.discard(after, operation)
