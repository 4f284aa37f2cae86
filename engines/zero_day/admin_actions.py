"""The Admin's actions: stack and resolve, and what each operation does (ZD-8 to ZD-11)."""

from collections.abc import Callable

from engines.contract import IllegalAction, require
from engines.i18n import mark, translate_n
from engines.zero_day import state as states, turns
from engines.zero_day.board import CENTRAL, swap_tiles
from engines.zero_day.cards import BASIC_COUNT, BOOSTER, CARD_NAMES, KEYS, OPERATIONS, RULES, VICTOR, VIRUSES, X
from engines.zero_day.state import Choice, State, add_funds, free_keys, keys_on, occupied_spots, set_at, stacked_cards
from engines.zero_day.validation import check_actions_left, check_open, check_pawn

NO_X = mark("There is no X credential in this match.")


def unused_cards(state: State) -> int:
    """Return the credential cards that are neither credentials nor stacked."""
    return state.table.cards & ~state.credentials & ~stacked_cards(state)


def current_n(state: State, operation: int) -> int:
    """Return N of an open operation now, 0 if it cannot be resolved; Booster adds to real cards (ZD-9)."""
    cards = state.stacks[operation].bit_count()
    if not cards or operation == BOOSTER:
        return 0
    kind = OPERATIONS[operation]
    if state.stacks[BOOSTER]:
        cards += OPERATIONS[BOOSTER].values[state.stacks[BOOSTER].bit_count()]
    return kind.values[min(cards, kind.limit)]


def stack(state: State, seat: int, operation: int, card: int) -> State:
    """Stack a card on an operation."""
    check_actions_left(state)
    return _put_on_stack(state, operation, card)._replace(turn=state.turn._replace(left=state.turn.left - 1))


def _put_on_stack(state: State, operation: int, card: int) -> State:
    check_open(state, operation)
    kind, name = OPERATIONS[operation], CARD_NAMES[card]
    if state.stacks[operation].bit_count() >= kind.limit:
        message = translate_n(
            "{operation} takes at most {n} card.", "{operation} takes at most {n} cards.", kind.limit, operation=kind.name
        )
        raise IllegalAction("stack-full", message)
    require(card != X or state.table.advanced, "no-x", NO_X)
    text = mark("{card} is one of your credentials. Choose an unused card.")
    require(not state.credentials >> card & 1, "is-credential", text, card=name)
    is_stacked = stacked_cards(state) >> card & 1
    require(not is_stacked, "card-stacked", mark("{card} is already on an operation."), card=name)
    return state._replace(stacks=set_at(state.stacks, operation, state.stacks[operation] | 1 << card))


def resolve(state: State, seat: int, operation: int) -> State:
    """Pay for an operation; Victor peeks at its cards before they return and it takes effect."""
    check_actions_left(state)
    check_open(state, operation)
    kind, amount = OPERATIONS[operation], current_n(state, operation)
    is_booster = operation == BOOSTER
    require(not is_booster, "never-resolved", mark("{operation} works without being resolved."), operation=kind.name)
    cards = state.stacks[operation]
    require(cards, "no-stack", mark("There is no card on {operation}."), operation=kind.name)
    require(amount, "too-few-cards", mark("{operation} needs more cards."), operation=kind.name)
    if state.credits[0] < kind.cost:
        text = translate_n(
            "Resolving {operation} costs {n} credit.",
            "Resolving {operation} costs {n} credits.",
            kind.cost,
            operation=kind.name,
        )
        raise IllegalAction("not-enough-credits", text)
    paid = add_funds(state, 0, -kind.cost)._replace(turn=state.turn._replace(left=state.turn.left - 1))
    peekers = sum(1 << hacker for hacker in range(1, state.table.seats) if keys_on(state, hacker, VICTOR))
    if peekers:
        return paid._replace(phase=states.PEEK, choice=Choice(operation, amount, peekers))
    return carry_out(paid, operation, amount)


def carry_out(state: State, operation: int, amount: int) -> State:
    """Return the operation's cards, put it below the deck unless it is basic, and apply its effect (ZD-10)."""
    after = discard(state._replace(phase=states.ACT, choice=None), operation)
    return _EFFECTS[OPERATIONS[operation].effect](after, operation, amount)


def discard(state: State, operation: int) -> State:
    """Give the cards on an operation back to the Admin; unless basic, it goes to the bottom of the deck."""
    after = state._replace(stacks=set_at(state.stacks, operation, 0))
    if operation < BASIC_COUNT:
        return after
    remaining = tuple(other for other in state.open if other != operation)
    return after._replace(open=remaining, bottom=(*state.bottom, operation))


def _tax(state: State, operation: int, amount: int) -> State:
    admin, *hackers = state.credits
    return state._replace(credits=(admin, *(max(0, credits - amount) for credits in hackers)))


def _begin_scramble(state: State, operation: int, amount: int) -> State:
    """Return all stacks; the Admin then names four new credentials, N times."""
    none = (0,) * len(OPERATIONS)
    return state._replace(stacks=none, phase=states.SCRAMBLE, choice=Choice(operation, amount))


