"""What a game with hidden information declares, so that choices can be compared with what a player couldn't know.

A *world* is what matters of a complete position, in any form of the game's own: the truth is one, and others are drawn
that agree with everything the player has seen in the match.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeAlias

from engines.contract import Seat

World: TypeAlias = Any


class Memory(Protocol):
    """What one seat has seen in a match so far."""

    def observe(self, before: Any, by: Seat | None, action: Any, after: Any) -> None:
        """Take in an action that has been applied; only what the seat could see of it may count."""
        ...

    def draw(self, state: Any, listed: Sequence[Any], rng: Random, count: int) -> Sequence[World]:
        """Return worlds in which the seat, which is to act, would have seen the same."""
        ...


@dataclass(frozen=True, slots=True)
class FairPlay:
    """One game's part of the comparison. Nothing here may change what a bot or a viewer sees.

    `seats(count)` returns the seats from which something is hidden that a choice could use.
    `is_judged(state, seat, listed)` returns whether a decision can depend on what is hidden.
    `scores(state, seat, listed)` returns, from the seat's own knowledge, how good each action looks; scores that differ
    by 1 differ by the factor e in how often honest players are expected to choose them.
    `truth(state)` returns the world of a complete position.
    `values(state, seat, listed, world)` returns what each action is worth if the world is the truth. Only differences
    between worlds count, so whatever is equal in all of them can be left out.
    `worlds` is the number of worlds drawn for a decision.
    `calibration` is the TOML file of how honest players score (`engines.fair_play.evidence.Calibration`).
    `pool(state, seat, partner)` returns the position in which the seat knows in addition what its partner knows, and
    `expect(state, seat)` the mean of all worlds that the seat considers possible, as a world; None for games in which no
    two seats are on one side.
    `glimpse(true, drawn, seat)` returns a drawn position with a part of the truth in it: the first thing that a
    cheater would look up; and `reveal(state, seat)` the position in which the seat sees what matters most, in a game in
    which that can be written into a view. Only the measurement uses them.
    """

    seats: Callable[[int], Sequence[Seat]]
    is_judged: Callable[[Any, Seat, Sequence[Any]], bool]
    scores: Callable[[Any, Seat, Sequence[Any]], Sequence[float]]
    truth: Callable[[Any], World]
    values: Callable[[Any, Seat, Sequence[Any], World], Sequence[float]]
    memory: Callable[[Seat], Memory]
    glimpse: Callable[[Any, Any, Seat], Any]
    reveal: Callable[[Any, Seat], Any] | None = None
    pool: Callable[[Any, Seat, Seat], Any] | None = None
    expect: Callable[[Any, Seat], World] | None = None
    worlds: int = 32
    calibration: Path | None = None
    is_set_up: Callable[[Any], bool] = lambda state: False
    tables: Sequence[int] = (2,)
