"""Turns and rounds: who acts next, what a round's end does, and how the match ends."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Outcome
from engines.zero_day import state as states
from engines.zero_day.cards import ALICE, BASICS, BOB, CAROL, MATILDA, TERMS
from engines.zero_day.map_tiles import CENTRAL
from engines.zero_day.state import NO_TURN, State, Turn, on_virus, put


def next_turn(state: State) -> State:
    """The turn of the next occupied spot above the marker, or the end of the round."""
    ahead = [spot for spot in state.spots if spot > state.marker]
    if not ahead:
        return _end_round(state)
    spot = min(ahead)
    seat = state.spots.index(spot)
    effects = (0, 0, 0, 0)
    if state.installed[seat]:
        alice, bob, carol, matilda = (
            on_virus(state, seat, virus).bit_count() for virus in (ALICE, BOB, CAROL, MATILDA)
        )
        effects = (alice, bob, carol, matilda)
    return state._replace(
        phase=states.START,
        seat=seat,
        marker=spot,
        turn=Turn(True, effects, 0 if seat else TERMS.admin_actions, state.carry[seat]),
        carry=put(state.carry, seat, 0),
    )


def end_turn(state: State) -> State:
    """Caps, then the next turn."""
    seat, cap = state.seat, TERMS.cap
    credits, proxies = state.credits, state.proxies
    if credits[seat] > cap:
        credits = put(credits, seat, cap)
    if proxies[seat] > cap:
        proxies = put(proxies, seat, cap)
    return next_turn(state._replace(credits=credits, proxies=proxies, turn=NO_TURN))


def _end_round(state: State) -> State:
    """ZD-19, else the pawns are refilled and then the operations (ZD-16)."""
    if state.round >= int(str(state.table.options["round_limit"])):
        return _decided(state)
    after = _refilled(state)._replace(phase=states.REFILL, turn=NO_TURN)
    return after if missing_operations(state) else place_tokens(after)


def _refilled(state: State) -> State:
    """Put a neutral pawn on every tile without one, and fill up the Central."""
    held = sum({1 << place for place in state.at if place >= 0})
    guests = state.at.count(CENTRAL)
    central = max(state.central, TERMS.central_pawns - guests)
    neutral = (state.neutral | state.table.spawn & ~held) & ~(1 << CENTRAL)
    return state._replace(neutral=neutral | (central > 0) << CENTRAL, central=central)


def missing_operations(state: State) -> int:
    """Return how many operations the referee has to open now."""
    there = state.pool.bit_count() + len(state.bottom)
    return min(TERMS.open_operations - BASICS - len(state.open), there)


def token_places(state: State) -> int:
    """The places where the Admin may put an operation token, as bits."""
    held = sum([1 << place for place in state.tokens if place >= 0])
    return state.neutral & ~held


def place_tokens(state: State) -> State:
    """The Admin's tokens go to the board one by one, then a new round begins (ZD-16)."""
    if -1 in state.tokens and token_places(state):
        return state._replace(phase=states.TOKENS, seat=0)
    return next_turn(state._replace(round=state.round + 1, marker=-1))


def score(state: State, seat: int, amount: int) -> State:
    """Tokens gained; at the goal the seat wins at once."""
    after = state._replace(score=put(state.score, seat, state.score[seat] + amount))
    if after.score[seat] < state.table.goal:
        return after
    keys = [(2, 0) if who == seat else _standing(after, who) for who in range(len(after.score))]
    return over(after, keys, "info" if seat else "progress")


def _standing(state: State, seat: int) -> tuple[int, int]:
    """Sort key of a seat that did not win; seats that fell come last (ZD-18, ZD-20)."""
    return (0, 0) if state.gone >> seat & 1 else (1, state.score[seat])


def _decided(state: State) -> State:
    """The largest fraction wins, a tie with the Admin is the Admin's (ZD-19)."""
    keys = [_standing(state, seat) for seat in range(len(state.score))]
    best = max(keys)
    won = [0] if keys[0] == best else [seat for seat, key in enumerate(keys) if key == best]
    keys = [(2, 0) if seat in won else key for seat, key in enumerate(keys)]
    return over(state, keys, "round-limit")


def over(state: State, keys: Sequence[tuple[int, int]], reason: str) -> State:
    """The end: each seat ranks behind those with a greater key."""
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return state._replace(phase=states.OVER, turn=NO_TURN, choice=None, pending=None, outcome=Outcome(ranks, reason))
