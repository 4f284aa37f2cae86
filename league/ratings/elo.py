"""Elo's rating system as the league plays it: plain numbers in and out.

The expected score is the logistic curve of FIDE's rating regulations (handbook B.02), with the rule that a
difference of more than 400 points counts as 400 as an option.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, floor, log

from engines.referee_notation import ENTERED

START = 1500.0
FLOOR = 100.0
PROVISIONAL_BELOW = 10
"""A rating from fewer games than this is shown as provisional."""
SCALE = log(10) / 400
"""What turns a difference of ratings into one of the logistic curve: 400 points are ten to one."""
DAYS_OF_DECAY = 30


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a player before a match: rating, rated games so far, and the highest rating ever held."""

    rating: float = START
    games: int = 0
    peak: float = START


@dataclass(frozen=True, slots=True)
class Rule:
    """How fast ratings move: `k_new` for the first `new_games`, then `k`, and `k_top` for good once above `top`.

    No rating falls below `floor`. `decay` is off at 0; else it is how many points a player who has not played for
    `grace_days` loses for every thirty days after that, never falling below the start by it.
    """

    k_new: int = 40
    new_games: int = 30
    k: int = 20
    k_top: int = 10
    top: float = 2400.0
    cap_400: bool = False
    floor: float = FLOOR
    decay: float = 0.0
    grace_days: int = 180

    def factor(self, standing: Standing) -> int:
        if standing.games < self.new_games:
            return self.k_new
        return self.k_top if standing.peak > self.top else self.k

    def expected(self, rating: float, other: float) -> float:
        """The score, 0 to 1, that a player of `rating` should make against `other`.

        >>> round(Rule().expected(1500, 1700), 4)
        0.2403
        """
        gap = other - rating
        if self.cap_400:
            gap = max(-400.0, min(400.0, gap))
        return 1 / (1 + exp(gap * SCALE))

    def decayed(self, rating: float, idle_days: float) -> float:
        """What is left of a rating after so many days without a match.

        >>> Rule(decay=10).decayed(1800, 240), Rule(decay=10).decayed(1505, 900), Rule().decayed(1800, 9000)
        (1780.0, 1500.0, 1800)
        """
        over = idle_days - self.grace_days
        if not self.decay or over <= 0 or rating <= START:
            return rating
        return max(START, rating - self.decay * over / DAYS_OF_DECAY)

    def changes(self, standings: Sequence[Standing], ranks: Sequence[int], weight: float = 1.0) -> tuple[float, ...]:
        """The change of every seat's rating after a match that ended in these ranks (1 is first, ties share).

        A seat's score and expectation are the means of its results against each other seat, so that a match of many
        seats moves a rating about as much as a duel. A change is smaller where the floor stops it.
        `weight`, 0 to 1, is how much the match counts.
        """
        return tuple(self._change(seat, standings, ranks, weight) for seat in range(len(standings)))

    def _change(self, seat: int, standings: Sequence[Standing], ranks: Sequence[int], weight: float) -> float:
        own = standings[seat]
        others = [other for other in range(len(standings)) if other != seat]
        surplus = sum(
            score(ranks[seat], ranks[other]) - self.expected(own.rating, standings[other].rating) for other in others
        )
        return max(self.floor - own.rating, self.factor(own) * surplus / len(others) * weight)


def score(rank: int, other: int) -> float:
    """The result against one other seat: 1 for the better rank, a half for the same, 0 for the worse."""
    if rank == other:
        return 0.5
    return 1.0 if rank < other else 0.0


def shown(value: float) -> int:
    """A rating as people read it.

    >>> shown(1520.5), shown(1519.4999)
    (1521, 1519)
    """
    return floor(value + 0.5)


def counts(ranks: Sequence[int], reason: str, *, played: bool) -> bool:
    """Return whether a match changes ratings: it was begun, or its result was entered, and it was won or drawn.

    Not begun (a no-show) or lost by everyone (a double forfeit), it says nothing about strength.
    """
    if not played and reason != ENTERED:
        return False
    return 1 in ranks and len(ranks) > 1 and reason not in {"no-show", "double-forfeit"}
