"""Elo rating rules of the league, independent of the database.

The expected score is the logistic curve of FIDE's rating regulations (handbook B.02); optionally, differences of more
than 400 points count as 400.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, floor, log

from engines.referee_notation import ENTERED

START = 1500.0
FLOOR = 100.0
PROVISIONAL_BELOW = 10
"""Ratings from fewer games are shown as provisional."""
SCALE = log(10) / 400
"""Factor from rating differences to the logistic curve: 400 points mean odds of ten to one."""
DECAY_PERIOD_DAYS = 30


@dataclass(frozen=True, slots=True)
class EloState:
    """A player's state before a match: rating, rated games so far, and highest rating ever."""

    rating: float = START
    games: int = 0
    peak: float = START


@dataclass(frozen=True, slots=True)
class Rule:
    """How fast ratings move: `k_new` for the first `new_games`, then `k`, and `k_top` for good once above `top`.

    No rating falls below `floor`. `decay` is the number of points that an inactive player loses per thirty days after
    `grace_days`, though never below the start value; 0 turns it off.
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

    def get_k_factor(self, state: EloState) -> int:
        if state.games < self.new_games:
            return self.k_new
        return self.k_top if state.peak > self.top else self.k

    def expected(self, rating: float, other: float) -> float:
        """Return the expected score (0 to 1) of `rating` against `other`.

        >>> round(Rule().expected(1500, 1700), 4)
        0.2403
        """
        gap = other - rating
        if self.cap_400:
            gap = max(-400.0, min(400.0, gap))
        return 1 / (1 + exp(gap * SCALE))

    def apply_decay(self, rating: float, idle_days: float) -> float:
        """Return a rating after this many days without a match.

        >>> Rule(decay=10).apply_decay(1800, 240), Rule(decay=10).apply_decay(1505, 900), Rule().apply_decay(1800, 9000)
        (1780.0, 1500.0, 1800)
        """
        excess_days = idle_days - self.grace_days
        if not self.decay or excess_days <= 0 or rating <= START:
            return rating
        return max(START, rating - self.decay * excess_days / DECAY_PERIOD_DAYS)

    def changes(self, states: Sequence[EloState], ranks: Sequence[int], weight: float = 1.0) -> tuple[float, ...]:
        """Return the rating change of every seat for these ranks (1 is first, ties are possible).

        Score and expectation of a seat are means over all other seats, so that a match with many seats moves a rating
        about as much as a duel. The floor limits losses. `weight` (0 to 1) is how much the match counts.
        """
        return tuple(self._change(seat, states, ranks, weight) for seat in range(len(states)))

    def _change(self, seat: int, states: Sequence[EloState], ranks: Sequence[int], weight: float) -> float:
        state = states[seat]
        others = [other for other in range(len(states)) if other != seat]
        surplus = sum(
            score_against(ranks[seat], ranks[other]) - self.expected(state.rating, states[other].rating) for other in others
        )
        return max(self.floor - state.rating, self.get_k_factor(state) * surplus / len(others) * weight)


def score_against(rank: int, other: int) -> float:
    """Return the result against one other seat: 1 for the better rank, 0.5 for the same, 0 for the worse."""
    if rank == other:
        return 0.5
    return 1.0 if rank < other else 0.0


def rounded(value: float) -> int:
    """Round a rating for display.

    >>> rounded(1520.5), rounded(1519.4999)
    (1521, 1519)
    """
    return floor(value + 0.5)


def changes_ratings(ranks: Sequence[int], reason: str, *, played: bool) -> bool:
    """Return whether a match changes ratings: it was begun, or its result was entered, and it was won or drawn.

    A match that never began (a no-show) or was lost by all (a double forfeit) says nothing about strength.
    """
    if not played and reason != ENTERED:
        return False
    return 1 in ranks and len(ranks) > 1 and reason not in {"no-show", "double-forfeit"}
