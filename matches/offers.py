"""What players may agree on, and what they have asked of each other: values, kept in the match's row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from typing import Any

from matches.clock import Control

DRAW, TAKEBACK, PAUSE, RESUME = KINDS = ("draw", "takeback", "pause", "resume")
SOON = timedelta(seconds=60)
LATER = timedelta(seconds=180)


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


@dataclass(frozen=True, slots=True)
class Terms:
    """The defaults are those of a match that counts: nothing is agreed on but a draw, and absence forfeits."""

    draw: bool = True
    """Draws may be offered, where the game knows them."""
    takeback: bool = False
    """Moves may be taken back with the consent of all, where the game has no secrets."""
    pause: bool = False
    abort: bool = False
    """Any player may abort the match before its second move."""
    abort_unplayed: bool = False
    """Aborting is possible only before anything was dealt or moved: later a player can only resign."""
    claim: bool = True
    """Whoever waits for a player who has gone may claim the match."""
    absent_lose: bool = True
    """Who is not ready in time forfeits; else the match is called off."""

    def dump(self) -> dict[str, bool]:
        return asdict(self)

    @classmethod
    def load(cls, kept: Mapping[str, Any]) -> Terms:
        return cls(**{name: kept[name] for name in cls.__dataclass_fields__ if name in kept})


CASUAL = Terms(takeback=True, pause=True, abort=True, absent_lose=False)
"""Of a match that two people make for fun."""
RATED = Terms(pause=True, abort=True, abort_unplayed=True, absent_lose=False)
"""Of a rated challenge: the moves stand."""


def claim_after(control: Control) -> timedelta | None:
    """How long a player must be gone before the match may be claimed; None in correspondence, where everybody is.

    A minute; three where a turn and the reserve come to more than an hour; never where they come to half a day.
    """
    whole = timedelta(milliseconds=control.turn_ms + control.reserve_ms)
    if whole >= timedelta(hours=12):
        return None
    return SOON if whole <= timedelta(hours=1) else LATER
