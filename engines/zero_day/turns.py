"""Turns and rounds: who acts next, the start of a turn (ZD-5, ZD-22), the end of a round and of the match."""

from collections.abc import Sequence

from engines.contract import IllegalAction, Outcome, require
from engines.i18n import mark, translate as _
from engines.zero_day import state as states
from engines.zero_day.board import ADMIN_FACES, CENTRAL, FACES, POINTER_FACES, flip_tile, swap_tiles
from engines.zero_day.cards import ALICE, AMOUNTS, BASIC_COUNT, BOB, CAROL, MATILDA, RULES, VIRUSES
from engines.zero_day.state import NO_EFFECTS, NO_TURN, WAIVED, State, Turn, add_funds, keys_on, set_at

EFFECT_INDEX = {ALICE: 0, BOB: 1, CAROL: 2, MATILDA: 3}  # in `Turn.effects`


def begin_next_turn(state: State) -> State:
    """Begin the turn of the next occupied spot above the marker, or end the round."""
    ahead = [spot for spot in state.spots if spot > state.marker]
    if not ahead:
        return _end_round(state)
    spot = min(ahead)
    seat = state.spots.index(spot)
    effects = NO_EFFECTS
    if state.installed[seat]:
        effects = tuple([keys_on(state, seat, virus).bit_count() for virus in EFFECT_INDEX])
    return state._replace(
        phase=states.START,
        seat=seat,
        marker=spot,
        turn=Turn(True, effects, 0 if seat else RULES.admin_actions, state.carry[seat]),
        carry=set_at(state.carry, seat, 0),
    )


def end_turn(state: State) -> State:
    """Apply the caps and begin the next turn."""
    credits, proxies = state.credits[state.seat], state.proxies[state.seat]
    capped = add_funds(state, state.seat, min(0, RULES.cap - credits), min(0, RULES.cap - proxies))
    return begin_next_turn(capped._replace(turn=NO_TURN))


def _end_round(state: State) -> State:
    """End the match (ZD-19) or refill pawns, then operations (ZD-16)."""
    if state.round >= int(str(state.table.options["round_limit"])):
        return _end_at_round_limit(state)
    after = _refill_pawns(state)._replace(phase=states.REFILL, turn=NO_TURN)
    return after if count_missing_operations(state) else place_tokens(after)


def _refill_pawns(state: State) -> State:
    """Put a neutral pawn on every tile without one, and fill up the Central."""
    occupied = sum({1 << place for place in state.at if place >= 0})
    guests = state.at.count(CENTRAL)
    central = max(state.central, RULES.central_pawns - guests)
    neutral = (state.neutral | state.table.spawn & ~occupied) & ~(1 << CENTRAL)
    return state._replace(neutral=neutral | (central > 0) << CENTRAL, central=central)


def count_missing_operations(state: State) -> int:
    """Return how many operations the referee has to open now."""
    available = state.pool.bit_count() + len(state.bottom)
    return min(RULES.open_operations - BASIC_COUNT - len(state.open), available)


def token_places(state: State) -> int:
    """Return the places where the Admin may put an operation token, as bits."""
    occupied = sum([1 << place for place in state.tokens if place >= 0])
    return state.neutral & ~occupied


def place_tokens(state: State) -> State:
    """Let the Admin put its tokens on the board one by one, then begin a new round (ZD-16)."""
    if -1 in state.tokens and token_places(state):
        return state._replace(phase=states.TOKENS, seat=0)
    return begin_next_turn(state._replace(round=state.round + 1, marker=-1))


def add_score(state: State, seat: int, amount: int) -> State:
    """Add tokens to a seat's score; at the goal it wins at once."""
    after = state._replace(score=set_at(state.score, seat, state.score[seat] + amount))
    if after.score[seat] < state.table.goal:
        return after
    keys = [(2, 0) if other == seat else _rank_key(after, other) for other in range(len(after.score))]
    return end_match(after, keys, "info" if seat else "progress")


def _rank_key(state: State, seat: int) -> tuple[int, int]:
    """Return the sort key of a seat that did not win; seats that have left come last (ZD-18, ZD-20)."""
    return (0, 0) if state.gone >> seat & 1 else (1, state.score[seat])


def _end_at_round_limit(state: State) -> State:
    """End the match: the largest fraction wins, and the Admin wins ties (ZD-19)."""
    keys = [_rank_key(state, seat) for seat in range(len(state.score))]
    best = max(keys)
    winners = [0] if keys[0] == best else [seat for seat, key in enumerate(keys) if key == best]
    keys = [(2, 0) if seat in winners else key for seat, key in enumerate(keys)]
    return end_match(state, keys, "round-limit")


