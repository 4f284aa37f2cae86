"""Which of two equally good pairings of a bracket the rules take (C.04.3, articles 3 and 4).

Places in the bracket (the rules' BSN) count from 0. Every part of an order is made so that the smaller comes first.
"""

from __future__ import annotations

from collections.abc import Sequence

from league.formats.swiss.history import History

Key = int | tuple[int, ...]


def order_of(
    moved: Sequence[History], residents: Sequence[History], boards: Sequence[tuple[History, History]]
) -> tuple[Key, ...]:
    """First those from above: which of them are paired, and with whom; then the exchanges and transpositions below."""
    place = {one.number: at for at, one in enumerate([*moved, *residents])}
    partner = {}
    for one, other in boards:
        partner[place[one.number]], partner[place[other.number]] = place[other.number], place[one.number]
    above = range(len(moved))
    chosen = [at for at in above if at in partner]
    taken = {partner[at] for at in chosen}
    rest = [at for at in range(len(moved), len(place)) if at not in taken]
    return (
        tuple(int(at not in partner) for at in above),
        tuple(partner[at] for at in chosen),
        *_below(rest, {at: partner[at] for at in rest if at in partner}),
    )


def _below(rest: Sequence[int], partner: dict[int, int]) -> tuple[Key, ...]:
    """Articles 4.2 and 4.3: S1 is the better half of those who are paired, and every pair has one member of it."""
    pairs = len(partner) // 2
    before = set(rest[:pairs])
    upper = {at for at, other in partner.items() if at < other}
    leaving, entering = sorted(before - upper, reverse=True), sorted(upper - before)
    return (
        len(entering),
        sum(entering) - sum(leaving),
        tuple(-at for at in leaving),
        tuple(entering),
        tuple(partner[at] for at in sorted(upper)),
    )
