"""Outcomes of matches, what they pay, and the prizes of a season. No queries."""

from collections.abc import Sequence

from league.seasons.models import Outcome, PaymentKind, SeasonSettings

PRIZE_PERCENTAGES = (100, 50, 25)
"""Prizes of the first ranks, in percent of the starting budget."""
BEST_VALUE_PERCENTAGE = 25
"""The prize of the franchise with the best-value Gamer, in the same unit."""


def outcomes(ranks: Sequence[int], *, played: bool) -> tuple[Outcome, ...]:
    """Return the outcomes of the sides of a match by rank, 1 first. A shared first rank is a draw.

    In a match that never started, the sides without the first rank were absent.

    >>> [str(side) for side in outcomes((1, 2), played=True)], [str(side) for side in outcomes((2, 2), played=False)]
    (['win', 'loss'], ['absent', 'absent'])
    >>> [str(side) for side in outcomes((1, 1, 3), played=True)]
    ['draw', 'draw', 'loss']
    """
    first = Outcome.WIN if list(ranks).count(1) == 1 else Outcome.DRAW
    other = Outcome.LOSS if played else Outcome.ABSENT
    return tuple(first if rank == 1 else other for rank in ranks)


def compute_payments(terms: SeasonSettings, outcome: str) -> dict[PaymentKind, int]:
    """Return the payments of a match to a side, by kind. An absent side gets nothing, not even for participation."""
    if outcome == Outcome.ABSENT:
        return {}
    money = {Outcome.WIN: terms.win_money, Outcome.DRAW: terms.draw_money, Outcome.LOSS: terms.loss_money}
    return {PaymentKind(outcome): money[Outcome(outcome)], PaymentKind.PARTICIPATION: terms.participation_money}


def split_prizes(places: Sequence[int], budget: int) -> list[int]:
    """Return the prize for each of these ranks. Tied franchises share the prizes of their ranks, rounded down.

    >>> split_prizes([1, 2, 3, 4], 20), split_prizes([1, 1, 3, 3, 5], 20)
    ([20, 10, 5, 0], [15, 15, 2, 2, 0])
    """
    base_prizes = [budget * percentage // 100 for percentage in PRIZE_PERCENTAGES]
    prizes = [base_prizes[index] if index < len(base_prizes) else 0 for index in range(len(places))]
    tied_prizes = [[prize for prize, other in zip(prizes, places, strict=True) if other == place] for place in places]
    return [sum(tied) // len(tied) for tied in tied_prizes]
