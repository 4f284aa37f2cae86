"""The set-up (ZD-21) and the referee's draws: tiles, operations, viruses, and what Victor sees."""

from collections.abc import Callable

from engines.contract import RandomSource, require
from engines.i18n import mark
from engines.zero_day import actions, admin_actions, state as states, turns
from engines.zero_day.actions import Action
from engines.zero_day.board import NAMES, SPOT_COUNT, tile_set
from engines.zero_day.cards import RULES, VICTOR, VIRUS_TYPES, VIRUSES, X, members
from engines.zero_day.state import ShownCards, State, add_funds, keys_on, remember, set_at
from engines.zero_day.validation import check_pawn, check_place, check_spot


def next_referee_verb(state: State) -> str:
    """Return the verb of the referee's next action, "" if there is none."""
    if state.phase != states.DRAW:
        return {states.PEEK: "peek", states.REFILL: "operations"}.get(state.phase, "")
    table = state.table
    waiting = {
        "board": table.tiles[1] < 0,
        "initiative": not state.tiles,
        "operations": not state.open,
        "viruses": not table.viruses,
        "personal": table.advanced and table.personal[-1] < 0,
    }
    return next((verb for verb, missing in waiting.items() if missing), "first")


def draw(state: State, stream: RandomSource) -> Action | None:
    """Return the referee's next draw, None if there is none."""
    match next_referee_verb(state):
        case "board":
            return actions.draw_action("board", _shuffle(tile_set(state.table.seats), stream))
        case "initiative":
            return actions.draw_action("initiative", _shuffle(tuple(range(SPOT_COUNT)), stream))
        case "operations":
            return actions.draw_action("operations", _draw_operations(state, stream))
        case "viruses":
            kinds = [[virus for virus, card in enumerate(VIRUSES) if card.type == kind] for kind in VIRUS_TYPES]
            return actions.draw_action("viruses", tuple(kind[stream.below(len(kind))] for kind in kinds))
        case "personal":
            remaining = tuple(virus for virus in range(len(VIRUSES)) if virus not in state.table.viruses)
            return actions.draw_action("personal", _shuffle(remaining, stream)[: state.table.seats - 1])
        case "first":
            seats = [seat for seat in range(state.table.seats) if not state.gone >> seat & 1]
            return actions.FIRST[seats[stream.below(len(seats))]]
        case "peek":
            seat, stack, count = _next_peek(state)
            return actions.peek_action(seat, sum(1 << card for card in _shuffle(members(stack), stream)[:count]))
    return None


def _shuffle(values: tuple[int, ...], stream: RandomSource) -> tuple[int, ...]:
    shuffled = list(values)
    for at in range(len(shuffled) - 1, 0, -1):
        other = stream.below(at + 1)
        shuffled[at], shuffled[other] = shuffled[other], shuffled[at]
    return tuple(shuffled)


def _draw_operations(state: State, stream: RandomSource) -> tuple[int, ...]:
    """Draw operations as needed: at random from those never open, then from the bottom in order (ZD-24)."""
    count = turns.count_missing_operations(state)
    fresh = _shuffle(tuple(n for n in range(state.pool.bit_length()) if state.pool >> n & 1), stream)
    return (*fresh, *state.bottom)[:count]


def _next_peek(state: State) -> tuple[int, int, int]:
    """Return who peeks next at which stack, and at how many of its cards."""
    peekers = state.current_choice.peekers
    seat = (peekers & -peekers).bit_length() - 1
    stack = state.stacks[state.current_choice.operation]
    return seat, stack, min(keys_on(state, seat, VICTOR).bit_count(), stack.bit_count())


def apply_referee_action(state: State, action: Action) -> State:
    """Return the state after an action of the referee."""
    due_now = action.verb == next_referee_verb(state) and _is_possible(state, action)
    require(due_now, "not-the-referees", mark("The referee can't do this now."))
    return _HANDLERS[action.verb](state, action.args)


