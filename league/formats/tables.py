"""Points and their notation, and standings from a history."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.formats.protocol import History, Kind, Pairing, TableRow

WIN, DRAW, LOSS = 2, 1, 0
FRACTIONS = ("", "¼", "½", "¾")


def format_quarters(quarters: int) -> str:
    """Format quarter points.

    >>> format_quarters(13), format_quarters(2), format_quarters(0)
    ('3¼', '½', '0')
    """
    whole, rest = divmod(quarters, 4)
    return f"{whole or ''}{FRACTIONS[rest]}" or "0"


def format_halves(halves: int) -> str:
    """Format half points.

    >>> format_halves(5), format_halves(1), format_halves(4)
    ('2½', '½', '2')
    """
    return format_quarters(halves * 2)


def score_ranks(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the half points by seat for these ranks (1 is first; if no seat is first, no seat scores).

    With more than two seats, each gets the sum of its results against every other.

    >>> score_ranks((1, 2)), score_ranks((1, 1)), score_ranks((2, 2)), score_ranks((1, 2, 2))
    ((2, 0), (1, 1), (0, 0), (4, 1, 1))
    """
    if 1 not in ranks:
        return tuple(0 for _ in ranks)
    return tuple(sum(DRAW if rank == other else WIN if rank < other else LOSS for other in ranks) - DRAW for rank in ranks)


@dataclass(slots=True)
class Tally:
    """The results of one entrant. `halves` includes byes; `results` are (opponent, half points) of decided pairings."""

    halves: int = 0
    results: list[tuple[int, int]] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    by_side: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """How often it had each seat, including undecided pairings but not forfeits."""

    @property
    def points(self) -> int:
        """Return the points from its results."""
        return sum(halves for _, halves in self.results)

    @property
    def tilt(self) -> int:
        """Return first seats minus second seats."""
        return self.by_side[0] - self.by_side[1]

    def count(self, halves: int, best: int) -> None:
        """Count a pairing from its own and the best other points; both sides lose a 0-0."""
        if halves > best:
            self.wins += 1
        elif halves == best and halves:
            self.draws += 1
        else:
            self.losses += 1

    def line(
        self, rank: int | None, entrant: int, halves: int, *, group: str = "", figures: tuple[tuple[str, int], ...] = ()
    ) -> TableRow:
        played = self.wins + self.draws + self.losses
        return TableRow(rank, entrant, halves, played, self.wins, self.draws, self.losses, group, figures)


Worth = Callable[[Pairing, int, int], int]
"""Returns what a decided pairing is worth to the first of the two entrants."""


def tally_results(ids: Iterable[int], history: History, worth: Worth | None = None) -> dict[int, Tally]:
    """Return the tallies of these entrants; pairings with any other entrant are ignored.

    Results are in half points of the pairings, or converted by `worth`.
    """
    table = {entrant: Tally() for entrant in ids}
    for pairings in history:
        for pairing in pairings:
            if all(entrant in table for entrant in pairing.entrants):
                for seat, entrant in enumerate(pairing.sides):
                    if entrant is not None:
                        _count_pairing(pairing, seat, entrant, table[entrant], worth)
    return table


def _count_pairing(pairing: Pairing, seat: int, entrant: int, tally: Tally, worth: Worth | None) -> None:
    points, best = pairing.halves[seat] or 0, 0
    tally.halves += points
    if not pairing.is_contested:
        return
    if pairing.kind is Kind.GAME:
        tally.by_side[seat] += 1
    if pairing.decided:
        for other, halves in zip(pairing.sides, pairing.halves, strict=True):
            if other is not None and other != entrant:
                tally.results.append((other, worth(pairing, entrant, other) if worth else points))
                best = max(best, halves or 0)
        tally.count(points, best)


def rank_entrants(
    order: Sequence[int],
    table: dict[int, Tally],
    key: Callable[[int], tuple[int, ...]],
    names: Sequence[str] = (),
    group: str = "",
    lots: Mapping[int, int] = {},
) -> tuple[TableRow, ...]:
    """Rank best first by `key` (higher is better), ties in `order`. `names` are for the figures after the first.

    With `lots`, tied entrants are ranked by these numbers, lowest first; otherwise they share a rank.
    """
    ranked = sorted(sorted(order, key=lambda entrant: lots.get(entrant, 0)), key=key, reverse=True)
    counts = Counter(map(key, order))
    lines: list[TableRow] = []
    for index, entrant in enumerate(ranked):
        level = index and not lots and key(ranked[index - 1]) == key(entrant)
        rank = lines[-1].rank if level else index + 1
        figures = tuple(zip(names, key(entrant)[1:], strict=False))
        line = table[entrant].line(rank, entrant, key(entrant)[0], group=group, figures=figures)
        lines.append(replace(line, tied=True) if counts[key(entrant)] > 1 else line)
    return tuple(lines)


def append_expunged(
    lines: Sequence[TableRow], ids: Sequence[int], expunged: frozenset[int], group: str = ""
) -> tuple[TableRow, ...]:
    """Return the standings followed by the expunged entrants, who share the last rank and have no figures."""
    figures = tuple((name, "") for name, _figure in lines[0].figures) if lines else ()
    last = [entrant for entrant in ids if entrant in expunged]
    return (*lines, *(TableRow(len(lines) + 1, entrant, group=group, figures=figures) for entrant in last))