def scramble(state: State, seat: int, credentials: int) -> State:
    """Name the new credentials."""
    require(not credentials & ~state.table.cards, "no-x", NO_X)
    text = mark("Name four cards that are not credentials at the moment.")
    require(not credentials & state.credentials, "is-credential", text)
    return _count_down_choice(states.begin_era(state, credentials))


def _begin_choice(state: State, operation: int, amount: int) -> State:
    """Begin up to N single acts, as long as one is possible (ZD-25)."""
    return _continue_choice(state._replace(phase=states.CHOICE, choice=Choice(operation, amount)))


def _continue_choice(state: State) -> State:
    operation, remaining, _ = state.current_choice
    if remaining and _POSSIBLE[OPERATIONS[operation].effect](state):
        return state
    return state._replace(phase=states.ACT, choice=None)


def _count_down_choice(state: State) -> State:
    return _continue_choice(state._replace(choice=state.current_choice._replace(left=state.current_choice.left - 1)))


def _check_effect(state: State, effect: str) -> None:
    kind = OPERATIONS[state.current_choice.operation]
    text = mark("{operation} is being resolved. Continue with its steps or enter end.")
    require(kind.effect == effect, "another-choice", text, operation=kind.name)


def end_choice(state: State, seat: int) -> State:
    """End the choices of an operation before N are used up."""
    return state._replace(phase=states.ACT, choice=None)


def stack_by_effect(state: State, seat: int, operation: int, card: int) -> State:
    """Stack a card by an operation's effect."""
    _check_effect(state, "shell")
    return _count_down_choice(_put_on_stack(state, operation, card))


def scan(state: State, seat: int, place: int) -> State:
    """Remove a neutral pawn by an operation's effect."""
    _check_effect(state, "scan")
    check_pawn(state, place)
    return _count_down_choice(remove_pawn(state, place))


def remove_pawn(state: State, place: int) -> State:
    """Return the state with one neutral pawn less at a place, if there is one."""
    central = state.central - 1 if place == CENTRAL and state.central else state.central
    stays = place == CENTRAL and central
    return state._replace(central=central, neutral=state.neutral if stays else state.neutral & ~(1 << place))


def purgeable_viruses(state: State) -> tuple[int, ...]:
    """Return the table's viruses that are installed somewhere; personal ones are safe (ZD-11)."""
    installed = 0
    for keys in state.installed:
        installed |= keys
    return tuple(virus for virus in state.table.viruses if installed >> KEYS * virus & (1 << KEYS) - 1)


def purge(state: State, seat: int, virus: int) -> State:
    """Uninstall a virus everywhere by an operation's effect."""
    _check_effect(state, "purge")
    name, text = VIRUSES[virus].name, mark("{virus} is not among the viruses on the table.")
    require(virus in state.table.viruses, "not-on-the-table", text, virus=name)
    require(virus in purgeable_viruses(state), "not-installed", mark("No player has installed {virus}."), virus=name)
    for player in range(state.table.seats):
        state = free_keys(state, player, virus, keys_on(state, player, virus))
    return _count_down_choice(state)


def swap(state: State, seat: int, *spots: int) -> State:
    """Swap two initiative tiles by an operation's effect."""
    _check_effect(state, "optimize")
    text = mark("A token stands on spot {spot}; only free spots can be swapped.")
    for spot in spots:
        require(not occupied_spots(state) >> spot & 1, "occupied", text, spot=spot)
    return _count_down_choice(state._replace(tiles=swap_tiles(state.tiles, *spots)))


def can_stack(state: State) -> bool:
    """Return whether an operation has room for a card and the Admin has one."""
    stacks = state.stacks
    room = any(stacks[operation].bit_count() < OPERATIONS[operation].limit for operation in state.operations)
    return room and bool(unused_cards(state))


_POSSIBLE: dict[str, Callable[[State], bool]] = {
    "shell": can_stack,
    "scan": lambda state: bool(state.neutral),
    "purge": lambda state: bool(purgeable_viruses(state)),
    "optimize": lambda state: True,
    "scramble": lambda state: True,
}
_EFFECTS: dict[str, Callable[[State, int, int], State]] = {
    "credits": lambda state, operation, amount: add_funds(state, 0, amount),
    "progress": lambda state, operation, amount: turns.add_score(state, 0, amount),
    "scramble": _begin_scramble,
    "eject": lambda state, operation, amount: state._replace(at=(-1,) * state.table.seats),
    "scan": _begin_choice,
    "purge": _begin_choice,
    "protection": lambda state, operation, amount: state._replace(
        protection=min(state.protection + amount, RULES.protection_cap)
    ),
    "shell": _begin_choice,
    "optimize": _begin_choice,
    "tax": _tax,
    "toll": lambda state, operation, amount: add_funds(_tax(state, operation, amount), 0, amount),
}
