"""Pairs that an organiser keeps apart in a Swiss, for some of its rounds or all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engines.words import say
from league.formats.settings import BadSetting
from league.formats.swiss.pool import pool
from league.formats.swiss.standing import standings
from league.formats.swiss.tournament import Tournament

MOST_PAIRS = 5000
MOST_ROUND = 99


@dataclass(frozen=True, slots=True)
class Apart:
    """Two entrants who are kept apart from round `first` to round `last` of the Swiss; None: to its end."""

    pair: frozenset[int]
    first: int = 1
    last: int | None = None

    def holds(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)

    def dump(self) -> list[int]:
        """As it is kept among the settings; `read_apart` reads it."""
        return [*sorted(self.pair), self.first, self.last or 0]


def read_apart(given: object, field: str) -> tuple[Apart, ...]:
    """Each a list of two entrants, or of two entrants, the first round and the last one (0: all that follow).

    BadSetting on `field` where it is anything else.
    """
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) > MOST_PAIRS:
        raise _bad(field)
    return tuple(_read(one, field) for one in given)


def with_avoided(tournament: Tournament, wished: Collection[frozenset[int]]) -> Tournament:
    """The tournament in which the pairs `wished` apart (numbers) are forbidden too, as far as everybody can be paired:
    all of them if that works, else one after the other in their order, leaving out those that would leave no pairing.
    """
    if not wished or _pairable(every := _more(tournament, wished)):
        return every if wished else tournament
    kept = tournament
    for pair in wished:
        if _pairable(more := _more(kept, [pair])):
            kept = more
    return kept


def _more(tournament: Tournament, pairs: Collection[frozenset[int]]) -> Tournament:
    return replace(tournament, forbidden=tournament.forbidden | frozenset(pairs))


def _pairable(tournament: Tournament) -> bool:
    return pool(standings(tournament), tournament.forbidden) is not None


def _read(given: object, field: str) -> Apart:
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) not in (2, 4):
        raise _bad(field)
    if any(not isinstance(one, int) or isinstance(one, bool) for one in given) or given[0] == given[1]:
        raise _bad(field)
    first, last = (given[2], given[3] or None) if len(given) == 4 else (1, None)
    if not 1 <= first <= (last or MOST_ROUND) <= MOST_ROUND:
        raise _bad(field)
    return Apart(frozenset(given[:2]), first, last)


def _bad(field: str) -> BadSetting:
    return BadSetting(
        field, say("Give the pairs as a list of two entrants each, or of two entrants, the first and the last round.")
    )
