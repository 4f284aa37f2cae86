"""The arena as a format without rounds, and who of those waiting meets whom."""

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
"""Who has had a seat so much more often than the other waits for somebody with whom to put it right."""
BLOCK = 24
"""So many neighbours in the table are paired together as well as can be; more would only take longer."""


class ArenaFormat(Continuous[Settings, Step]):
    """A match that was made before the end counts whenever it ends, unless the organiser says otherwise."""

    key = "arena"
    title = marked("Arena")
    within = marked("arena")
    about = marked("For a fixed time whoever is free is paired with somebody near in the table. People come and go.")
    fields = (
        Field("minutes", marked("Minutes"), 60, 5, 1440),
        Field(
            "berserk",
            marked("Berserk"),
            False,
            help=marked(
                "Before its first move a player may give half of its time away, for a point more on a win "
                "of at least 7 own moves."
            ),
        ),
        Field(
            "late_games",
            marked("A match that is still running at the end"),
            "count",
            choices=(("count", marked("counts when it ends")), ("drop", marked("does not count"))),
        ),
    )
    columns = (
        Column(
            "Perf",
            marked("Performance"),
            marked("The opponents' mean rating, 400 more for a win and 400 less for a loss."),
        ),
        Column(
            "Run",
            marked("Wins running"),
            marked("From two wins running on, everything counts double until a game is not won."),
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
        """The matches to be made now. `key` is the number with which they are to be logged as Paired."""
        now = arena(settings, log, at)
        if not now.on(at):
            return ()
        return tuple(Pairing(sides, key=str(number)) for number, sides in enumerate(pairs(now), now.made + 1))

    def standings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Place, ...]:
        """Points, then performance. `halves` are twice the arena's points."""
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
    """(first seat, second seat) of the matches to be made, best score first.

    Those nearest in score meet, then those nearest in rating. Nobody meets the last opponent again while anybody else
    takes part, waiting or playing; nor do two who are owed the same seat, while others may come. Of an odd number the
    one who has waited least goes on waiting: there are no byes. Of a few another does where that lets more play.
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
    # the first seat to who had it less; of equals to the one who stands higher
    return [(other, one) if now.tilt[one] > now.tilt[other] else (one, other) for one, other in found]


def _match(block: Sequence[int], now: Arena, alone: bool) -> list[tuple[int, int]]:
    """As many pairs as there can be, with the smallest differences."""
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
    """Differences of score, then of rating; squared, so that two small ones are better than none and a large one."""
    scores = abs(now.scores[one].points - now.scores[other].points)
    return scores**2 * 10_000_000 + min(3000, abs(now.rating[one] - now.rating[other])) ** 2


def _both_owed(one: int, other: int, now: Arena) -> bool:
    """Whether both have had the same seat twice more than the other: one of them would have it a third time more."""
    tilts = now.tilt[one], now.tilt[other]
    return min(tilts) >= OWED or max(tilts) <= -OWED
