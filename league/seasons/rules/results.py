"""What the result of a match is to each side, what it pays, and the prizes of a season. Nothing here fetches."""

from collections.abc import Sequence

from league.seasons.models import Outcome, PaymentKind, SeasonTerms

SHARES = (100, 50, 25)
"""Prizes of the first places, in percent of the purse."""
BEST_VALUE = 25
"""Of the franchise whose Gamer gave most for the salary."""


def outcomes(ranks: Sequence[int], *, played: bool) -> tuple[Outcome, ...]:
    """By the places of the sides of a match, 1 the first. A first place that is shared is a draw.

    Of a match that never began, whoever has not the first place did not come.

    >>> [str(one) for one in outcomes((1, 2), played=True)], [str(one) for one in outcomes((2, 2), played=False)]
    (['win', 'loss'], ['absent', 'absent'])
    >>> [str(one) for one in outcomes((1, 1, 3), played=True)]
    ['draw', 'draw', 'loss']
    """
    first = Outcome.WIN if list(ranks).count(1) == 1 else Outcome.DRAW
    other = Outcome.LOSS if played else Outcome.ABSENT
    return tuple(first if rank == 1 else other for rank in ranks)


def pays(terms: SeasonTerms, outcome: str) -> dict[PaymentKind, int]:
    """By kind of payment, what a match pays a side. Who did not come is paid nothing, not even for taking part."""
    if outcome == Outcome.ABSENT:
        return {}
    money = {Outcome.WIN: terms.win_money, Outcome.DRAW: terms.draw_money, Outcome.LOSS: terms.loss_money}
    return {PaymentKind(outcome): money[Outcome(outcome)], PaymentKind.PARTICIPATION: terms.participation_money}


def shared(places: Sequence[int], purse: int) -> list[int]:
    """By final place in order, each one's prize. Who shares a place shares the prizes of these places, rounded down.

    >>> shared([1, 2, 3, 4], 20), shared([1, 1, 3, 3, 5], 20)
    ([20, 10, 5, 0], [15, 15, 2, 2, 0])
    """
    pots = [purse * share // 100 for share in SHARES]
    prizes = [pots[at] if at < len(pots) else 0 for at in range(len(places))]
    together = [[prize for prize, other in zip(prizes, places, strict=True) if other == place] for place in places]
    return [sum(taken) // len(taken) for taken in together]
