"""What the result of a match is to each side, and what it pays. Nothing here fetches."""

from __future__ import annotations

from collections.abc import Sequence

from league.seasons.models import Outcome, PaymentKind, SeasonTerms

KINDS: dict[str, PaymentKind] = {
    Outcome.WIN: PaymentKind.WIN,
    Outcome.DRAW: PaymentKind.DRAW,
    Outcome.LOSS: PaymentKind.LOSS,
}


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
    return {KINDS[outcome]: money[Outcome(outcome)], PaymentKind.PARTICIPATION: terms.participation_money}
