"""The single and double elimination formats. Entrants are ordered by seed; a pairing's `key` is its node."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engines.i18n import mark, translate as _
from league.formats.elimination.draw import MAX_ENTRANTS, Draw, Node, Part, Seed, double_elimination, single_elimination
from league.formats.elimination.state import NOBODY, NodeState, Result, compute_ranks, compute_states, list_ready
from league.formats.protocol import Clinching, Entrant, Format, History, Pairing, Round, TableRow, contests
from league.formats.settings import BadSetting, Field, check_entrant_count, parse_settings
from league.formats.tables import Tally, tally_results

_SERIES_FIELDS = (
    Field("best_of", mark("Games per series"), 1, 1, 15, help=mark("Best of this many games.")),
    Field(
        "best_of_final",
        mark("Games in the final"),
        None,
        1,
        15,
        help=mark("Leave blank to use the same number as in other series."),
    ),
    Field(
        "drawn",
        mark("Drawn matches"),
        "replay",
        choices=(("replay", mark("are replayed with sides swapped")), ("seed", mark("are won by the higher seed"))),
    ),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of both formats; `third_place` is for single, `reset` for double elimination."""

    best_of: int = 1
    best_of_final: int | None = None
    drawn: str = "replay"
    third_place: bool = False
    reset: bool = True


