"""The terms of a match, and its open offers, as values stored in the match's row."""

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
    """An open offer: the seat that made it, and the other seats that have accepted."""

    seat: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Asked:
    """Open offers by kind; `last` holds by kind and seat how many moves the seat had made when it last offered."""

    open: Mapping[str, Question] = field(default_factory=dict)
    last: Mapping[tuple[str, int], int] = field(default_factory=dict)

    def ask(self, kind: str, seat: int, moves: int) -> Asked:
        return Asked({**self.open, kind: Question(seat)}, {**self.last, (kind, seat): moves})

    def agree(self, kind: str, seat: int) -> Asked:
        question = self.open[kind]
        return replace(self, open={**self.open, kind: replace(question, agreed=question.agreed | {seat})})

    def close(self, kind: str) -> Asked:
        """Return the offers without this kind, which was answered or withdrawn."""
        return replace(self, open={name: one for name, one in self.open.items() if name != kind})

    def moved(self, seat: int) -> Asked:
        """Return the offers after the seat's move: those of others lapse, and its own takeback request."""
        kept = {kind: one for kind, one in self.open.items() if one.seat == seat and kind != TAKEBACK}
        return self if len(kept) == len(self.open) else replace(self, open=kept)

    def waits_for(self, kind: str, seats: Iterable[int]) -> frozenset[int]:
        """Return which of the seats have not answered; empty if there is no such offer."""
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
    """What players may agree on. The defaults are those of matches that count: draws only, and absence forfeits."""

    draw: bool = True
    """Draws may be offered if the game has them."""
    takeback: bool = False
    """Takebacks are possible if all agree and the game has no hidden information."""
    pause: bool = False
    abort: bool = False
    """Any player may abort the match before its second move."""
    abort_unplayed: bool = False
    """Abort is only possible before anything was dealt or moved; afterwards players can only resign."""
    claim: bool = True
    """Players may claim the win against a disconnected player."""
    absent_lose: bool = True
    """Players who are not ready in time forfeit; otherwise the match is cancelled."""

    def dump(self) -> dict[str, bool]:
        return asdict(self)

    @classmethod
    def load(cls, kept: Mapping[str, Any]) -> Terms:
        return cls(**{name: kept[name] for name in cls.__dataclass_fields__ if name in kept})


CASUAL = Terms(takeback=True, pause=True, abort=True, absent_lose=False)
"""The terms of casual challenges."""
RATED = Terms(pause=True, abort=True, abort_unplayed=True, absent_lose=False)
"""The terms of rated challenges: no takebacks."""


def claim_after(control: Control) -> timedelta | None:
    """Return how long a player must be disconnected before the win can be claimed; None in correspondence.

    One minute; three if turn and time bank exceed an hour; None from half a day.
    """
    whole = timedelta(milliseconds=control.turn_ms + control.reserve_ms)
    if whole >= timedelta(hours=12):
        return None
    return SOON if whole <= timedelta(hours=1) else LATER
