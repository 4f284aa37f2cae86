"""What the search bot must be told about a game, and how long it may think. Pure: a clock comes in as a callable."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from engines.api import Seat

# Asked before every iteration: may the search go on? A budget may have an attribute `spent`, the share used (0 to 1);
# with it the search stops as soon as its first choice cannot be overtaken.
More: TypeAlias = Callable[[], bool]
Imagine: TypeAlias = Callable[[Random], Any]
Listed: TypeAlias = "list[Any] | None"


class Iterations:
    """A budget of so many iterations: the same on every machine."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.done = 0

    def __call__(self) -> bool:
        self.done += 1
        return self.done <= self.most

    @property
    def spent(self) -> float:
        return min(1.0, self.done / max(1, self.most))


@dataclass(frozen=True, slots=True)
class Settings:
    """How the tree is searched; the defaults suit a game with hidden parts and some thirty moves a turn.

    `open_state`: everything is seen and `imagine` always gives the same state, so the tree may keep its states.
    """

    iterations: int = 400  # where no budget is given
    explore: float = 0.35  # weight of UCB's second term
    bias: float = 0.4  # weight of a prior before a move was tried; it fades as visits grow
    wide: float = 2.0  # moves opened at a node: wide * visits ** narrow
    narrow: float = 0.4
    plies: int = 6  # of a rollout before the position is judged
    mix: float = 0.0  # share of the best line's judgement beside the mean (open games)
    open_state: bool = False


@dataclass(frozen=True, slots=True)
class Mind:
    """One game's part of the search. Actions are the engine's own values and must be hashable.

    `imaginer(seat, view, legal)` reads a seat's view once and returns a function of a Random: a complete state that
    agrees with all that the view tells, its hidden parts drawn at random, as near to what is likely as is cheap.
    `judge(state)` is the value of an unfinished position for every seat, 0 (lost) to 1 (won).
    `widen(state, seat, listed, rng)` gives the candidates with their priors (0 to 1, on one scale for the whole game);
    `listed` are legal actions not seen at this node before, or None: too many to list, so draw a few candidates. What
    it leaves out of `listed` is never tried. It may also return actions again; the first prior stays.
    `play(state, seat, listed, rng)` is the move of a rollout: cheap, better than random.
    `direct(seat, view, legal, rng)` may answer at once in notation (set-ups, forced moves), or None: search.
    `private(state, seat, listed)` tells for every listed action of another seat what that seat knows of it and the
    searching seat does not (the rank of the piece that moves): actions that differ in it are counted apart, so that
    nobody is thought to play in ignorance of its own cards. What follows them still shares one node.
    `told(state, seat)` is what the searching seat learns from the step that led to a state, where its action alone does
    not tell (a battle's result): positions that it can tell apart get nodes of their own.
    """

    imaginer: Callable[[Seat, Any, list[str] | None], Imagine]
    judge: Callable[[Any], tuple[float, ...]]
    widen: Callable[[Any, Seat, Listed, Random], Sequence[tuple[Any, float]]]
    play: Callable[[Any, Seat, Listed, Random], Any]
    direct: Callable[[Seat, Any, list[str] | None, Random], str | None] | None = None
    told: Callable[[Any, Seat], Hashable] | None = None
    private: Callable[[Any, Seat, list[Any]], list[Hashable]] | None = None
    settings: Settings = field(default_factory=Settings)

    def imagine(self, seat: Seat, view: Any, legal: list[str] | None, rng: Random) -> Any:
        """One such state."""
        return self.imaginer(seat, view, legal)(rng)
