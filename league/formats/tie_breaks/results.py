"""What standings are made from: who takes part, and what each round brought each of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

FIRST, SECOND = 0, 1
"""The sides of a match: who moves first, and who moves second."""


class Kind(StrEnum):
    """How the points of a round came about."""

    GAME = "game"
    """Played over the board."""
    FORFEIT = "forfeit"
    """Paired, but somebody did not come: a win's points for who did, none for who did not (none for both, at worst)."""
    PAIRING_BYE = "pairing-allocated bye"
    BYE = "bye"
    """Asked for: half a point or none, or a full point that the organiser gave."""
    ABSENT = "absent"
    """Not there: a zero-point bye. Every round after a withdrawal is one (article 16.1.1)."""
    UNDER_WAY = "under way"
    """Paired, and not finished yet."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody who takes part. `seed` counts from 1; `rating` is None for who has none."""

    id: int
    seed: int | None = None
    rating: int | None = None


class Result(NamedTuple):
    """What one round brought one contender, in half points. Byes and absences have neither opponent nor side."""

    contender: int
    kind: Kind
    halves: int
    opponent: int | None = None
    side: int | None = None


Round = tuple[Result, ...] | list[Result]
"""A round's results, two to a match. Who has none was absent, or in a round robin had the free round; so while a round
goes on, its unfinished matches must be there, as under way."""


@dataclass(frozen=True, slots=True)
class Lots:
    """A drawing of lots that anybody can repeat: `seed` was committed to before and is published now.

    `about` names what is drawn for, such as "event 12"; the same seed and name give the same lots for ever.
    """

    seed: bytes
    about: str


@dataclass(frozen=True, slots=True)
class Rules:
    """How to read the results.

    `everybody_meets` says that the pairings are fixed beforehand, as in a round robin: forfeits then count as games
    (article 15.2), and a round without a result is a free one. Otherwise article 16 applies. `win` and `draw` are what
    the event gives for them, in half points. `lots` is None until the seed may be known: nobody is separated by lots.
    """

    everybody_meets: bool = False
    win: int = 2
    draw: int = 1
    lots: Lots | None = None


class BadResults(ValueError):
    """Results that contradict each other; the message says which."""


def meeting(first: int, second: int, first_halves: int, second_halves: int, kind: Kind = Kind.GAME) -> list[Result]:
    """Both results of a match; `first` moved first.

    >>> [(one.contender, one.halves, one.opponent) for one in meeting(7, 8, 2, 0)]
    [(7, 2, 8), (8, 0, 7)]
    """
    return [
        Result(first, kind, first_halves, second, FIRST),
        Result(second, kind, second_halves, first, SECOND),
    ]
