"""The arena as a format without rounds, and its pairing of waiting entrants."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import Any

import networkx as nx

from engines.words import marked
from league.formats.arena.state import Arena, Ended, Joined, Paired, Score, Settings, Started, Step, Stopped, arena
from league.formats.protocol import Column, Continuous, Pairing, Place
from league.formats.settings import Field, entrants_from, read

OWED = 2
"""An entrant whose first seats differ by this much from their second seats is owed the other seat."""
BLOCK = 24
"""How many neighbours in the standings are matched optimally at once; larger blocks only take longer."""


class ArenaFormat(Continuous[Settings, Step]):
    """The arena format. By default a match that started in time counts even if it ends after the arena."""

    key = "arena"
    title = marked("Arena")
    within = marked("arena")
    about = marked(
        "For a fixed time, free players are paired with opponents close to them in the standings. "
        "Players can join and leave at any time."
    )
    fields = (
        Field("minutes", marked("Minutes"), 60, 5, 1440),
        Field(
            "berserk",
            marked("Berserk"),
            False,
            help=marked(
                "Before their first move, players can give up half their time. A win with at least 7 own moves "
                "then scores 1 extra point."
            ),
        ),
        Field(
            "late_games",
            marked("Matches running at the end"),
            "count",
            choices=(("count", marked("count when they end")), ("drop", marked("don't count"))),
        ),
    )
    columns = (
        Column(
            "Perf",
            marked("Performance"),
            marked("Average of the opponents' ratings, plus 400 for each win and minus 400 for each loss."),
        ),
        Column(
            "Run",
            marked("Win streak"),
            marked("After two wins in a row, all points count double until a game isn't won."),
        ),
    )
    points_from_table = True
    steps = (Started, Joined, Stopped, Paired, Ended)

    def has_berserk(self, given: Mapping[str, Any]) -> bool:
        return bool(given.get("berserk"))

    def check(self, given: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**read(self.fields, given))
        entrants_from(2, 5000, entrants, marked("An arena"))
        return settings

    def pairings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Pairing, ...]:
        """Return the matches to create now. `key` is the number under which to log each as `Paired`."""
        now = arena(settings, log, at)
        if not now.on(at):
            return ()
        return tuple(Pairing(sides, key=str(number)) for number, sides in enumerate(pairs(now), now.made + 1))

    def standings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Place, ...]:
        """Return the standings by arena points, then performance. `halves` are twice the arena points."""
        scores = arena(settings, log, at).scores
        key = {one: (score.points, score.performance) for one, score in scores.items()}
        ranked = sorted(scores, key=key.__getitem__, reverse=True)
        first: dict[tuple[int, int], int] = {}
        for rank, one in enumerate(ranked, 1):
            first.setdefault(key[one], rank)
        return tuple(_line(first[key[one]], one, scores[one]) for one in ranked)

    def joined(self, entrant: int, rating: int, at: datetime) -> Step:
        return Joined(entrant, rating, at)

    def left(self, entrant: int, at: datetime) -> Step:
        return Stopped(entrant, at)

    def opening(self, at: datetime) -> tuple[Step, ...]:
        return (Started(at),)

    def is_open(self, settings: Settings, log: Sequence[Step], at: datetime) -> bool:
        return arena(settings, log, at).on(at)

    def is_over(self, settings: Settings, log: Sequence[Step], at: datetime) -> bool:
        return arena(settings, log, at).over(at)


def _line(rank: int, one: int, score: Score) -> Place:
    wins, draws, losses = (sum(won == kind for _, won in score.results) for kind in (1, 0, -1))
    figures = (("performance", score.performance), ("running", score.running))
    return Place(rank, one, 2 * score.points, len(score.results), wins, draws, losses, figures=figures)


def pairs(now: Arena) -> list[tuple[int, int]]:
    """Return the matches to create as (first seat, second seat), best score first.

    Entrants nearest in score meet, then those nearest in rating. No entrant meets their last opponent again while any
    other entrant takes part, waiting or playing, and two entrants who are owed the same seat don't meet while others
    may come. With an odd number there is no bye: the entrant who has waited least waits on, or, in a small field,
    another one if that allows more pairs.
    """
    waiting = now.waiting
    if len(waiting) % 2 == 0:
        return _pairs(waiting, now)
    best: list[tuple[int, int]] = []
    for out in reversed(waiting if len(waiting) <= BLOCK else waiting[-1:]):
        found = _pairs([one for one in waiting if one != out], now)
        if 2 * len(found) == len(waiting) - 1:
            return found
        best = max(best, found, key=len)
    return best


def _pairs(waiting: Sequence[int], now: Arena) -> list[tuple[int, int]]:
    table = sorted(waiting, key=lambda one: (-now.scores[one].points, -now.rating[one], one))
    alone = len(now.ready) <= 2 and not now.running
    found: list[tuple[int, int]] = []
    left: list[int] = []
    for start in range(0, len(table), BLOCK):
        block = [*left, *table[start : start + BLOCK]]
        met = _match(block, now, alone)
        found += met
        busy = {one for pair in met for one in pair}
        left = [one for one in block if one not in busy]
    # The first seat goes to the entrant who had it less often; if equal, to the higher ranked.
    return [(other, one) if now.tilt[one] > now.tilt[other] else (one, other) for one, other in found]


def _match(block: Sequence[int], now: Arena, alone: bool) -> list[tuple[int, int]]:
    """Return as many pairs as possible, with the smallest differences."""
    costs = {
        (one, other): _apart(one, other, now)
        for one, other in combinations(block, 2)
        if alone or (now.last.get(one) != other and now.last.get(other) != one)
    }
    fair = {pair: cost for pair, cost in costs.items() if not _both_owed(*pair, now)}
    costs = fair if fair or now.running else costs
    if not costs:
        return []
    graph: nx.Graph = nx.Graph()
    most = max(costs.values()) + 1
    graph.add_weighted_edges_from((one, other, most - cost) for (one, other), cost in costs.items())
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    place = {one: at for at, one in enumerate(block)}
    ordered = [sorted(pair, key=place.__getitem__) for pair in matched]
    return [(one, other) for one, other in sorted(ordered, key=lambda pair: place[pair[0]])]


def _apart(one: int, other: int, now: Arena) -> int:
    """Return the squared differences of score, then rating: two small ones are better than none and a large one."""
    scores = abs(now.scores[one].points - now.scores[other].points)
    return scores**2 * 10_000_000 + min(3000, abs(now.rating[one] - now.rating[other])) ** 2


def _both_owed(one: int, other: int, now: Arena) -> bool:
    """Return whether both are owed the same seat, which only one of them could get."""
    tilts = now.tilt[one], now.tilt[other]
    return min(tilts) >= OWED or max(tilts) <= -OWED
