"""Legal actions of the seat to act. Nothing here depends on what that seat may not know."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from engines.zero_day import actions, admin_actions, cards as printed, hacker_actions, state as states, turns
from engines.zero_day.actions import Action
from engines.zero_day.board import ADMIN_FACES, CENTRAL, PLACES_IN, POINTER_FACES, SPOT_COUNT, TILES
from engines.zero_day.cards import OPERATIONS, RULES, VIRUSES, members
from engines.zero_day.state import ACTED, REMOTE, State, installable_viruses, keys_on, occupied_spots
from engines.zero_day.turns import EFFECT_INDEX


def legal_actions(state: State) -> list[Action]:
    """Return all legal actions of the seat to act."""
    return _LISTERS[state.phase](state)


def list_initiative_moves(state: State) -> list[Action]:
    """Return the moves to a free spot that the seat to act may occupy."""
    tiles, spots = state.tiles, state.spots
    free = [action for spot, action in enumerate(actions.INIT) if spot not in spots]
    return [action for action in free if tiles[action.args[0]] not in ADMIN_FACES] if state.seat else free


def _list_tokens(state: State) -> list[Action]:
    free = PLACES_IN[turns.token_places(state)]
    waiting = [kind for kind, place in enumerate(state.tokens) if place < 0]
    return [actions.TOKEN[kind][place] for kind in waiting for place in free]


def _list_tile(state: State) -> list[Action]:
    tiles, spot = state.tiles, state.marker
    if tiles[spot] not in POINTER_FACES:
        return [actions.TILE]
    barred = POINTER_FACES | ADMIN_FACES if state.seat else POINTER_FACES
    return [actions.TILE_TO[other] for other in range(SPOT_COUNT) if other != spot and tiles[other] not in barred]


def _list_effects(state: State) -> list[Action]:
    """Return the remaining effects of viruses at the start of this turn."""
    legal: list[Action] = []
    seat = state.seat
    for virus, remaining in zip(EFFECT_INDEX, state.turn.effects, strict=True):
        if not remaining or (virus == printed.CAROL and not state.score[seat]):
            continue
        if virus != printed.MATILDA:
            legal.append(actions.VIRUS[virus])
            continue
        if state.proxies[seat] >= printed.AMOUNTS.matilda_credits[0]:
            legal.append(actions.MATILDAS[0])
        if state.credits[seat] >= printed.AMOUNTS.matilda_proxies[0]:
            legal.append(actions.MATILDAS[1])
    return legal


def _list_admin_actions(state: State) -> list[Action]:
    legal = list_initiative_moves(state)
    if state.turn.left:
        legal += _list_stacks(state)
        credits = state.credits[0]
        legal += [
            actions.RESOLVE[operation]
            for operation in state.operations
            if state.stacks[operation] and OPERATIONS[operation].cost <= credits and admin_actions.current_n(state, operation)
        ]
    return legal


def _list_stacks(state: State) -> list[Action]:
    cards, stacks = members(admin_actions.unused_cards(state)), state.stacks
    legal = []
    for operation in state.operations:
        if stacks[operation].bit_count() < OPERATIONS[operation].limit:
            row = actions.STACK[operation]
            legal += [row[card] for card in cards]
    return legal


def _list_choice(state: State) -> list[Action]:
    effect, barred = OPERATIONS[state.current_choice.operation].effect, occupied_spots(state)
    if effect == "shell":
        return [*_list_stacks(state), actions.END]
    if effect == "scan":
        return [*(actions.SCAN[place] for place in PLACES_IN[state.neutral]), actions.END]
    if effect == "purge":
        return [*(actions.PURGE[virus] for virus in admin_actions.purgeable_viruses(state)), actions.END]
    swaps = actions.SWAP.items()
    return [*(action for (first, second), action in swaps if not (barred >> first | barred >> second) & 1), actions.END]


def _list_moves(state: State) -> list[Action]:
    seat, legal = state.seat, _list_effects(state)
    if state.at[seat] < 0:
        legal.append(actions.WAGE)
        if state.credits[seat] >= RULES.jack_in:
            places = hacker_actions.entrances(state, seat) & state.neutral
            legal += [actions.JACK_IN[place] for place in PLACES_IN[places]]
        return legal
    reach = hacker_actions.reachable_places(state, seat)
    legal.append(actions.JACK_OUT)
    legal += [actions.JUMP[place] for place in PLACES_IN[reach & state.neutral]]
    if sybils := keys_on(state, seat, printed.SYBIL):
        legal += [actions.JUMP_SYBIL[place][key] for place in PLACES_IN[reach] for key in members(sybils)]
    return legal


def _list_free_actions(state: State) -> list[Action]:
    seat = state.seat
    credits, proxies, hand = state.credits[seat], state.proxies[seat], state.hands[seat]
    legal = list_initiative_moves(state)
    if not state.turn.flags & ACTED:
        legal += _list_tile_actions(state)
    for virus in installable_viruses(state.table, seat):
        card = VIRUSES[virus]
        if credits >= card.credits and proxies >= card.proxies:
            legal += [actions.INSTALL[virus][key] for key in members(hand)]
    if credits >= RULES.uninstall and state.installed[seat]:
        legal += _list_uninstalls(state.installed[seat])
    if state.at[seat] in state.tokens:
        legal += _list_denials(state)
    if credits >= min(RULES.hack, RULES.remote_credits, RULES.repeat):
        legal += _list_seat_hacks(state)
    return legal


def _list_tile_actions(state: State) -> list[Action]:
    seat = state.seat
    tile = TILES[state.table.tiles[state.at[seat]]]
    if tile.action in ("hack", "none"):
        return []
    if tile.action != "exchange":
        return [actions.TILE_ACTION]
    exchanges = [(0, 0)]
    exchanges += [(count, 0) for count in range(1, state.credits[seat] + 1)]
    exchanges += [(count, 1) for count in range(1, state.proxies[seat] + 1)]
    return [actions.exchange_action(count, paid, plus) for count, paid in exchanges for plus in (0, 1)]


@lru_cache(1 << 12)
def _list_uninstalls(installed: int) -> tuple[Action, ...]:
    return tuple(
        actions.UNINSTALL[virus][key]
        for virus in range(len(VIRUSES))
        for key in members(installed >> printed.KEYS * virus & printed.ALL_KEYS)
    )


def _list_denials(state: State) -> list[Action]:
    seat = state.seat
    kinds = (printed.TYPES[state.tokens.index(state.at[seat])], printed.ALL_TYPES)
    return [
        actions.DENY[operation]
        for operation in state.operations
        if OPERATIONS[operation].type in kinds and 0 < state.stacks[operation].bit_count() <= state.credits[seat]
    ]


def _list_seat_hacks(state: State) -> list[Action]:
    seat, turn, hand = state.seat, state.turn, state.hands[state.seat]
    trudys, mallory = keys_on(state, seat, printed.TRUDY), bool(keys_on(state, seat, printed.MALLORY))
    legal: list[Action] = []
    if can_hack(state):
        legal += list_hacks("hack", hand, trudys, RULES.keys + keys_on(state, seat, printed.EVE).bit_count(), mallory)
    oscars = keys_on(state, seat, printed.OSCAR).bit_count()
    if turn.size > 1 and turn.repeats < oscars and state.credits[seat] >= RULES.repeat:
        legal += list_hacks("repeat", hand, trudys, turn.size - 1, mallory)
    return legal


def can_hack(state: State) -> bool:
    """Return whether place, use and money allow a hack now, ignoring keys."""
    seat, flags = state.seat, state.turn.flags
    credits = state.credits[seat]
    if state.at[seat] == CENTRAL:
        return not flags & ACTED and credits >= RULES.hack
    if not state.table.advanced or flags & REMOTE:
        return False
    return credits >= RULES.remote_credits and state.proxies[seat] >= RULES.remote_proxies


@lru_cache(1 << 11)
def list_hacks(verb: str, hand: int, trudys: int, size: int, mallory: bool) -> tuple[Action, ...]:
    """Return all hacks or repeats: with each set of Trudys to give up, and each set of the right number of keys.

    A hack takes one more key for each Trudy, if there are enough; the size of a repeat is fixed.
    """
    legal: list[Action] = []
    for unused in (False, True) if mallory else (False,):
        for leaving in _all_subsets(trudys):
            keys = hand | leaving
            count = min(size + leaving.bit_count(), keys.bit_count()) if verb == "hack" else size
            legal += [actions.hack_action(verb, part, unused, leaving) for part in actions.subsets(keys, count) if part]
    return tuple(legal)


def _all_subsets(cards: int) -> list[int]:
    """Return all subsets of a set of cards, the empty one first."""
    return [part for size in range(cards.bit_count() + 1) for part in actions.subsets(cards, size)]


def _list_credentials(cards: int) -> list[Action]:
    return [actions.CREDENTIALS[subset] for subset in actions.subsets(cards, 4)]


_LISTERS: Mapping[str, Callable[[State], list[Action]]] = {
    states.CREDENTIALS: lambda state: _list_credentials(printed.ALL_KEYS),
    states.CHOOSE: list_initiative_moves,
    states.TOKENS: _list_tokens,
    states.START: lambda state: _list_effects(state) + (_list_tile(state) if state.turn.tile else []),
    states.ACT: _list_admin_actions,
    states.CHOICE: _list_choice,
    states.SCRAMBLE: lambda state: _list_credentials(state.table.cards & ~state.credentials),
    states.MOVE: _list_moves,
    states.FREE: _list_free_actions,
    states.INIT: list_initiative_moves,
    states.PROTECT: lambda state: [actions.NO_TOKEN, *actions.PROTECT],
}
