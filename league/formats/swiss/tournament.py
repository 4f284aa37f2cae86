"""What a Swiss pairing is made from: the players, and what each did in every round so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

WHITE, BLACK = "w", "b"
WIN = 2  # scores are counted in half points


class Kind(StrEnum):
    """How a round's points came about."""

    GAME = "game"
    FORFEIT = "forfeit"
    """A pairing that was not played: somebody did not come."""
    PAIRING_BYE = "pairing-allocated bye"
    BYE = "bye"
    """Asked for, whatever it gave."""
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Round:
    """One player's round. `opponent` is a start number, 0 where there was none; `points` are half points."""

    kind: Kind
    points: int
    opponent: int = 0
    colour: str = ""

    @property
    def played(self) -> bool:
        return self.kind is Kind.GAME


ABSENT = Round(Kind.ABSENT, 0)


@dataclass(frozen=True, slots=True)
class Player:
    """A player by pairing number (`number`, 1 is the highest seed)."""

    number: int
    rounds: tuple[Round, ...] = ()
    absent: bool = False
    """Not to be paired in the next round."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything a pairing of the next round depends on.

    `played` counts the rounds behind us, `rounds` all that are planned. `first_colour` is what the drawing of lots gave
    the highest seed. `extra` gives acceleration: virtual half points by player, for each round from the first.
    `forbidden` are pairs of start numbers that must not meet. `win` and `loss` are what a game gives; where a report
    has results worth other than whole half points, all points count tenths.
    """

    players: tuple[Player, ...]
    rounds: int
    played: int
    first_colour: str = WHITE
    extra: Mapping[int, Sequence[int]] = field(default_factory=dict)
    forbidden: frozenset[frozenset[int]] = frozenset()
    win: int = WIN
    loss: int = 0
