"""Who picks first: at random, by a weighted lottery, by last season's table upside down, or by hand.

What was drawn by chance is kept draw by draw, so that a page can show each one and `prove` it from the revealed seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engines.randomness import commitment
from engines.words import say, say_many
from league.drafts.formats.entities import ORDER, Chance, Stream
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw: for `place` (from 1), `number` came out of range(`total`), and that ticket was the team's."""

    place: int
    total: int
    number: int
    team: int


@dataclass(frozen=True, slots=True)
class Ordering:
    """An order and how it came about: `random`, `lottery`, `standings` or `hand`.

    `base` is the order that was given; for a lottery from the one with the best chances on, with `weights` (tickets).
    """

    how: str
    order: tuple[int, ...]
    base: tuple[int, ...]
    draws: tuple[Drawn, ...] = ()
    weights: Mapping[int, int] = field(default_factory=dict)


def at_random(teams: Sequence[int], chance: Chance) -> Ordering:
    draws = tuple(_lottery(teams, dict.fromkeys(teams, 1), len(teams), chance.stream(ORDER)))
    return Ordering("random", tuple(one.team for one in draws), tuple(teams), draws)


def reverse_standings(standings: Sequence[int]) -> Ordering:
    """The last of the table picks first."""
    return Ordering("standings", tuple(reversed(standings)), tuple(standings))


def by_hand(order: Sequence[int], teams: Sequence[int]) -> Ordering:
    """Refused (field `order`) unless every team stands in it once."""
    if sorted(order) != sorted(teams):
        raise Refused("bad-order", say("Name every franchise once."), "order")
    return Ordering("hand", tuple(order), tuple(teams))


def lottery(base: Sequence[int], weights: Mapping[int, int], chance: Chance, places: int | None = None) -> Ordering:
    """The first `places` (all by default) are drawn by weight; who was not drawn follows in the order of `base`.

    A team without a weight takes no part in the lottery. Refused (field `weights`) where that leaves too few.
    """
    if any(team not in base for team in weights) or any(weight < 0 for weight in weights.values()):
        raise Refused("bad-weights", say("Give weights of 0 or more, to franchises of this draft."), "weights")
    holders = sum(weight > 0 for weight in weights.values())
    wanted = holders if places is None else places
    if not 1 <= wanted <= holders:
        text = say_many(
            "{n} place is drawn among {holders} with a chance.",
            "{n} places are drawn among {holders} with a chance.",
            wanted,
            holders=holders,
        )
        raise Refused("too-few-weights", text, "weights")
    draws = tuple(_lottery(base, weights, wanted, chance.stream(ORDER)))
    first = [one.team for one in draws]
    rest = [team for team in base if team not in first]
    return Ordering("lottery", (*first, *rest), tuple(base), draws, dict(weights))


def prove(ordering: Ordering, chance: Chance, committed: str) -> str:
    """Empty if the revealed seed is the one committed to and gives these draws and this order; else what does not fit,
    in a sentence."""
    if commitment(chance.seed) != committed:
        return say("The seed is not the one whose fingerprint was published.")
    if ordering.how == "random":
        again = at_random(ordering.base, chance)
    elif ordering.how == "lottery":
        again = lottery(ordering.base, ordering.weights, chance, len(ordering.draws))
    else:
        return say("This order was not drawn.")
    for told, true in zip(ordering.draws, again.draws, strict=True):
        if told != true:
            return say(
                "Place {place}: number {number} of {total} is drawn, not {other}.",
                place=told.place, number=true.number, total=true.total, other=told.number,
            )  # fmt: skip
    return "" if again.order == ordering.order else say("The order is not that of the draws.")


def _lottery(base: Sequence[int], weights: Mapping[int, int], places: int, stream: Stream) -> Iterator[Drawn]:
    left = [(team, weights.get(team, 0)) for team in base if weights.get(team, 0)]
    for place in range(1, places + 1):
        total = sum(weight for _, weight in left)
        number = stream.below(total)
        passed = 0
        for team, weight in left:
            passed += weight
            if number < passed:
                yield Drawn(place, total, number, team)
                left.remove((team, weight))
                break
