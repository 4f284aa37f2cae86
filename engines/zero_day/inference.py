"""What a Hacker can infer about the credentials from its own hacks and the cards that it was shown."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from engines.zero_day.actions import subsets
from engines.zero_day.cards import CARD_OF, HAND, KEYS, OPERATION_OF, X, bits
from engines.zero_day.state import Hack, Seen, State

_MODIFIED = {0: 0.3, -1: 0.5, 1: 0.2}  # Probabilities of each change of the number by a spent token.
_PRIOR = 0.4  # Of a key, when nothing is known.
Heard = tuple[tuple[int, int, bool], ...]  # keys, announced number, whether a token was spent


def chances(view: Mapping[str, Any], seat: int) -> list[float]:
    """Return the probability of each key to be a credential, given the own hacks and the cards seen in this era."""
    hacks, seen = map(read_hack, view["hacks"]), map(read_seen, view["seen"])
    return list(_chances(*_heard(hacks, seen, seat, view["era"], view["advanced"])))


def chances_of(state: State, seat: int) -> tuple[float, ...]:
    """Return the probabilities in a complete position: from what that Hacker knows, never from the credentials."""
    return _chances(*_heard(state.hacks, state.seen, seat, state.era, state.table.advanced))


def likely(state: State, seat: int) -> tuple[Sequence[int], Sequence[float]]:
    """Return sets of credentials that the seat considers possible, with their weights."""
    sets, weights = _sets(*_heard(state.hacks, state.seen, seat, state.era, state.table.advanced))
    return (sets, weights) if any(weights) else (sets, (1.0,) * len(sets))


def likely_match(told: int, token: bool, rng: Random) -> int:
    """Return a possible true number of matches, given the number that was announced."""
    if not token:
        return told
    ways = [(told - difference, weight) for difference, weight in _MODIFIED.items() if told >= difference]
    return rng.choices([match for match, _ in ways], [weight for _, weight in ways])[0]


def _heard(
    hacks: Iterable[Hack], seen: Iterable[Seen], seat: int, era: int, advanced: bool
) -> tuple[Heard, int, bool]:  # fmt: skip
    """Return a seat's own hacks, the cards it knows to be unused, and whether X may be a credential."""
    heard, unused = [], 0
    for made in hacks:
        if made.seat == seat and made.era == era and not made.unused:
            heard.append((made.keys, made.told, made.token))
    for shown in seen:
        if shown.seat == seat and shown.era == era:
            unused |= shown.cards
    return tuple(heard), unused, advanced and era > 1


def read_hack(made: Mapping[str, Any]) -> Hack:
    """Return a hack of a view; a hidden match is the announced number, and of hidden keys `match` is the count."""
    told = -1 if made["told"] is None else made["told"]
    match = made["count"] if made["keys"] is None else told if made["match"] is None else made["match"]
    return Hack(made["by"], bits(made["keys"] or ()), made["unused"], match, told, made["token"], made["era"])


def read_seen(shown: Mapping[str, Any]) -> Seen:
    """Return cards that were shown, of a view."""
    operation, by_victor = OPERATION_OF[shown["operation"]], shown["how"] == "victor"
    cards = bits(CARD_OF[card] for card in shown["cards"])
    return Seen(shown["by"], operation, cards, by_victor, shown["era"], shown["round"])


@lru_cache(1 << 12)
def _sets(hacks: Heard, unused: int, with_x: bool) -> tuple[tuple[int, ...], tuple[float, ...]]:
    sets = subsets((HAND | 1 << X if with_x else HAND) & ~unused, 4)
    weights = [1.0] * len(sets)
    for keys, told, token in hacks:
        by_match = [_MODIFIED.get(told - match, 0.0) if token else float(told == match) for match in range(5)]
        if token and not told:
            by_match[0] += _MODIFIED[-1]  # One less than 0 is announced as 0 (ZD-29).
        weights = [
            weight and weight * by_match[(keys & named).bit_count()]
            for weight, named in zip(weights, sets, strict=True)
        ]
    return sets, tuple(weights)


@lru_cache(1 << 12)
def _chances(hacks: Heard, unused: int, with_x: bool) -> tuple[float, ...]:
    sets, weights = _sets(hacks, unused, with_x)
    total = sum(weights)
    if not total:
        return (_PRIOR,) * KEYS
    found = [0.0] * KEYS
    for named, weight in zip(sets, weights, strict=True):
        if weight:
            for key in range(KEYS):
                if named >> key & 1:
                    found[key] += weight
    return tuple(weight / total for weight in found)
