"""The arena as a format without rounds, and its pairing of waiting entrants."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import Any

import networkx as nx

from engines.i18n import mark
from league.formats.arena.state import Arena, Ended, Joined, Paired, Score, Settings, Started, Step, Stopped, fold_arena
from league.formats.protocol import Column, Continuous, Pairing, TableRow
from league.formats.settings import Field, check_entrant_count, parse_settings

OWED_SEAT_DIFFERENCE = 2
"""An entrant whose first seats differ by this much from their second seats is owed the other seat."""
BLOCK_SIZE = 24
"""How many neighbours in the standings are matched optimally at once; larger blocks only take longer."""


class ArenaFormat(Continuous[Settings, Step]):
    """The arena format. By default a match that started in time counts even if it ends after the arena."""

    key = "arena"
    title = mark("Arena")
    within = mark("arena")
    about = mark(
        "For a fixed time, free players are paired with opponents close to them in the standings. "
        "Players can join and leave at any time."
    )
    fields = (
        Field("minutes", mark("Duration (min)"), 60, 5, 1440),
        Field(
            "berserk",
            mark("Berserk"),
            False,
            help=mark(
                "Before their first move, players can give up half their time. A win after at least 7 moves "
                "then scores 1 extra point."
            ),
        ),
        Field(
            "late_games",
            mark("Matches running at the end"),
            "count",
            choices=(("count", mark("count when they end")), ("drop", mark("don't count"))),
        ),
    )
    columns = (
        Column(
            "Perf",
            mark("Performance"),
            mark("Average of the opponents' ratings, plus 400 for each win and minus 400 for each loss."),
        ),
        Column("Run", mark("Win streak"), mark("After two wins in a row, all points count double until a game isn't won.")),
    )
    points_from_table = True
    steps = (Started, Joined, Stopped, Paired, Ended)

    def has_berserk(self, data: Mapping[str, Any]) -> bool:
        return bool(data.get("berserk"))

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**parse_settings(self.fields, data))
        check_entrant_count(2, 5000, entrants, mark("An arena"))
        return settings

    def fold(self, settings: Settings, log: Sequence[Step], at: datetime) -> Arena:
        return fold_arena(settings, log, at)

    def pairings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Pairing, ...]:
        """Return the matches to create now. `key` is the number under which to log each as `Paired`."""
        state = fold_arena(settings, log, at)
        if not state.on(at):
            return ()
        return tuple(Pairing(sides, key=str(number)) for number, sides in enumerate(pair_waiting(state), state.made + 1))

    def standings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[TableRow, ...]:
        """Return the standings by arena points, then performance. `halves` are twice the arena points."""
        scores = fold_arena(settings, log, at).scores
        key = {entrant: (score.points, score.performance) for entrant, score in scores.items()}
        ranked = sorted(scores, key=key.__getitem__, reverse=True)
        first: dict[tuple[int, int], int] = {}
        for rank, entrant in enumerate(ranked, 1):
            first.setdefault(key[entrant], rank)
        return tuple(_build_line(first[key[entrant]], entrant, scores[entrant]) for entrant in ranked)

    def joined(self, entrant: int, rating: int, at: datetime, *, is_house_bot: bool = False) -> Step:
        return Joined(entrant, rating, at)

    def left(self, entrant: int, at: datetime) -> Step:
        return Stopped(entrant, at)

    def opening(self, at: datetime) -> tuple[Step, ...]:
        return (Started(at),)

    def is_open(self, settings: Settings, log: Sequence[Step], at: datetime) -> bool:
        return fold_arena(settings, log, at).on(at)

    def is_over(self, settings: Settings, log: Sequence[Step], at: datetime) -> bool:
        return fold_arena(settings, log, at).over(at)


def _build_line(rank: int, entrant: int, score: Score) -> TableRow:
    wins, draws, losses = (sum(result == kind for _, result in score.results) for kind in (1, 0, -1))
    figures = (("performance", score.performance), ("running", score.running))
    return TableRow(rank, entrant, 2 * score.points, len(score.results), wins, draws, losses, figures=figures)


def pair_waiting(state: Arena) -> list[tuple[int, int]]:
    """Return the matches to create as (first seat, second seat), best score first.

    Entrants nearest in score meet, then those nearest in rating. No entrant meets their last opponent again while any
    other entrant takes part, waiting or playing, and two entrants who are owed the same seat don't meet while others
    may come. With an odd number there is no bye: the entrant who has waited least waits on, or, in a small field,
    another one if that allows more pairs.
    """
    waiting = state.waiting
    if len(waiting) % 2 == 0:
        return _pair_in_blocks(waiting, state)
    best: list[tuple[int, int]] = []
    for left_out in reversed(waiting if len(waiting) <= BLOCK_SIZE else waiting[-1:]):
        pairs = _pair_in_blocks([entrant for entrant in waiting if entrant != left_out], state)
        if 2 * len(pairs) == len(waiting) - 1:
            return pairs
        best = max(best, pairs, key=len)
    return best


def _pair_in_blocks(waiting: Sequence[int], state: Arena) -> list[tuple[int, int]]:
    table = sorted(waiting, key=lambda entrant: (-state.scores[entrant].points, -state.rating[entrant], entrant))
    alone = len(state.ready) <= 2 and not state.running
    pairs: list[tuple[int, int]] = []
    unpaired: list[int] = []
    for start in range(0, len(table), BLOCK_SIZE):
        block = [*unpaired, *table[start : start + BLOCK_SIZE]]
        block_pairs = _pair_block(block, state, alone)
        pairs += block_pairs
        busy = {entrant for pair in block_pairs for entrant in pair}
        unpaired = [entrant for entrant in block if entrant not in busy]
    # The first seat goes to the entrant who had it less often; if equal, to the higher ranked.
    return [(other, entrant) if state.tilt[entrant] > state.tilt[other] else (entrant, other) for entrant, other in pairs]


def _pair_block(block: Sequence[int], state: Arena, alone: bool) -> list[tuple[int, int]]:
    """Return as many pairs as possible, with the smallest differences."""
    costs = {
        (entrant, other): _compute_cost(entrant, other, state)
        for entrant, other in combinations(block, 2)
        if alone or (state.last.get(entrant) != other and state.last.get(other) != entrant)
    }
    fair = {pair: cost for pair, cost in costs.items() if not _are_owed_same_seat(*pair, state)}
    costs = fair if fair or state.running else costs
    if not costs:
        return []
    graph: nx.Graph = nx.Graph()
    base = max(costs.values()) + 1
    graph.add_weighted_edges_from((entrant, other, base - cost) for (entrant, other), cost in costs.items())
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    place = {entrant: index for index, entrant in enumerate(block)}
    ordered = [sorted(pair, key=place.__getitem__) for pair in matched]
    return [(entrant, other) for entrant, other in sorted(ordered, key=lambda pair: place[pair[0]])]


def _compute_cost(entrant: int, other: int, state: Arena) -> int:
    """Return the squared differences of score, then rating: two small ones are better than none and a large one."""
    scores = abs(state.scores[entrant].points - state.scores[other].points)
    return scores**2 * 10_000_000 + min(3000, abs(state.rating[entrant] - state.rating[other])) ** 2


def _are_owed_same_seat(entrant: int, other: int, state: Arena) -> bool:
    """Return whether both are owed the same seat, which only one of them could get."""
    tilts = state.tilt[entrant], state.tilt[other]
    return min(tilts) >= OWED_SEAT_DIFFERENCE or max(tilts) <= -OWED_SEAT_DIFFERENCE