def end_match(state: State, keys: Sequence[tuple[int, int]], reason: str) -> State:
    """End the match, ranking each seat behind those with a greater key."""
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return state._replace(phase=states.OVER, turn=NO_TURN, choice=None, pending=None, outcome=Outcome(ranks, reason))


def resolve_tile(state: State, seat: int, target: int | None = None) -> State:
    """Resolve the tile at the own spot and turn it over; a seat that cannot pay ends its turn at once (ZD-6)."""
    require(state.turn.tile, "tile-done", mark("This turn's initiative tile is already resolved."))
    spot = state.marker
    tiles = _fetch_tile(state, seat, target)
    kind, amount, _ = FACES[tiles[spot]]
    after = state._replace(tiles=flip_tile(tiles, spot), turn=state.turn._replace(tile=False))
    if kind == "pay" and not state.turn.flags & WAIVED:
        if state.credits[seat] < amount:
            return end_turn(after)
        after = add_funds(after, seat, -amount)
    elif kind == "gain":
        after = add_funds(after, seat, amount)
    elif kind == "bonus" and seat:
        after = add_funds(after, seat, 0, 1)
    elif kind == "bonus":
        after = after._replace(protection=min(state.protection + 1, RULES.protection_cap))
    return _begin_actions_if_ready(after)


def _fetch_tile(state: State, seat: int, target: int | None) -> tuple[int, ...]:
    """Return the tiles with the one to resolve at the own spot: a Pointer is turned over and fetches another."""
    spot, tiles = state.marker, state.tiles
    if tiles[spot] not in POINTER_FACES:
        text = mark("Your initiative tile is not a Pointer. Enter tile alone.")
        require(target is None, "no-pointer", text)
        return tiles
    if target is None:
        text = _("The Pointer swaps places with another tile. Add its spot.")
        raise IllegalAction("pointer-needs-spot", text)
    require(target != spot, "same-spot", mark("The Pointer must swap places with the tile of another spot."))
    text = mark("The tile at {spot} shows a Pointer, so it can't be fetched.")
    require(tiles[target] not in POINTER_FACES, "pointer", text, spot=target)
    closed = seat and tiles[target] in ADMIN_FACES
    require(not closed, "admin-only", mark("Only the Admin can fetch the tile at {spot}."), spot=target)
    return swap_tiles(flip_tile(tiles, spot), spot, target)


def apply_virus(state: State, seat: int, number: int, way: int = 0) -> State:
    """Apply one copy of Alice, Bob, Carol or Matilda at the start of a turn."""
    name, at = VIRUSES[number].name, EFFECT_INDEX.get(number, -1)
    text = mark("{virus} gives nothing at the start of a turn.")
    require(at >= 0, "no-start-effect", text, virus=name)
    effects, text = state.turn.effects, mark("{virus} has nothing more to give this turn.")
    require(effects[at], "nothing-pending", text, virus=name)
    credits, proxies = (AMOUNTS.alice, 0) if number == ALICE else (0, AMOUNTS.bob)
    if number == MATILDA:
        credits, proxies = _trade_with_matilda(state, seat, way)
    elif number == CAROL:
        require(state.score[seat], "no-info", mark("Carol costs 1 info, and you have none."))
        credits, proxies = AMOUNTS.carol, 0
        state = state._replace(score=set_at(state.score, seat, state.score[seat] - 1))
    turn = state.turn._replace(effects=set_at(effects, at, effects[at] - 1))
    return _begin_actions_if_ready(add_funds(state, seat, credits, proxies)._replace(turn=turn))


def _trade_with_matilda(state: State, seat: int, way: int) -> tuple[int, int]:
    """Return Matilda's gains: credits for proxies (way 0), or proxies for credits (way 1)."""
    paid, gained = AMOUNTS.matilda_proxies if way else AMOUNTS.matilda_credits
    if way:
        text = mark("Matilda takes {paid} credits and gives {gained} proxies.")
        require(state.credits[seat] >= paid, "not-enough-credits", text, paid=paid, gained=gained)
        return -paid, gained
    text = mark("Matilda takes {paid} proxies and gives {gained} credits.")
    require(state.proxies[seat] >= paid, "not-enough-proxies", text, paid=paid, gained=gained)
    return gained, -paid


def _begin_actions_if_ready(state: State) -> State:
    """Let the seat act (the Admin) or move (a Hacker) once its tile, Alice and Bob are resolved."""
    turn = state.turn
    if turn.tile or turn.effects[0] or turn.effects[1]:
        return state
    return state._replace(phase=states.MOVE if state.seat else states.ACT)