class Elimination(Format[Settings]):
    """Base of both formats. `next_round` returns all ready, unpaired matches, so call it after every result."""

    double: bool
    is_bracket = True
    can_draw = False
    clinching = Clinching.KNOCKOUT

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**parse_settings(self.fields, data))
        check_entrant_count(2, MAX_ENTRANTS, entrants, mark("An elimination bracket"))
        return settings

    def draw(self, settings: Settings, entrants: int) -> Draw:
        """Return the structure of the bracket."""
        return _build_draw(self.double, entrants, settings.reset if self.double else settings.third_place)

    def best_of(self, settings: Settings, node: Node) -> int:
        """Return the maximum number of matches in a node's pairing."""
        final = node.part in (Part.FINAL, Part.RESET) or (node.last and not self.double)
        return (settings.best_of_final if final else None) or settings.best_of

    def rounds_planned(self, settings: Settings, entrants: int) -> int:
        """Return the number of rounds on the longest path through the bracket."""
        return _count_rounds(self.draw(settings, entrants))

    def bracket(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> dict[str, NodeState]:
        """Return the state of every node; sides and winners are seeds, that is, positions in `entrants` from 1."""
        if any(entrant.joined for entrant in entrants):
            raise BadSetting("entrants", _("Entrants can't be added once the bracket is drawn."))
        seeds = {entrant.id: seed for seed, entrant in enumerate(entrants, 1)}
        withdrawn = frozenset(seeds[entrant.id] for entrant in entrants if not entrant.there)
        results: defaultdict[str, list[Result]] = defaultdict(list)
        for pairing in contests(history):
            if seeds.keys() >= set(pairing.entrants) and (result := _to_result(pairing, seeds, settings)):
                results[pairing.key].append(result)
        return _compute_states(self.draw(settings, len(entrants)), results, withdrawn)

    def next_round(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> Round | None:
        states = self.bracket(settings, entrants, history)
        ids = [entrant.id for entrant in entrants]
        table = tally_results(ids, history)
        latest = {(pairing.key, frozenset(pairing.entrants)): pairing for pairing in contests(history)}
        waiting = list_ready(states)
        pairings = []
        for state in waiting:
            previous = latest.get((state.node.key, frozenset(ids[seed - 1] for seed in state.sides if seed)))
            if previous is None or previous.decided:
                sides = _assign_seats(state, ids, table, previous)
                pairings.append(Pairing(sides, key=state.node.key, best_of=self.best_of(settings, state.node)))
        return tuple(pairings) if waiting else None

    def standings(self, settings: Settings, entrants: Sequence[Entrant], history: History) -> tuple[TableRow, ...]:
        """Return the standings; entrants whose rank is still open come first, without a rank."""
        ranks = compute_ranks(self.bracket(settings, entrants, history))
        table = tally_results([entrant.id for entrant in entrants], history)
        order = sorted(range(1, len(entrants) + 1), key=lambda seed: (ranks.get(seed, 0), seed))
        ids = [entrants[seed - 1].id for seed in order]
        return tuple(
            table[entrant].line(ranks.get(seed), entrant, table[entrant].halves)
            for seed, entrant in zip(order, ids, strict=True)
        )


class SingleElimination(Elimination):
    """Elimination after one loss."""

    key = "single-elimination"
    title = mark("Single elimination")
    within = mark("single elimination")
    about = mark("Players are out after one loss.")
    fields = (*_SERIES_FIELDS, Field("third_place", mark("Third-place match"), False))
    double = False


class DoubleElimination(Elimination):
    """Elimination after two losses."""

    key = "double-elimination"
    title = mark("Double elimination")
    within = mark("double elimination")
    about = mark("Players are out after two losses.")
    fields = (*_SERIES_FIELDS, Field("reset", mark("Second final if the winners' finalist loses the first"), True))
    double = True


SINGLE, DOUBLE = SingleElimination(), DoubleElimination()


@lru_cache(maxsize=32)
def _build_draw(double: bool, entrants: int, option: bool) -> Draw:
    if double:
        return double_elimination(entrants, reset=option)
    return single_elimination(entrants, third_place=option)


@lru_cache(maxsize=32)
def _count_rounds(draw: Draw) -> int:
    depth: dict[str, int] = {}
    for node in draw.nodes:
        sides = [side for side in node.sides if not isinstance(side, Seed) or side.number <= draw.entrants]
        depths = [depth[side.of] for side in sides if not isinstance(side, Seed)]
        if node.part is Part.RESET:
            depths.append(depth["F1"])
        depth[node.key] = max(depths, default=0) + (len(sides) == 2)
    return max(depth.values())


def _compute_states(draw: Draw, by_node: Mapping[str, list[Result]], withdrawn: frozenset[int]) -> dict[str, NodeState]:
    """Return the state of all nodes. Of several results of a node (replay, override) the last fitting one counts."""
    chosen = {key: node_results[-1] for key, node_results in by_node.items()}
    while True:
        states = compute_states(draw, chosen, withdrawn)
        fitting = {
            key: fits[-1]
            for key, node_results in by_node.items()
            if (fits := [result for result in node_results if set(result.between) == set(states[key].sides)])
        }
        if fitting.items() <= chosen.items():
            return states
        chosen |= fitting


def _to_result(pairing: Pairing, seeds: Mapping[int, int], settings: Settings) -> Result | None:
    """Return the result of a pairing, or None while it is open or must be replayed. 0-0 is a double forfeit."""
    if not pairing.decided:
        return None
    entrant, other = pairing.entrants
    points, other_points = (halves or 0 for halves in pairing.halves)
    between = (seeds[entrant], seeds[other])
    if pairing.through is not None:
        return Result(between, seeds[pairing.through])
    if points == other_points == 0:
        return Result(between, NOBODY)
    if points == other_points:
        return Result(between, min(between)) if settings.drawn == "seed" else None
    return Result(between, seeds[entrant if points > other_points else other])


def _assign_seats(state: NodeState, ids: Sequence[int], table: Mapping[int, Tally], before: Pairing | None) -> tuple[int, int]:
    """Return the sides by seat: first the entrant with fewer first seats, then the higher seed; a replay swaps them."""
    if before:
        return before.entrants[1], before.entrants[0]
    better, worse = sorted(seed for seed in state.sides if seed)
    higher, lower = ids[better - 1], ids[worse - 1]
    return (lower, higher) if table[higher].tilt > table[lower].tilt else (higher, lower)
