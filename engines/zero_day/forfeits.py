"""Forfeits: time, resignation, disqualification, absence (ZD-20)."""

from __future__ import annotations

from engines.contract import IllegalAction, Outcome
from engines.words import say
from engines.zero_day import admin_actions, match_setup, turns
from engines.zero_day import state as states
from engines.zero_day.cards import HAND
from engines.zero_day.state import NO_TURN, State

_OWN_TURN = (states.START, states.MOVE, states.FREE, states.INIT, states.PROTECT)


def forfeit(state: State, seats: frozenset[int], reason: str) -> State:
    """The Hackers leave the board and the others play on; the Admin's fall, or the last Hacker's, ends the match."""
    count = state.table.seats
    if max(seats) >= count:
        raise IllegalAction("not-a-seat", say("There is no seat {seat}.", seat=max(seats)))
    if all(state.gone >> seat & 1 for seat in seats):
        raise IllegalAction("left-already", say("That seat has left the match already."))
    gone = state.gone | sum(1 << seat for seat in seats)
    after = state._replace(gone=gone)
    if gone == (1 << count) - 1:
        return after._replace(
            phase=states.OVER, turn=NO_TURN, choice=None, pending=None, outcome=Outcome((2,) * count, "double-forfeit")
        )
    if gone & 1 or gone | 1 == (1 << count) - 1:
        keys = [(0, 0) if gone >> seat & 1 else (1, state.score[seat]) for seat in range(count)]
        return turns.over(after, keys, reason)
    return _played_on(_removed(after))


def _removed(state: State) -> State:
    """Pawns and initiative tokens off, viruses uninstalled."""
    left = [state.gone >> seat & 1 for seat in range(state.table.seats)]

    def without(values: tuple[int, ...], empty: int) -> tuple[int, ...]:
        return tuple(empty if out else value for out, value in zip(left, values, strict=True))

    return state._replace(
        at=without(state.at, -1),
        spots=without(state.spots, -1),
        installed=without(state.installed, 0),
        hands=without(state.hands, HAND),
        carry=without(state.carry, 0),
    )


def _played_on(state: State) -> State:
    """Whatever waited for a seat that fell goes on without it."""
    if state.phase == states.CHOOSE and state.gone >> state.seat & 1:
        return match_setup.next_chooser(state)
    if state.phase in _OWN_TURN and state.gone >> state.seat & 1:
        return turns.next_turn(state._replace(turn=NO_TURN, pending=None))
    if state.phase == states.PEEK and state.choice is not None:
        peekers = state.choice.peekers & ~state.gone
        if not peekers:
            return admin_actions.carry_out(state, state.choice.operation, state.choice.left)
        return state._replace(choice=state.choice._replace(peekers=peekers))
    return state