def _is_possible(state: State, action: Action) -> bool:
    """Return whether a draw is possible."""
    args = action.args
    match action.verb:
        case "board":
            return tuple(sorted(args)) == tile_set(state.table.seats)
        case "initiative":
            return sorted(args) == list(range(SPOT_COUNT))
        case "operations":
            fresh = min(turns.count_missing_operations(state), state.pool.bit_count())
            opened, returned = args[:fresh], args[fresh:]
            is_valid = len(args) == turns.count_missing_operations(state) and returned == state.bottom[: len(returned)]
            return is_valid and len(set(opened)) == fresh and all(state.pool >> number & 1 for number in opened)
        case "viruses":
            return tuple(VIRUSES[virus].type for virus in args) == VIRUS_TYPES
        case "personal":
            dealt = set(args) - set(state.table.viruses)
            return len(args) == len(dealt) == state.table.seats - 1
        case "first":
            return args[0] < state.table.seats and not state.gone >> args[0] & 1
    seat, stack, count = _next_peek(state)
    return args[0] == seat and not args[1] & ~stack and args[1].bit_count() == count


def _apply_board(state: State, args: tuple[int, ...]) -> State:
    tile_at = dict(zip(state.table.ground.places, (0, *args), strict=True))
    table = state.table._replace(tiles=tuple(tile_at.get(place, -1) for place in range(len(NAMES))))
    return state._replace(table=table, neutral=table.spawn, central=RULES.central_pawns)


def _apply_operations(state: State, args: tuple[int, ...]) -> State:
    fresh = min(state.pool.bit_count(), len(args))
    pool = state.pool & ~sum(1 << number for number in args[:fresh])
    after = state._replace(open=(*state.open, *args), pool=pool, bottom=state.bottom[len(args) - fresh :])
    return turns.place_tokens(after) if state.phase == states.REFILL else after


def _apply_peek(state: State, args: tuple[int, ...]) -> State:
    """Apply Victor's peek; after the last one the operation takes effect."""
    seat, cards = args
    operation, amount, peekers = state.current_choice
    shown = ShownCards(seat, operation, cards, True, state.era, state.round)
    peekers &= ~(1 << seat)
    seen = remember(state.seen, shown, state.table.version)
    after = state._replace(seen=seen, choice=state.current_choice._replace(peekers=peekers))
    return after if peekers else admin_actions.carry_out(after, operation, amount)


_HANDLERS: dict[str, Callable[[State, tuple[int, ...]], State]] = {
    "board": _apply_board,
    "initiative": lambda state, args: state._replace(tiles=tuple(2 * tile for tile in args)),
    "operations": _apply_operations,
    "viruses": lambda state, args: state._replace(table=state.table._replace(viruses=args)),
    "personal": lambda state, args: state._replace(table=state.table._replace(personal=(-1, *args))),
    "first": lambda state, args: state._replace(table=state.table._replace(first=args[0]), phase=states.CREDENTIALS, seat=0),
    "peek": _apply_peek,
}


def name_credentials(state: State, seat: int, credentials: int) -> State:
    """Name the Admin's first four credentials; X is never among them."""
    require(not credentials >> X & 1, "x-not-yet", mark("The X credential can't be among the first four."))
    return advance_chooser(state._replace(credentials=credentials, phase=states.CHOOSE, era=1, seat=state.table.first))


def advance_chooser(state: State) -> State:
    """Continue with the next seat without an initiative token, in seat order, or the operation tokens (ZD-6)."""
    count = state.table.seats
    for step in range(count):
        seat = (state.seat + step) % count
        if state.spots[seat] < 0 and not state.gone >> seat & 1:
            return state._replace(seat=seat)
    return turns.place_tokens(state)


def choose_spot(state: State, seat: int, spot: int) -> State:
    """Choose the first initiative spot; later seats get 1, 2, 3 credits (ZD-6)."""
    check_spot(state, seat, spot)
    bonus = sum(other >= 0 for other in state.spots)
    return advance_chooser(add_funds(state, seat, bonus)._replace(spots=set_at(state.spots, seat, spot)))


def place_token(state: State, seat: int, kind: int, place: int) -> State:
    """Place an operation token on the board."""
    current, text = state.tokens[kind], mark("That token is already on {place}.")
    require(current < 0, "token-placed", text, place=NAMES[current])
    check_place(state, place)
    check_pawn(state, place)
    text = mark("There is already an operation token on {place}.")
    require(place not in state.tokens, "token-there", text, place=NAMES[place])
    return turns.place_tokens(state._replace(tokens=set_at(state.tokens, kind, place)))
