"""Legal actions of the seat to act. Nothing here depends on what that seat may not know."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from engines.zero_day import actions, admin_actions, hacker_actions, turns
from engines.zero_day import cards as printed
from engines.zero_day import state as states
from engines.zero_day.actions import Action
from engines.zero_day.board import CENTRAL, CLOSING, EVERY, POINTING, SPOTS, TILES
from engines.zero_day.cards import OPERATIONS, TERMS, VIRUSES, members
from engines.zero_day.state import ACTED, REMOTE, State, available, on_virus, taken
from engines.zero_day.turns import EFFECT_AT


def legal_actions(state: State) -> list[Action]:
    """Return all legal actions of the seat to act."""
    return _LISTS[state.phase](state)


def inits(state: State) -> list[Action]:
    """Return the moves to a free spot that the seat to act may occupy."""
    tiles, spots = state.tiles, state.spots
    free = [action for spot, action in enumerate(actions.INIT) if spot not in spots]
    return [action for action in free if tiles[action.args[0]] not in CLOSING] if state.seat else free


def _tokens(state: State) -> list[Action]:
    free = EVERY[turns.token_places(state)]
    waiting = [kind for kind, place in enumerate(state.tokens) if place < 0]
    return [actions.TOKEN[kind][place] for kind in waiting for place in free]


def _tile(state: State) -> list[Action]:
    tiles, spot = state.tiles, state.marker
    if tiles[spot] not in POINTING:
        return [actions.TILE]
    barred = POINTING | CLOSING if state.seat else POINTING
    return [actions.TILE_TO[other] for other in range(SPOTS) if other != spot and tiles[other] not in barred]


def _effects(state: State) -> list[Action]:
    """Return the remaining effects of viruses at the start of this turn."""
    found: list[Action] = []
    seat = state.seat
    for virus, left in zip(EFFECT_AT, state.turn.effects, strict=True):
        if not left or (virus == printed.CAROL and not state.score[seat]):
            continue
        if virus != printed.MATILDA:
            found.append(actions.VIRUS[virus])
            continue
        if state.proxies[seat] >= printed.EFFECT.matilda_credits[0]:
            found.append(actions.MATILDAS[0])
        if state.credits[seat] >= printed.EFFECT.matilda_proxies[0]:
            found.append(actions.MATILDAS[1])
    return found


def _act(state: State) -> list[Action]:
    found = inits(state)
    if state.turn.left:
        found += _stacks(state)
        credits = state.credits[0]
        found += [
            actions.RESOLVE[operation]
            for operation in state.operations
            if state.stacks[operation]
            and OPERATIONS[operation].cost <= credits
            and admin_actions.worth(state, operation)
        ]
    return found


def _stacks(state: State) -> list[Action]:
    cards, stacks = members(admin_actions.spare(state)), state.stacks
    found = []
    for operation in state.operations:
        if stacks[operation].bit_count() < OPERATIONS[operation].limit:
            row = actions.STACK[operation]
            found += [row[card] for card in cards]
    return found


def _choice(state: State) -> list[Action]:
    effect, held = OPERATIONS[state.resolved.operation].effect, taken(state)
    if effect == "shell":
        return [*_stacks(state), actions.END]
    if effect == "scan":
        return [*(actions.SCAN[place] for place in EVERY[state.neutral]), actions.END]
    if effect == "purge":
        return [*(actions.PURGE[virus] for virus in admin_actions.purgeable(state)), actions.END]
    swaps = actions.SWAP.items()
    return [*(action for (one, other), action in swaps if not (held >> one | held >> other) & 1), actions.END]


def _move(state: State) -> list[Action]:
    seat, found = state.seat, _effects(state)
    if state.at[seat] < 0:
        found.append(actions.WAGE)
        if state.credits[seat] >= TERMS.jack_in:
            ways = hacker_actions.entrances(state, seat) & state.neutral
            found += [actions.JACK_IN[place] for place in EVERY[ways]]
        return found
    reach = hacker_actions.reach(state, seat)
    found.append(actions.JACK_OUT)
    found += [actions.JUMP[place] for place in EVERY[reach & state.neutral]]
    if sybils := on_virus(state, seat, printed.SYBIL):
        found += [actions.JUMP_SYBIL[place][key] for place in EVERY[reach] for key in members(sybils)]
    return found


def _free(state: State) -> list[Action]:
    seat = state.seat
    credits, proxies, hand = state.credits[seat], state.proxies[seat], state.hands[seat]
    found = inits(state)
    if not state.turn.flags & ACTED:
        found += _tile_actions(state)
    for virus in available(state.table, seat):
        card = VIRUSES[virus]
        if credits >= card.credits and proxies >= card.proxies:
            found += [actions.INSTALL[virus][key] for key in members(hand)]
    if credits >= TERMS.uninstall and state.installed[seat]:
        found += _uninstalls(state.installed[seat])
    if state.at[seat] in state.tokens:
        found += _denials(state)
    if credits >= min(TERMS.hack, TERMS.remote_credits, TERMS.repeat):
        found += _hacks(state)
    return found


def _tile_actions(state: State) -> list[Action]:
    seat = state.seat
    tile = TILES[state.table.tiles[state.at[seat]]]
    if tile.action in ("hack", "none"):
        return []
    if tile.action != "exchange":
        return [actions.TILE_ACTION]
    ways = [(0, 0)]
    ways += [(count, 0) for count in range(1, state.credits[seat] + 1)]
    ways += [(count, 1) for count in range(1, state.proxies[seat] + 1)]
    return [actions.exchange(count, paid, plus) for count, paid in ways for plus in (0, 1)]


@lru_cache(1 << 12)
def _uninstalls(installed: int) -> tuple[Action, ...]:
    return tuple(
        actions.UNINSTALL[virus][key]
        for virus in range(len(VIRUSES))
        for key in members(installed >> printed.KEYS * virus & printed.HAND)
    )


def _denials(state: State) -> list[Action]:
    seat = state.seat
    kinds = (printed.TYPES[state.tokens.index(state.at[seat])], printed.ALL_TYPES)
    return [
        actions.DENY[operation]
        for operation in state.operations
        if OPERATIONS[operation].type in kinds and 0 < state.stacks[operation].bit_count() <= state.credits[seat]
    ]


def _hacks(state: State) -> list[Action]:
    seat, turn, hand = state.seat, state.turn, state.hands[state.seat]
    trudys, mallory = on_virus(state, seat, printed.TRUDY), bool(on_virus(state, seat, printed.MALLORY))
    found: list[Action] = []
    if may_hack(state):
        found += hacks("hack", hand, trudys, TERMS.keys + on_virus(state, seat, printed.EVE).bit_count(), mallory)
    oscars = on_virus(state, seat, printed.OSCAR).bit_count()
    if turn.size > 1 and turn.repeats < oscars and state.credits[seat] >= TERMS.repeat:
        found += hacks("repeat", hand, trudys, turn.size - 1, mallory)
    return found


def may_hack(state: State) -> bool:
    """Return whether place, use and money allow a hack now, ignoring keys."""
    seat, flags = state.seat, state.turn.flags
    credits = state.credits[seat]
    if state.at[seat] == CENTRAL:
        return not flags & ACTED and credits >= TERMS.hack
    if not state.table.advanced or flags & REMOTE:
        return False
    return credits >= TERMS.remote_credits and state.proxies[seat] >= TERMS.remote_proxies


@lru_cache(1 << 11)
def hacks(verb: str, hand: int, trudys: int, size: int, mallory: bool) -> tuple[Action, ...]:
    """Return all hacks or repeats: with each set of Trudys to give up, and each set of the right number of keys.

    A hack takes one more key for each Trudy, if there are enough; the size of a repeat is fixed.
    """
    found: list[Action] = []
    for unused in (False, True) if mallory else (False,):
        for leaving in _parts(trudys):
            keys = hand | leaving
            count = min(size + leaving.bit_count(), keys.bit_count()) if verb == "hack" else size
            found += [actions.hack(verb, chosen, unused, leaving) for chosen in actions.subsets(keys, count) if chosen]
    return tuple(found)


def _parts(cards: int) -> list[int]:
    """Return all subsets of a set of cards, the empty one first."""
    return [part for size in range(cards.bit_count() + 1) for part in actions.subsets(cards, size)]


def _quads(cards: int) -> list[Action]:
    return [actions.CREDENTIALS[chosen] for chosen in actions.subsets(cards, 4)]


_LISTS: Mapping[str, Callable[[State], list[Action]]] = {
    states.CREDENTIALS: lambda state: _quads(printed.HAND),
    states.CHOOSE: inits,
    states.TOKENS: _tokens,
    states.START: lambda state: _effects(state) + (_tile(state) if state.turn.tile else []),
    states.ACT: _act,
    states.CHOICE: _choice,
    states.SCRAMBLE: lambda state: _quads(state.table.cards & ~state.credentials),
    states.MOVE: _move,
    states.FREE: _free,
    states.INIT: inits,
    states.PROTECT: lambda state: [actions.NO_TOKEN, *actions.PROTECT],
}
