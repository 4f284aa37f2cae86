"""Games still due in a round robin after withdrawals, and extra rounds for late entrants."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import combinations

import networkx as nx

from engines.words import marked
from league.formats.protocol import Entrant, History, Kind, Pairing, Round, contests
from league.formats.settings import Field
from league.formats.tables import tallies

Pair = frozenset[int]


class Leaver(StrEnum):
    """What happens to the games of an entrant who withdraws."""

    FORFEIT = "forfeit"
    KEEP = "keep"
    EXPUNGE = "expunge"
    HALF = "half"


LEAVER = Field(
    "leaver",
    marked("If a player withdraws"),
    Leaver.FORFEIT.value,
    choices=(
        (Leaver.FORFEIT, marked("played games count, remaining games are forfeited")),
        (Leaver.KEEP, marked("played games count, remaining games are not played")),
        (Leaver.EXPUNGE, marked("all their games are annulled")),
        (
            Leaver.HALF,
            marked("all games are annulled if fewer than half were played, otherwise remaining games are forfeited"),
        ),
    ),
)


def struck(rule: str, entrants: Sequence[Entrant], history: History, cycles: int) -> frozenset[int]:
    """Return the entrants whose games don't count."""
    gone = {one.id for one in entrants if not one.there}
    if rule == Leaver.EXPUNGE:
        return frozenset(gone)
    if rule != Leaver.HALF or not gone:
        return frozenset()
    due = cycles * (len(entrants) - 1)
    over = (pairing for pairing in contests(history) if pairing.kind is Kind.GAME and pairing.decided)
    played = Counter(one for pairing in over for one in pairing.entrants)
    return frozenset(one for one in gone if 2 * played[one] < due)


def settled(planned: Pairing, gone: Mapping[int, bool]) -> Pairing | None:
    """Return a planned pairing after withdrawals, or None if both sides have withdrawn.

    `gone` maps each withdrawn entrant to whether their remaining games go to the opponent.
    """
    there = [one for one in planned.entrants if one not in gone]
    if len(there) == len(planned.entrants):
        return planned
    if not there:
        return None
    if not any(gone.get(one) for one in planned.entrants):
        return Pairing((there[0], None), (0, None), Kind.PAIRING_BYE, planned.key)
    halves = tuple(0 if one in gone else 2 for one in planned.sides)
    return Pairing(planned.sides, halves, Kind.FORFEIT, planned.key)


def left_behind(rule: str, entrants: Sequence[Entrant], history: History, cycles: int) -> dict[int, bool]:
    """Return all withdrawn entrants, mapped to whether their remaining games go to the opponents."""
    out = struck(rule, entrants, history, cycles)
    return {one.id: rule in (Leaver.FORFEIT, Leaver.HALF) and one.id not in out for one in entrants if not one.there}


def after_withdrawals(planned: Sequence[Pairing], gone: Mapping[int, bool]) -> Round:
    """Return a planned round without withdrawn entrants."""
    return tuple(found for pairing in planned if (found := settled(pairing, gone)))


def still_due(ids: Sequence[int], gone: Mapping[int, bool], history: History, cycles: int) -> Counter[Pair]:
    """Return how often each pair has yet to be paired, including withdrawn entrants who lose by forfeit."""
    wanted = Counter(
        {
            frozenset(pair): cycles
            for pair in combinations(ids, 2)
            if all(gone.get(one, True) for one in pair) and not all(one in gone for one in pair)
        }
    )
    met = Counter(frozenset(pairing.entrants) for pairing in contests(history))
    return wanted - met


def catch_up(ids: Sequence[int], gone: Mapping[int, bool], history: History, cycles: int) -> Round | None:
    """Return a round of due games, first for entrants with the most games left, or None if none are due.

    Each entrant gets the seat they had less often, ties in seed order. An entrant left over has a bye without points.
    """
    due = still_due(ids, gone, history, cycles)
    if not due:
        return None
    left = Counter(one for pair, times in due.items() for one in pair for _ in range(times))
    graph: nx.Graph = nx.Graph()
    for pair in sorted(due, key=sorted):
        one, other = sorted(pair, key=ids.index)
        graph.add_edge(one, other, weight=left[one] + left[other])
    matched = nx.max_weight_matching(graph, maxcardinality=False)
    table = tallies(ids, history)
    pairs = sorted((sorted(pair, key=ids.index) for pair in matched), key=lambda pair: [ids.index(one) for one in pair])
    made = []
    for one, other in pairs:
        home, away = (other, one) if table[one].tilt > table[other].tilt else (one, other)
        made.append(Pairing((home, away)))
    busy = {one for pair in pairs for one in pair}
    made += [Pairing((one, None), (0, None), Kind.PAIRING_BYE) for one in ids if one not in busy and one not in gone]
    return tuple(made)
