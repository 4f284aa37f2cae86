"""Promotion and relegation between the divisions of a season, top division first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engines.words import say
from league.formats.settings import BadSetting

Divisions = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Divisions of the next season. `playoffs` are (upper, lower) entrants, who swap only if the lower one wins."""

    divisions: Divisions
    playoffs: tuple[tuple[int, int], ...]


def check_moves(sizes: Sequence[int], moving: int, playoff: bool) -> None:
    """Raise BadSetting unless every division has enough entrants for promotion, relegation and play-offs."""
    if len(sizes) < 2:
        if moving or playoff:
            raise BadSetting("moving", say("Promotion and relegation need at least two divisions."))
        return
    for at, size in enumerate(sizes):
        leaving = (moving + playoff) * (1 if at in (0, len(sizes) - 1) else 2)
        if size < leaving:
            text = say(
                "Division {number} has {size} entrants, but {leaving} of them would be promoted, relegated or "
                "in play-offs.",
                number=at + 1,
                size=size,
                leaving=leaving,
            )
            raise BadSetting("moving", text)


def change(tables: Sequence[Sequence[int]], moving: int, playoff: bool = False) -> Change:
    """Swap the last `moving` of each division with the first of the next one, after a season.

    With `playoff`, the entrant just above those relegated meets the one just below those promoted. In their new
    division, relegated entrants come first and promoted ones last.
    """
    check_moves([len(table) for table in tables], moving, playoff)
    made = []
    for at, table in enumerate(tables):
        first, last = at == 0, at == len(tables) - 1
        down = () if first or not moving else tuple(tables[at - 1][-moving:])
        up = () if last else tuple(tables[at + 1][:moving])
        stay = tuple(table[0 if first else moving : len(table) if last else len(table) - moving])
        made.append((*down, *stay, *up))
    meet = tuple((upper[-moving - 1], lower[moving]) for upper, lower in pairwise(tables)) if playoff else ()
    return Change(tuple(made), meet)


def settle(planned: Change, winners: Mapping[tuple[int, int], int]) -> Divisions:
    """Return next season's divisions after the play-offs; `winners` by pair. Without a winner both stay."""
    swap: dict[int, int] = {}
    for upper, lower in planned.playoffs:
        if winners.get((upper, lower)) == lower:
            swap[upper], swap[lower] = lower, upper
    return tuple(tuple(swap.get(one, one) for one in division) for division in planned.divisions)


def filled(divisions: Divisions, gone: Collection[int]) -> Divisions:
    """Return the divisions without the entrants in `gone`.

    Free places go to the first of the division below: those just relegated, then the best of last season. A division
    with fewer than two entrants is merged into the one above.
    """
    sizes = [len(division) for division in divisions]
    waiting = [one for division in divisions for one in division if one not in gone]
    made: list[tuple[int, ...]] = []
    for size in sizes:
        division, waiting = waiting[:size], waiting[size:]
        if len(division) > 1 or (division and not made):
            made.append(tuple(division))
        elif division:
            made[-1] = (*made[-1], *division)
    return tuple(made)


def moves_that_fit(sizes: Sequence[int], moving: int, playoff: bool) -> tuple[int, bool]:
    """Return how many (at most `moving`) divisions of these sizes can relegate, and whether play-offs fit."""
    if len(sizes) < 2:
        return 0, False
    for fewer in range(moving, -1, -1):
        for meet in (playoff, False):
            try:
                check_moves(sizes, fewer, meet)
            except BadSetting:
                continue
            return fewer, meet
    return 0, False
