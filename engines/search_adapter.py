"""The interface between the search bot and a game, and its budget. Pure: time budgets are callables."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import Any, NamedTuple, TypeAlias

from engines.contract import Seat

# Called before every iteration to ask whether to continue. A budget may have an attribute `spent`, the used share
# (0 to 1); with it the search stops as soon as its first choice cannot be overtaken.
Budget: TypeAlias = Callable[[], bool]
Determinizer: TypeAlias = Callable[[Random], Any]
ActionList: TypeAlias = "list[Any] | None"
Group: TypeAlias = tuple[Hashable, Hashable]


class IterationBudget:
    """A budget of at most `limit` iterations, which makes the search reproducible on every machine.

    `within` is a second budget that may end it earlier, for example one of time.
    """

    def __init__(self, limit: int, within: Budget | None = None) -> None:
        self.limit, self.within = limit, within
        self.done = 0

    def __call__(self) -> bool:
        self.done += 1
        return self.done <= self.limit and (self.within is None or self.within())

    @property
    def spent(self) -> float:
        return max(min(1.0, self.done / max(1, self.limit)), getattr(self.within, "spent", 0.0))


def compute_priors(listed: Sequence[Any], scores: Sequence[float], spread: float) -> list[tuple[Any, float]]:
    """Return actions with priors relative to the best; scores `spread` apart differ by the factor e."""
    best_score = max(scores)
    return [(action, exp((score - best_score) / spread)) for action, score in zip(listed, scores, strict=True)]


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Parameters of the search; the defaults suit a game with hidden information and some thirty moves a turn.

    `open_state`: nothing is hidden and the determinizer always returns the same state, so nodes may store states.
    """

    iterations: int = 400  # without a budget
    explore: float = 0.35  # weight of UCB's second term
    bias: float = 0.4  # weight of the prior of an untried move, decreasing with visits
    wide: float = 2.0  # moves opened at a node: wide * visits ** narrow
    narrow: float = 0.4
    plies: int = 6  # of a rollout before the position is evaluated
    mix: float = 0.0  # share of the best line's value beside the mean (open games)
    open_state: bool = False


def build_adapter(
    determinizer: Callable[[Seat, Any, list[str] | None], Determinizer],
    evaluate: Callable[[Any], tuple[float, ...]],
    settings: SearchSettings | None = None,
) -> "SearchAdapter":
    """Return an adapter that needs no knowledge of moves, for games that can list them: all are tried alike."""
    return SearchAdapter(
        determinizer,
        evaluate,
        candidates=lambda state, seat, listed, rng: [(action, 1.0) for action in listed or ()],
        rollout=lambda state, seat, listed, rng: rng.choice(listed or ()),
        settings=settings or SearchSettings(),
    )


class TurnValue(NamedTuple):
    """A whole turn from a position: its first action, its value for the seat to move, and the position after it.

    The position is None if the match is over. Otherwise the other seat is to move in it.
    """

    action: Any
    value: float
    after: Any | None


@dataclass(frozen=True, slots=True)
class SearchAdapter:
    """One game's part of the search. Actions are the engine's own values and must be hashable.

    `determinizer(seat, view, legal)` reads a seat's view once and returns a function of a Random that returns a
    complete state consistent with the view, with hidden parts drawn at random, as realistic as is cheap.
    `evaluate(state)` returns the value of an unfinished position for every seat, 0 (lost) to 1 (won).
    `candidates(state, seat, listed, rng)` returns actions with priors (0 to 1, on one scale for the whole game);
    `listed` are legal actions not seen at this node before, or None: too many to list, so it draws a few. Actions of
    `listed` that it omits are never tried. It may return actions again; the first prior stays.
    `rollout(state, seat, listed, rng)` returns the move of a rollout: cheap, better than random.
    `shortcut(seat, view, legal, rng)` may return an action in notation without a search (set-ups, forced moves), or
    None.
    `observation(state, seat)` returns what the searching seat learns from the step that led to a state, if its action
    alone does not tell (a battle's result): distinguishable positions get different nodes.
    `groups(state, seat, listed)` returns for every listed action of another seat what the searching seat sees of it, and
    what only the acting seat knows about it (the rank of the piece that moves). Actions that agree in both are counted
    together, and `rollout` chooses between them at each visit, so that no seat is searched as knowing what is hidden from
    it: equal cards, or which of its guesses is right. Positions after actions that look the same share one node.
    `turns(position)` returns all turns worth a look from a state or from a position that it returned before, with their
    values. With it the search is the one of `engines/best_first_search.py`, for two players who hide nothing.
    `variation(state)` returns the most that such a search adds at random to the value of a turn of its first position.
    """

    determinizer: Callable[[Seat, Any, list[str] | None], Determinizer]
    evaluate: Callable[[Any], tuple[float, ...]]
    candidates: Callable[[Any, Seat, ActionList, Random], Sequence[tuple[Any, float]]]
    rollout: Callable[[Any, Seat, ActionList, Random], Any]
    shortcut: Callable[[Seat, Any, list[str] | None, Random], str | None] | None = None
    observation: Callable[[Any, Seat], Hashable] | None = None
    groups: Callable[[Any, Seat, list[Any]], list[Group]] | None = None
    turns: Callable[[Any], list[TurnValue]] | None = None
    variation: Callable[[Any], float] | None = None
    settings: SearchSettings = field(default_factory=SearchSettings)
