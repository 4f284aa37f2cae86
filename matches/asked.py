"""What players have asked of each other and not been answered: a value, kept in the match's row.

A question is open until all others have agreed, one declines, the asker withdraws it, or somebody who was asked moves.
Nobody asks the same again before an own move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

DRAW, TAKEBACK, PAUSE, RESUME = KINDS = ("draw", "takeback", "pause", "resume")


@dataclass(frozen=True, slots=True)
class Question:
    """`agreed` are the seats that have said yes, the asker's not among them."""

    seat: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Asked:
    """`open` by kind; `last` by kind and seat: how many moves the seat had made when it last asked."""

    open: Mapping[str, Question] = field(default_factory=dict)
    last: Mapping[tuple[str, int], int] = field(default_factory=dict)

    def may_ask(self, kind: str, seat: int, moves: int) -> bool:
        """Whether the seat has moved since it last asked for this."""
        return self.last.get((kind, seat), -1) < moves

    def ask(self, kind: str, seat: int, moves: int) -> Asked:
        return Asked({**self.open, kind: Question(seat)}, {**self.last, (kind, seat): moves})

    def agree(self, kind: str, seat: int) -> Asked:
        question = self.open[kind]
        return replace(self, open={**self.open, kind: replace(question, agreed=question.agreed | {seat})})

    def close(self, kind: str) -> Asked:
        """Answered, one way or the other, or withdrawn."""
        return replace(self, open={name: one for name, one in self.open.items() if name != kind})

    def moved(self, seat: int) -> Asked:
        """The seat has moved: what others had asked lapses, and so does its own wish to have the move before back."""
        kept = {kind: one for kind, one in self.open.items() if one.seat == seat and kind != TAKEBACK}
        return self if len(kept) == len(self.open) else replace(self, open=kept)

    def waits_for(self, kind: str, seats: Iterable[int]) -> frozenset[int]:
        """Those of the seats that have not answered; empty where nothing is asked."""
        question = self.open.get(kind)
        return frozenset(seats) - question.agreed - {question.seat} if question else frozenset()

    def dump(self) -> dict[str, Any] | None:
        if not self.open and not self.last:
            return None
        return {
            "open": {kind: {"seat": one.seat, "agreed": sorted(one.agreed)} for kind, one in self.open.items()},
            "last": [[kind, seat, moves] for (kind, seat), moves in self.last.items()],
        }

    @classmethod
    def load(cls, kept: Mapping[str, Any] | None) -> Asked:
        if not kept:
            return cls()
        found = {kind: Question(one["seat"], frozenset(one["agreed"])) for kind, one in kept["open"].items()}
        return cls(found, {(kind, seat): moves for kind, seat, moves in kept["last"]})
