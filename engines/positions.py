"""What the positions of all games share: sets of seats, and how they ended, in states, dumps and views.

Each game has a module `view_types` whose TypedDicts describe its view; the text under a field says what it means.
The API's schema and the pages in docs/views are made of them (`matches/api/typed_dicts.py`). An array in which each
place has a meaning of its own is `Annotated[list[Any], tuple[...]]`: a list, whose parts are those of the tuple.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from engines.contract import Outcome, Seat

NO_SEATS: frozenset[Seat] = frozenset()
ONE_SEAT = tuple(frozenset({seat}) for seat in range(4))
BOTH_SEATS = frozenset({0, 1})
WINNER = ((1, 2), (2, 1))  # ranks by the winning seat of two
DRAWN = (1, 1)


class ViewOutcome(TypedDict):
    """How the match ended."""

    ranks: list[int]
    """By seat: 1 is first place. Seats that are equal share a rank; if all seats forfeit, there is no 1."""
    reason: str
    """Code of the reason; the board's `outcome.text` has it as a sentence."""


def own_seat(viewer: Seat | None) -> frozenset[Seat]:
    """Return the seat of a viewer as a set, empty for a spectator."""
    return NO_SEATS if viewer is None else ONE_SEAT[viewer]


def still_to_hand_in(hands: tuple[object, object]) -> frozenset[Seat]:
    """Return which of two seats have not handed in what both do in secret."""
    first, second = hands
    return BOTH_SEATS if first is None and second is None else ONE_SEAT[0] if first is None else ONE_SEAT[1]


def forfeited(seats: frozenset[Seat], reason: str) -> Outcome:
    """Return the outcome of two seats of which one falls, or both, which no rank 1 tells."""
    if len(seats) == 1:
        return Outcome(WINNER[1 - min(seats)], reason)
    return Outcome((2, 2), "double-forfeit")


def shown_outcome(outcome: Outcome | None) -> ViewOutcome | None:
    return None if outcome is None else {"ranks": list(outcome.ranks), "reason": outcome.reason}


def dump_outcome(outcome: Outcome | None) -> list[Any] | None:
    return None if outcome is None else [list(outcome.ranks), outcome.reason]


def load_outcome(saved: Sequence[Any] | None) -> Outcome | None:
    return Outcome(tuple(saved[0]), saved[1]) if saved else None


def tupled(value: Any) -> Any:
    """Return a loaded value with tuples for its lists, all the way down."""
    return tuple(map(tupled, value)) if isinstance(value, list | tuple) else value
