"""Points, how people write them, and tables from a history: what everybody made, and who shares a rank."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from league.formats.protocol import History, Kind, Pairing, Place

WIN, DRAW, LOSS = 2, 1, 0
PARTS = ("", "¼", "½", "¾")


def quarters_text(quarters: int) -> str:
    """
    >>> quarters_text(13), quarters_text(2), quarters_text(0)
    ('3¼', '½', '0')
    """
    whole, rest = divmod(quarters, 4)
    return f"{whole or ''}{PARTS[rest]}" or "0"


def halves_text(halves: int) -> str:
    """
    >>> halves_text(5), halves_text(1), halves_text(4)
    ('2½', '½', '2')
    """
    return quarters_text(halves * 2)


def points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Half points of the seats of a match that ended in these ranks (1 is first; nobody first: nobody scores).

    Of more than two, each makes what it would have made against every other.

    >>> points((1, 2)), points((1, 1)), points((2, 2)), points((1, 2, 2))
    ((2, 0), (1, 1), (0, 0), (4, 1, 1))
    """
    if 1 not in ranks:
        return tuple(0 for _ in ranks)
    return tuple(
        sum(DRAW if rank == other else WIN if rank < other else LOSS for other in ranks) - DRAW for rank in ranks
    )


@dataclass(slots=True)
class Tally:
    """What one entrant made. `halves` holds byes too; `results` are (opponent, half points) of decided contests."""

    halves: int = 0
    results: list[tuple[int, int]] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    by_side: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """How often it had each seat, undecided contests included, those forfeited not."""

    @property
    def points(self) -> int:
        """What its results brought."""
        return sum(made for _, made in self.results)

    @property
    def tilt(self) -> int:
        """Contests with the first seat less those with the second."""
        return self.by_side[0] - self.by_side[1]

    def count(self, made: int, best: int) -> None:
        """Count a contest with what it made and the most that somebody else did; 0-0 is lost by both."""
        if made > best:
            self.wins += 1
        elif made == best and made:
            self.draws += 1
        else:
            self.losses += 1

    def line(
        self, rank: int | None, one: int, halves: int, *, group: str = "", figures: tuple[tuple[str, int], ...] = ()
    ) -> Place:
        played = self.wins + self.draws + self.losses
        return Place(rank, one, halves, played, self.wins, self.draws, self.losses, group, figures)


Worth = Callable[[Pairing, int, int], int]
"""What a decided pairing is worth to the first of two in a table."""


def tallies(ids: Iterable[int], history: History, worth: Worth | None = None) -> dict[int, Tally]:
    """Of all these entrants; a pairing with somebody else in it counts for nobody.

    Results are in the half points of the pairings, or by their `worth`.
    """
    table = {one: Tally() for one in ids}
    for pairings in history:
        for pairing in pairings:
            if all(one in table for one in pairing.entrants):
                for seat, one in enumerate(pairing.sides):
                    if one is not None:
                        _count(pairing, seat, one, table[one], worth)
    return table


def _count(pairing: Pairing, seat: int, one: int, tally: Tally, worth: Worth | None) -> None:
    made, best = pairing.halves[seat] or 0, 0
    tally.halves += made
    if not pairing.contested:
        return
    if pairing.kind is Kind.GAME:
        tally.by_side[seat] += 1
    if pairing.decided:
        for other, halves in zip(pairing.sides, pairing.halves, strict=True):
            if other is not None and other != one:
                tally.results.append((other, worth(pairing, one, other) if worth else made))
                best = max(best, halves or 0)
        tally.count(made, best)


def place(
    order: Sequence[int],
    table: dict[int, Tally],
    key: Callable[[int], tuple[int, ...]],
    names: Sequence[str] = (),
    group: str = "",
) -> tuple[Place, ...]:
    """Best first by `key` (greater is better), equals as in `order`. `names` name the key's figures but the first."""
    ranked = sorted(order, key=key, reverse=True)
    places: list[Place] = []
    for at, one in enumerate(ranked):
        rank = places[-1].rank if at and key(ranked[at - 1]) == key(one) else at + 1
        figures = tuple(zip(names, key(one)[1:], strict=False))
        places.append(table[one].line(rank, one, key(one)[0], group=group, figures=figures))
    return tuple(places)


def with_struck(lines: Sequence[Place], ids: Sequence[int], out: frozenset[int], group: str = "") -> tuple[Place, ...]:
    """The table with those whose results do not count, who share the last rank."""
    return (*lines, *(Place(len(lines) + 1, one, group=group) for one in ids if one in out))
