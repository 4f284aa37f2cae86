"""What the search makes of a position: by action its value, and which action budgets of several sizes would take."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import bots, play
from engines.contract import AnyEngine, Seat
from engines.mcts import Search
from engines.search_adapter import SearchAdapter

SEEN = 4
"""Visits from which on the value of an action means something."""
_TELLING = 250
"""Iterations from which on a small gap means something."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An action that the search tried, with its visits and the mean value for the seat, from 0 to 1."""

    do: str
    visits: int
    value: float


@dataclass(frozen=True, slots=True)
class PositionSearch:
    """The actions that a search tried, the one that it would take first, and what smaller budgets would have taken."""

    tried: tuple[Tried, ...]
    early: tuple[str | None, ...] = ()  # by budget

    @property
    def best(self) -> Tried:
        return self.tried[0]

    @property
    def second(self) -> Tried | None:
        """Return the action with the highest value besides the best one; None without another that was tried enough."""
        others = [action for action in self.tried[1:] if action.visits >= SEEN]
        return max(others, key=lambda action: action.value, default=None)

    @property
    def gap(self) -> float:
        """Return by how much the best action is worth more than any other; 0 if it is not, or if nothing compares."""
        return 0.0 if not self.tried or self.second is None else max(0.0, self.best.value - self.second.value)


def has_choice(engine: AnyEngine, adapter: SearchAdapter, position: play.Position[Any], seat: Seat, actions: int) -> bool:
    """Return whether a seat has at least so many actions, and a choice among them that the adapter makes by a search."""
    legal = bots.list_legal_actions(engine, position.state, seat)
    if legal is None or len(legal) < actions:
        return False
    return adapter.shortcut is None or adapter.shortcut(seat, engine.view(position.state, seat), legal, Random(0)) is None


def search_position(
    engine: AnyEngine,
    adapter: SearchAdapter,
    position: play.Position[Any],
    seat: Seat,
    rng: Random,
    budgets: Sequence[int],
    *,
    least_gap: float = 0.0,
) -> PositionSearch | None:
    """Search a position from a seat's view, up to the last of these budgets of iterations.

    None if nothing was tried, and as soon as the gap is below `least_gap` after `_TELLING` iterations or more, so that
    a hopeless position costs little.
    """
    legal, view = bots.list_legal_actions(engine, position.state, seat) or [], engine.view(position.state, seat)
    search, early, done = Search(engine, adapter, seat, view, legal, rng), [], 0
    for limit in budgets:
        search.run(_Iterations(limit - done))
        done = limit
        early.append(search.best())
        if least_gap and done >= _TELLING and _build(search, legal, early).gap < least_gap:
            return None
    found = _build(search, legal, early)
    return found if found.tried else None


def _build(search: Search, legal: Sequence[str], early: Sequence[str | None]) -> PositionSearch:
    return PositionSearch(tuple(Tried(*line) for line in search.line() if line[0] in legal), tuple(early))


class _Iterations:
    """A budget of iterations that is used up in full: the search does not stop when its choice is settled."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def __call__(self) -> bool:
        self._left -= 1
        return self._left >= 0
