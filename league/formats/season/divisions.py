"""Promotion and relegation between the divisions of a season, top division first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engines.i18n import translate as _
from league.formats.settings import BadSetting

Divisions = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class DivisionChange:
    """Divisions of the next season. `playoffs` are (upper, lower) entrants, who swap only if the lower one wins."""

    divisions: Divisions
    playoffs: tuple[tuple[int, int], ...]


def check_moves(sizes: Sequence[int], moving: int, playoff: bool) -> None:
    """Raise BadSetting unless every division has enough entrants for promotion, relegation and play-offs."""
    if len(sizes) < 2:
        if moving or playoff:
            raise BadSetting("moving", _("Promotion and relegation need at least two divisions."))
        return
    for index, size in enumerate(sizes):
        leaving = (moving + playoff) * (1 if index in (0, len(sizes) - 1) else 2)
        if size < leaving:
            text = _(
                "Division {number} has {size} entrants, but {leaving} of them would be promoted, relegated or in play-offs.",
                number=index + 1,
                size=size,
                leaving=leaving,
            )
            raise BadSetting("moving", text)


def limit_moves(ranks: Sequence[Sequence[int | None]], moving: int) -> list[int]:
    """Return how many (at most `moving`) can move between neighbouring divisions without parting a shared place.

    `ranks` are those of each division, best first.

    >>> limit_moves([(1, 2, 3, 3), (1, 2, 3, 4)], 1), limit_moves([(1, 2, 3, 3), (1, 2, 3, 4)], 2)
    ([0], [2])
    """
    return [
        next(n for n in range(moving, -1, -1) if not n or (upper[-n - 1] != upper[-n] and lower[n - 1] != lower[n]))
        for upper, lower in pairwise(ranks)
    ]


def move_entrants(
    tables: Sequence[Sequence[int]], moving: int, playoff: bool = False, *, limits: Sequence[int] | None = None
) -> DivisionChange:
    """Swap the last `moving` of each division with the first of the next one, after a season.

    With `playoff`, the entrant just above those relegated meets the one just below those promoted. In their new
    division, relegated entrants come first and promoted ones last. `limits` are smaller numbers for each pair of
    divisions (`limit_moves`).
    """
    check_moves([len(table) for table in tables], moving, playoff)
    moves = [0, *(limits or [moving] * (len(tables) - 1)), 0]  # at the upper end of each division, and at the lower
    result = []
    for index, table in enumerate(tables):
        promoted, relegated = moves[index], moves[index + 1]
        down = tuple(tables[index - 1][-promoted:]) if promoted else ()
        up = tuple(tables[index + 1][:relegated]) if relegated else ()
        result.append((*down, *table[promoted : len(table) - relegated], *up))
    pairs = zip(pairwise(tables), moves[1:], strict=False)
    playoffs = tuple((upper[-moved - 1], lower[moved]) for (upper, lower), moved in pairs) if playoff else ()
    return DivisionChange(tuple(result), playoffs)


def apply_playoffs(planned: DivisionChange, winners: Mapping[tuple[int, int], int]) -> Divisions:
    """Return next season's divisions after the play-offs; `winners` by pair. Without a winner both stay."""
    swap: dict[int, int] = {}
    for upper, lower in planned.playoffs:
        if winners.get((upper, lower)) == lower:
            swap[upper], swap[lower] = lower, upper
    return tuple(tuple(swap.get(entrant, entrant) for entrant in division) for division in planned.divisions)


def fill_divisions(divisions: Divisions, withdrawn: Collection[int]) -> Divisions:
    """Return the divisions without the entrants in `withdrawn`.

    Free places go to the first of the division below: those just relegated, then the best of last season. A division
    with fewer than two entrants is merged into the one above.
    """
    sizes = [len(division) for division in divisions]
    waiting = [entrant for division in divisions for entrant in division if entrant not in withdrawn]
    result: list[tuple[int, ...]] = []
    for size in sizes:
        division, waiting = waiting[:size], waiting[size:]
        if len(division) > 1 or (division and not result):
            result.append(tuple(division))
        elif division:
            result[-1] = (*result[-1], *division)
    return tuple(result)


def fit_moves(sizes: Sequence[int], moving: int, playoff: bool) -> tuple[int, bool]:
    """Return how many (at most `moving`) divisions of these sizes can relegate, and whether play-offs fit."""
    if len(sizes) < 2:
        return 0, False
    for fewer in range(moving, -1, -1):
        for with_playoff in (playoff, False):
            try:
                check_moves(sizes, fewer, with_playoff)
            except BadSetting:
                continue
            return fewer, with_playoff
    return 0, False
