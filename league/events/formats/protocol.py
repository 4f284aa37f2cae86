"""What every format of an event has in common, so that pages, stages and dry runs need not know which one it is.

A format played in rounds meets `Format`. It keeps nothing: entrants and history in, the next pairings or the standings
out. A changed history (a result overturned, a double forfeit, a withdrawal) is simply another call. Formats without
rounds (ladder, arena) meet `Continuous`: what happened is a log of dated steps.

Entrants are ids. Points are half points: a win 2, a draw 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol, TypeVar, cast

from league.events.formats.settings import BadSetting, Field

__all__ = [
    "BadSetting", "CannotPair", "Continuous", "Entrant", "Field", "Format", "History", "Kind", "Pairing", "Place",
    "Round", "contests", "undecided",
]  # fmt: skip


class CannotPair(Exception):
    """No round can be made that keeps the format's absolute rules; the sentence says why."""


class Kind(StrEnum):
    """How a pairing's points came about."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """Not played: one side did not come (2-0), or neither (0-0)."""
    BYE = "bye"
    """Nobody was left to play; the format says what it is worth."""
    HALF_BYE = "half-point bye"
    """Asked for."""
    ABSENT = "absent"
    """Asked not to be paired, without points."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Those who meet in one match, or one who does not play.

    `sides` are entrants by seat: seat 0 (Red, White, Admin ...) first. A bye is (entrant, None); heats have up to four.
    `halves` are their half points, None while unplayed and for nobody. Of a series they are the points of all games.
    """

    sides: tuple[int | None, ...]
    halves: tuple[int | None, ...] = (None, None)
    kind: Kind = Kind.PLAYED
    key: str = ""
    """Which place of the event it fills where that matters: `W1.3` of a bracket, `A` of groups, `2` of divisions."""
    best_of: int = 1
    through: int | None = None
    """Who goes on though the points are equal, where a lot, a seed or sudden death decided (elimination only)."""

    @property
    def entrants(self) -> tuple[int, ...]:
        if None in self.sides:
            return tuple(one for one in self.sides if one is not None)
        return cast("tuple[int, ...]", self.sides)

    @property
    def contested(self) -> bool:
        """Whether two or more were to meet: a game or a forfeit, played or not yet."""
        return len(self.sides) - self.sides.count(None) > 1

    @property
    def decided(self) -> bool:
        if None not in self.halves:
            return True
        return all(made is not None for one, made in zip(self.sides, self.halves, strict=True) if one is not None)

    def made(self, entrant: int) -> int:
        """Half points of one of its entrants, 0 while unplayed."""
        return self.halves[self.sides.index(entrant)] or 0


Round = tuple[Pairing, ...]
History = Sequence[Round]
"""All rounds paired so far, oldest first. Of a bracket a round is whatever was ready together."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who takes part. `joined` and `left` count the rounds that had been paired when it came or withdrew.

    Who is in from the start has `joined` 0; who is still in has `left` None. Rounds in the sets count from 1.
    """

    id: int
    joined: int = 0
    left: int | None = None
    half_byes: frozenset[int] = frozenset()
    absences: frozenset[int] = frozenset()

    @property
    def there(self) -> bool:
        return self.left is None


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a table. `rank` is None for who can still come in several places (brackets); equals share a rank."""

    rank: int | None
    entrant: int
    halves: int = 0
    played: int = 0
    """Results that count, forfeits included, byes not."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    group: str = ""
    """The group or division it stands in, where there are several."""
    figures: tuple[tuple[str, int], ...] = ()
    """What broke ties, in order: (name, value)."""


S = TypeVar("S")


class Format(Protocol[S]):
    """A format that is played in rounds."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def fields(self) -> tuple[Field, ...]:
        """The settings an organiser may make, for forms and help."""

    @property
    def fixed(self) -> bool:
        """Whether every round is known before the first result, so that all may be published at once."""

    @property
    def takes_late(self) -> bool:
        """Whether entrants may come after the first round; if not, one who does is refused with BadSetting."""

    def check(self, given: Mapping[str, Any], entrants: int) -> S:
        """The settings with defaults filled in. BadSetting(field, sentence) if they, or the number, cannot be."""

    def rounds_planned(self, settings: S, entrants: int) -> int:
        """Rounds if nobody comes late or leaves: the most there can be."""

    def next_round(self, settings: S, entrants: Sequence[Entrant], history: History) -> Round | None:
        """What is to be paired now, best board first. `()`: nothing until results come in. None: nothing any more.

        `entrants` stand in the order of their seeds, which stays the same; who comes late stands behind them.
        Byes and forfeits of those who withdrew come with their points. CannotPair where no round is possible.
        """

    def standings(self, settings: S, entrants: Sequence[Entrant], history: History) -> tuple[Place, ...]:
        """Everybody, best first, at any moment; those equal in everything stay in the order of their seeds."""


L = TypeVar("L", contravariant=True)


class Continuous(Protocol[S, L]):
    """A format without rounds: its log of dated steps is folded into who is to meet now, and who stands where."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def fields(self) -> tuple[Field, ...]: ...

    def check(self, given: Mapping[str, Any], entrants: int) -> S: ...

    def pairings(self, settings: S, log: Sequence[L], at: datetime) -> tuple[Pairing, ...]:
        """Matches that are due at this moment and of which the log does not tell yet. `key` is the same for the same
        match however often one asks, so that the caller makes it once."""

    def standings(self, settings: S, log: Sequence[L], at: datetime) -> tuple[Place, ...]: ...


def contests(history: History) -> Iterator[Pairing]:
    """The pairings of two or more, oldest first, played or not."""
    return (pairing for pairings in history for pairing in pairings if pairing.contested)


def undecided(history: History) -> bool:
    """Whether a result is still missing."""
    return any(not pairing.decided for pairing in contests(history))
