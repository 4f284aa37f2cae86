"""Games still due in a round robin after withdrawals, and extra rounds for late entrants."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations

import networkx as nx

from engines.i18n import mark
from league.formats.protocol import Entrant, History, Kind, Pairing, Round, contests
from league.formats.settings import Field
from league.formats.tables import WIN, tally_results

Pair = frozenset[int]


class WithdrawalPolicy(StrEnum):
    """What happens to the games of an entrant who withdraws."""

    FORFEIT = "forfeit"
    KEEP = "keep"
    EXPUNGE = "expunge"
    HALF = "half"


WITHDRAWAL_FIELD = Field(
    "leaver",
    mark("If a player withdraws"),
    WithdrawalPolicy.FORFEIT.value,
    choices=(
        (WithdrawalPolicy.FORFEIT, mark("played games count, remaining games are forfeited")),
        (WithdrawalPolicy.KEEP, mark("played games count, remaining games are not played")),
        (WithdrawalPolicy.EXPUNGE, mark("all their games are annulled")),
        (
            WithdrawalPolicy.HALF,
            mark("all games are annulled if fewer than half were played, otherwise remaining games are forfeited"),
        ),
    ),
)


def list_expunged(rule: str, entrants: Sequence[Entrant], history: History, cycles: int) -> frozenset[int]:
    """Return the entrants whose games don't count."""
    withdrawn = {entrant.id for entrant in entrants if not entrant.there}
    if rule == WithdrawalPolicy.EXPUNGE:
        return frozenset(withdrawn)
    if rule != WithdrawalPolicy.HALF or not withdrawn:
        return frozenset()
    total = cycles * (len(entrants) - 1)
    finished = (pairing for pairing in contests(history) if pairing.kind is Kind.GAME and pairing.decided)
    played = Counter(entrant for pairing in finished for entrant in pairing.entrants)
    return frozenset(entrant for entrant in withdrawn if 2 * played[entrant] < total)


def resolve_pairing(planned: Pairing, withdrawn: Mapping[int, bool], win: int = WIN) -> Pairing | None:
    """Return a planned pairing after withdrawals, or None if both sides have withdrawn.

    `withdrawn` maps each withdrawn entrant to whether their remaining games go to the opponent, for `win` half points.
    """
    remaining = [entrant for entrant in planned.entrants if entrant not in withdrawn]
    if len(remaining) == len(planned.entrants):
        return planned
    if not remaining:
        return None
    if not any(withdrawn.get(entrant) for entrant in planned.entrants):
        return Pairing((remaining[0], None), (0, None), Kind.PAIRING_BYE, planned.key)
    halves = tuple(0 if entrant in withdrawn else win for entrant in planned.sides)
    return Pairing(planned.sides, halves, Kind.FORFEIT, planned.key)


def map_withdrawn(rule: str, entrants: Sequence[Entrant], history: History, cycles: int) -> dict[int, bool]:
    """Return all withdrawn entrants, mapped to whether their remaining games go to the opponents."""
    expunged = list_expunged(rule, entrants, history, cycles)
    return {
        entrant.id: rule in (WithdrawalPolicy.FORFEIT, WithdrawalPolicy.HALF) and entrant.id not in expunged
        for entrant in entrants
        if not entrant.there
    }


def apply_withdrawals(planned: Sequence[Pairing], withdrawn: Mapping[int, bool], win: int = WIN) -> Round:
    """Return a planned round without withdrawn entrants, whose opponents get `win` half points."""
    return tuple(resolved for pairing in planned if (resolved := resolve_pairing(pairing, withdrawn, win)))


def count_due_games(ids: Sequence[int], withdrawn: Mapping[int, bool], history: History, cycles: int) -> Counter[Pair]:
    """Return how often each pair has yet to be paired, including withdrawn entrants who lose by forfeit."""
    required = Counter(
        {
            frozenset(pair): cycles
            for pair in combinations(ids, 2)
            if all(withdrawn.get(entrant, True) for entrant in pair) and not all(entrant in withdrawn for entrant in pair)
        }
    )
    met = Counter(frozenset(pairing.entrants) for pairing in contests(history))
    return required - met


def catch_up(ids: Sequence[int], withdrawn: Mapping[int, bool], history: History, cycles: int) -> Round | None:
    """Return a round of due games, first for entrants with the most games left, or None if none are due.

    Each entrant gets the seat they had less often, ties in seed order. An entrant left over has a bye without points.
    """
    due = count_due_games(ids, withdrawn, history, cycles)
    if not due:
        return None
    remaining = Counter(entrant for pair, times in due.items() for entrant in pair for _ in range(times))
    graph: nx.Graph = nx.Graph()
    for pair in sorted(due, key=sorted):
        entrant, other = sorted(pair, key=ids.index)
        graph.add_edge(entrant, other, weight=remaining[entrant] + remaining[other])
    matched = nx.max_weight_matching(graph, maxcardinality=False)
    table = tally_results(ids, history)
    pairs = sorted((sorted(pair, key=ids.index) for pair in matched), key=lambda pair: [ids.index(entrant) for entrant in pair])
    pairings = []
    for entrant, other in pairs:
        home, away = (other, entrant) if table[entrant].tilt > table[other].tilt else (entrant, other)
        pairings.append(Pairing((home, away)))
    busy = {entrant for pair in pairs for entrant in pair}
    pairings += [
        Pairing((entrant, None), (0, None), Kind.PAIRING_BYE)
        for entrant in ids
        if entrant not in busy and entrant not in withdrawn
    ]
    return tuple(pairings)
