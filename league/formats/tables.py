"""Tables from a history: what everybody made, and who shares a rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from league.formats.protocol import History, Pairing, Place
from league.formats.standings import Game


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
    def tilt(self) -> int:
        """Contests with the first seat less those with the second."""
        return self.by_side[0] - self.by_side[1]


def tallies(ids: Iterable[int], history: History) -> dict[int, Tally]:
    """Of all these entrants; a pairing with somebody else in it counts for nobody."""
    table = {one: Tally() for one in ids}
    for pairings in history:
        for pairing in pairings:
            if all(one in table for one in pairing.entrants):
                _count(pairing, table)
    return table


def _count(pairing: Pairing, table: dict[int, Tally]) -> None:
    for seat, one in enumerate(pairing.sides):
        if one is None:
            continue
        tally, made = table[one], pairing.halves[seat]
        tally.halves += made or 0
        if not pairing.contested:
            continue
        if pairing.kind == "played":
            tally.by_side[seat] += 1
        if pairing.decided and made is not None:
            _score(tally, one, made, pairing)


def _score(tally: Tally, one: int, made: int, pairing: Pairing) -> None:
    best = 0
    for other, halves in zip(pairing.sides, pairing.halves, strict=True):
        if other is not None and other != one:
            tally.results.append((other, made))
            best = max(best, halves or 0)
    if made > best:
        tally.wins += 1
    elif made == best and made:
        tally.draws += 1
    else:
        tally.losses += 1


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
        tally = table[one]
        played = tally.wins + tally.draws + tally.losses
        figures = tuple(zip(names, key(one)[1:], strict=False))
        places.append(
            Place(rank, one, key(one)[0], played, tally.wins, tally.draws, tally.losses, group=group, figures=figures)
        )
    return tuple(places)


def games(ids: Iterable[int], history: History) -> list[Game]:
    """The decided contests of two among these, for the rules of standings."""
    known = set(ids)
    return [
        Game(pairing.sides[0], pairing.sides[1], pairing.halves[0] or 0, pairing.halves[1] or 0)
        for pairings in history
        for pairing in pairings
        if len(pairing.sides) == 2
        and pairing.sides[0] is not None
        and pairing.sides[1] is not None
        and pairing.decided
        and known >= set(pairing.entrants)
    ]
