"""What one bracket is paired from (C.04.3, article 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from league.formats.swiss.graphs import mask_of
from league.formats.swiss.matching import Edge
from league.formats.swiss.pool import Pool
from league.formats.swiss.standing import Standing


@dataclass(frozen=True)
class Field:
    """All who are yet to be paired: `moved` from above, the bracket's residents, the next score group, the rest.

    `waiting` are their places in the pool, in order; positions count in this list.
    """

    pool: Pool
    waiting: Sequence[int]
    moved: int
    end: int
    """Behind the residents."""
    next_end: int
    """Behind the next score group."""

    @cached_property
    def players(self) -> Sequence[Standing]:
        return [self.pool.players[at] for at in self.waiting]

    @cached_property
    def moved_ones(self) -> int:
        """This and the next four are sets of nodes of the pool."""
        return mask_of(self.waiting[: self.moved])

    @cached_property
    def residents(self) -> int:
        return mask_of(self.waiting[self.moved : self.end])

    @cached_property
    def top(self) -> int:
        """All of the bracket."""
        return self.moved_ones | self.residents

    @cached_property
    def next(self) -> int:
        return mask_of(self.waiting[self.end : self.next_end])

    @cached_property
    def below(self) -> int:
        """The next score group and the rest."""
        return mask_of(self.waiting[self.end :])

    @cached_property
    def near(self) -> list[int]:
        """Who may meet whom: C1, C3, and who moved down together does not meet (3.2)."""
        near = list(self.pool.near)
        for at in self.waiting[: self.moved]:
            near[at] &= ~self.moved_ones
        return near

    @property
    def bye_is_here(self) -> bool:
        """Whether somebody with the residents' score has the bye."""
        return self.pool.bye_score == self.players[self.end - 1].score

    @property
    def bye(self) -> int:
        return len(self.waiting)

    @property
    def bye_score(self) -> int | None:
        return self.pool.bye_score

    @cached_property
    def edges(self) -> list[Edge]:
        """All pairs (higher, lower position) that may meet."""
        near = self.near
        return [
            (higher, lower)
            for lower in range(self.moved, len(self.waiting))
            for higher in range(lower)
            if near[self.waiting[higher]] >> self.waiting[lower] & 1
        ]

    @cached_property
    def byes(self) -> list[Edge]:
        """C2 and C5: who may be left with the bye."""
        return [(at, self.bye) for at, one in enumerate(self.waiting) if self.pool.able >> one & 1]

    @cached_property
    def levels(self) -> dict[int, int]:
        """The scores of this bracket and the next, highest first, with their places."""
        scores = sorted({one.score for one in self.players[: self.next_end]}, reverse=True)
        return {score: place for place, score in enumerate(scores)}

    @cached_property
    def bits(self) -> int:
        """What a digit takes: no count over a matching exceeds twice the players, no place their number squared."""
        return (2 * len(self.players) + 40).bit_length()
