"""What a Hacker can infer about the credentials from its own hacks and the cards that it was shown."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from engines.zero_day.actions import subsets
from engines.zero_day.cards import ALL_KEYS, CARD_OF, KEYS, OPERATION_OF, X, to_mask
from engines.zero_day.state import Hack, ShownCards, State

_CHANGES = {0: 0.3, -1: 0.5, 1: 0.2}  # Probabilities of each change of the number by a spent token.
_PRIOR = 0.4  # Of a key, when nothing is known.
HackResults = tuple[tuple[int, int, bool], ...]  # keys, announced number, whether a token was spent


def chances_from_view(view: Mapping[str, Any], seat: int) -> list[float]:
    """Return the probability of each key to be a credential, given the own hacks and the cards seen in this era."""
    hacks, shown_cards = map(parse_hack, view["hacks"]), map(parse_shown_cards, view["seen"])
    return list(_compute_chances(*_collect_evidence(hacks, shown_cards, seat, view["era"], view["advanced"])))


def chances_from_state(state: State, seat: int) -> tuple[float, ...]:
    """Return the probabilities that the seat's Hacker can derive in a complete position, without the credentials."""
    return _compute_chances(*_collect_evidence(state.hacks, state.seen, seat, state.era, state.table.advanced))


def weigh_credentials(state: State, seat: int) -> tuple[Sequence[int], Sequence[float]]:
    """Return sets of credentials that the seat considers possible, with their weights."""
    sets, weights = _weigh_sets(*_collect_evidence(state.hacks, state.seen, seat, state.era, state.table.advanced))
    return (sets, weights) if any(weights) else (sets, (1.0,) * len(sets))


def draw_true_match(number: int, token: bool, rng: Random) -> int:
    """Return a possible true number of matches, given the number that was announced."""
    if not token:
        return number
    options = [(number - difference, weight) for difference, weight in _CHANGES.items() if number >= difference]
    return rng.choices([match for match, _ in options], [weight for _, weight in options])[0]


def _collect_evidence(
    hacks: Iterable[Hack], shown_cards: Iterable[ShownCards], seat: int, era: int, advanced: bool
) -> tuple[HackResults, int, bool]:  # fmt: skip
    """Return a seat's own hacks, the cards it knows to be unused, and whether X may be a credential."""
    results, unused = [], 0
    for hack in hacks:
        if hack.seat == seat and hack.era == era and not hack.unused:
            results.append((hack.keys, hack.told, hack.token))
    for entry in shown_cards:
        if entry.seat == seat and entry.era == era:
            unused |= entry.cards
    return tuple(results), unused, advanced and era > 1


def parse_hack(data: Mapping[str, Any]) -> Hack:
    """Return a hack of a view; a hidden match is the announced number, and of hidden keys `match` is the count."""
    announced = -1 if data["told"] is None else data["told"]
    match = data["count"] if data["keys"] is None else announced if data["match"] is None else data["match"]
    return Hack(data["by"], to_mask(data["keys"] or ()), data["unused"], match, announced, data["token"], data["era"])


def parse_shown_cards(data: Mapping[str, Any]) -> ShownCards:
    """Return cards that were shown, of a view."""
    operation, by_victor = OPERATION_OF[data["operation"]], data["how"] == "victor"
    cards = to_mask(CARD_OF[card] for card in data["cards"])
    return ShownCards(data["by"], operation, cards, by_victor, data["era"], data["round"])


@lru_cache(1 << 12)
def _weigh_sets(hacks: HackResults, unused: int, with_x: bool) -> tuple[tuple[int, ...], tuple[float, ...]]:
    sets = subsets((ALL_KEYS | 1 << X if with_x else ALL_KEYS) & ~unused, 4)
    weights = [1.0] * len(sets)
    for keys, number, token in hacks:
        by_match = [_CHANGES.get(number - match, 0.0) if token else float(number == match) for match in range(5)]
        if token and not number:
            by_match[0] += _CHANGES[-1]  # One less than 0 is announced as 0 (ZD-29).
        weights = [
            weight and weight * by_match[(keys & credentials).bit_count()]
            for weight, credentials in zip(weights, sets, strict=True)
        ]
    return sets, tuple(weights)


@lru_cache(1 << 12)
def _compute_chances(hacks: HackResults, unused: int, with_x: bool) -> tuple[float, ...]:
    sets, weights = _weigh_sets(hacks, unused, with_x)
    total = sum(weights)
    if not total:
        return (_PRIOR,) * KEYS
    totals = [0.0] * KEYS
    for credentials, weight in zip(sets, weights, strict=True):
        if weight:
            for key in range(KEYS):
                if credentials >> key & 1:
                    totals[key] += weight
    return tuple(weight / total for weight in totals)
