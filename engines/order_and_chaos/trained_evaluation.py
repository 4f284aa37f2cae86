"""The trained evaluation and priors: tables of weights, seen from the side to move, for the search bot's other adapter.

Areas and chessmen are named as the side to move sees them: it is the first side, and owns the first territory. So both
sides share all weights. A position's value is the sum of a weight for the contents of each area, one for the contents
of each two adjacent areas, and one each for the two occupations and for the two graves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp
from operator import getitem, itemgetter
from pathlib import Path
from random import Random
from typing import Any

from engines.order_and_chaos import heuristics, search_adapter, state as states
from engines.order_and_chaos.actions import ANY, MOVES, Move
from engines.order_and_chaos.board import AREAS, BIG, BOARD, KINDS, NEAR, SMALL
from engines.order_and_chaos.occupancy import BIG_OUT, CODE_OF, GRAVES, INTO, KILL, NEVER, OCCUPANCIES, OUT, SEAT, AreaOccupancy
from engines.order_and_chaos.state import GRAVE, State
from engines.search_adapter import SearchAdapter, SearchSettings
from engines.training_plan import Features, TrainingPlan, Weights, load_weights, zero_weights

_BYTES = 128
_CODES = tuple(OCCUPANCIES)
_INDEX = {code: index for index, code in enumerate(_CODES)}


def _list_opposites() -> tuple[int, ...]:
    """Return by area the one that takes its place when the board is turned so that the territories change places."""
    centres = {area.centre: number for number, area in enumerate(BOARD.areas)}
    return tuple(
        min(centres.items(), key=lambda item: abs(item[0][0] + x - 1000) + abs(item[0][1] + y - 1000))[1]
        for x, y in (area.centre for area in BOARD.areas)
    )


def _swap(occupancy: AreaOccupancy) -> AreaOccupancy:
    """Return the occupancy with the sides exchanged."""
    order_small, order_big, chaos_small, chaos_big = occupancy.men
    dominator = None if occupancy.dominator is None else 1 - occupancy.dominator
    return AreaOccupancy((chaos_small, chaos_big, order_small, order_big), dominator)


_TURNED = (tuple(range(AREAS)), _list_opposites())  # [whether the board is turned][area]
_SEEN = tuple({code: _INDEX[CODE_OF[_swap(o) if seat else o]] for code, o in OCCUPANCIES.items()} for seat in (0, 1))


def _classify(occupancy: AreaOccupancy) -> tuple[int, int, int | None, bool]:
    """Return what counts of an area beside another: how many of each side, who dominates, whether a first one is big."""
    men = occupancy.men
    alone = sum(men) == 1
    return occupancy.of(0), occupancy.of(1), occupancy.dominator, alone and bool(men[1] or men[3])


_CLASSES = tuple(dict.fromkeys(_classify(OCCUPANCIES[code]) for code in _CODES))
_CLASS = tuple(_CLASSES.index(_classify(OCCUPANCIES[code])) for code in _CODES)  # by index of a byte
_PAIRS = tuple((one, other) for one in range(AREAS) for other in range(one + 1, AREAS) if NEAR[one] >> other & 1)
_PAIR = {frozenset(pair): number for number, pair in enumerate(_PAIRS)}
_STEPS = tuple(dict.fromkeys((src, dst) for src, dst, _ in MOVES))
_STEP = {step: number for number, step in enumerate(_STEPS)}
_COUNTS = 4  # Of chessmen that count, and of the dead: 3 or more are alike.

_GROUPS: Mapping[str, int] = {
    "areas": AREAS * len(_CODES),
    "pairs": len(_PAIRS) * len(_CLASSES) ** 2,
    "occupations": _COUNTS * _COUNTS,
    "graves": _COUNTS * _COUNTS,
}
_ACTION_GROUPS: Mapping[str, int] = {
    "steps": 2 * len(_STEPS),
    "leaving": 2 * AREAS * len(_CODES),
    "entering": 2 * AREAS * len(_CODES),
}


def _area_index(area: int, code: int) -> int:
    return area * len(_CODES) + code


def _pair_index(one: int, other: int, one_code: int, other_code: int) -> int:
    """Return the index of the weight of two adjacent areas' contents, in either order."""
    number = _PAIR[frozenset((one, other))]
    if _PAIRS[number][0] != one:
        one_code, other_code = other_code, one_code
    return (number * len(_CLASSES) + _CLASS[one_code]) * len(_CLASSES) + _CLASS[other_code]


def _joint_index(mine: int, others: int) -> int:
    return _COUNTS * min(mine, _COUNTS - 1) + min(others, _COUNTS - 1)


def features(state: State) -> list[Features]:
    """Return the features of a position for Order: those of the side to move, with the other sign for Chaos."""
    seat, place = state.seat, state.place
    area_of = _TURNED[states.home_territory(seat, state.owner)]
    codes = [_SEEN[seat][code] for code in place[:AREAS]]
    sign, start = (-1.0 if seat else 1.0), 0
    found = [(_area_index(area_of[area], codes[area]), sign) for area in range(AREAS)]
    start += _GROUPS["areas"]
    found += [(start + _pair_index(area_of[a], area_of[b], codes[a], codes[b]), sign) for a, b in _PAIRS]
    start += _GROUPS["pairs"]
    found.append((start + _joint_index(state.occupied[seat], state.occupied[1 - seat]), sign))
    start += _GROUPS["occupations"]
    dead = [len(grave) for grave in state.graves]
    found.append((start + _joint_index(dead[seat], dead[1 - seat]), sign))
    return [found]


def action_features(state: State, seat: int, listed: Sequence[Any]) -> list[Features]:
    """Return the features of moves: the step, and what is in the areas that it touches."""
    place, area_of = state.place, _TURNED[states.home_territory(seat, state.owner)]
    big = (state.facts >> SEAT if seat else state.facts) >> BIG_OUT
    rows: list[Features] = []
    for move in listed:
        if not isinstance(move, Move):
            rows.append([])
            continue
        kind = big >> move.src & 1 if move.kind == ANY else move.kind
        src, dst = area_of[move.src], area_of[move.dst]
        leaving, entering = (
            _ACTION_GROUPS["steps"] + kind * AREAS * len(_CODES) + _area_index(src, _SEEN[seat][place[move.src]]),
            sum(list(_ACTION_GROUPS.values())[:2])
            + kind * AREAS * len(_CODES)
            + _area_index(dst, _SEEN[seat][place[move.dst]]),
        )
        rows.append([(2 * _STEP[src, dst] + kind, 1.0), (leaving, 1.0), (entering, 1.0)])
    return rows


Table = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class _Tables:
    """The weights by what a position holds, for one side to move and one owner of the first territory."""

    areas: Table  # [area][byte]
    pairs: tuple[Table, ...]  # [pair][byte][byte]
    steps: tuple[Mapping[Move, float], ...]  # [kind][move]
    leaving: tuple[Table, ...]  # [kind][area][byte]
    entering: tuple[Table, ...]


def _build_tables(weights: Weights, seat: int, owner: int) -> _Tables:
    area_of, seen = _TURNED[states.home_territory(seat, owner)], _SEEN[seat]

    def spread(group: str, area: int, offset: int = 0) -> tuple[float, ...]:
        start = offset + area_of[area] * len(_CODES)
        return tuple(weights[group][start + seen[code]] if code in seen else 0.0 for code in range(_BYTES))

    def spread_pair(one: int, other: int) -> Table:
        rows = {}
        for code in _CODES:
            if _CLASS[seen[code]] not in rows:
                at = [_pair_index(area_of[one], area_of[other], seen[code], seen[second]) for second in _CODES]
                values = dict(zip(_CODES, (weights["pairs"][index] for index in at), strict=True))
                rows[_CLASS[seen[code]]] = tuple(values.get(second, 0.0) for second in range(_BYTES))
        return tuple(rows[_CLASS[seen[code]]] if code in seen else () for code in range(_BYTES))

    per_kind = AREAS * len(_CODES)
    return _Tables(
        areas=tuple(spread("areas", area) for area in range(AREAS)),
        pairs=tuple(spread_pair(*pair) for pair in _PAIRS),
        steps=tuple(
            {move: weights["steps"][2 * _STEP[area_of[move.src], area_of[move.dst]] + kind] for move in MOVES.values()}
            for kind in (0, 1)
        ),
        leaving=tuple(tuple(spread("leaving", area, kind * per_kind) for area in range(AREAS)) for kind in (0, 1)),
        entering=tuple(tuple(spread("entering", area, kind * per_kind) for area in range(AREAS)) for kind in (0, 1)),
    )


_first_of_pairs, _second_of_pairs = itemgetter(*(one for one, _ in _PAIRS)), itemgetter(*(other for _, other in _PAIRS))
_DEAD = tuple(min(len(GRAVES.get(code, "")), _COUNTS - 1) for code in range(_BYTES))
_SETTINGS = SearchSettings(iterations=1200, plies=0, open_state=True, mix=0.3)


class TrainedEvaluation:
    """An evaluation of positions and priors of moves by weights."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._occupations, self._graves = weights["occupations"], weights["graves"]

    @cached_property
    def _tables(self) -> list[list[_Tables]]:
        """Return the tables by side to move and owner. Only processes in which the bot plays build them."""
        return [[_build_tables(self._weights, seat, owner) for owner in (0, 1)] for seat in (0, 1)]

    def evaluate(self, state: State) -> tuple[float, float]:
        """Return the chances to win. In the classroom model, whose points count at the end, they are the search bot's."""
        if state.options["classroom"]:
            return heuristics.evaluate(state)
        seat, place = state.seat, state.place
        tables, occupied = self._tables[seat][state.owner], state.occupied
        mine, others = occupied[seat], occupied[1 - seat]
        lead = self._occupations[_COUNTS * (mine if mine < _COUNTS else 3) + (others if others < _COUNTS else 3)]
        lead += self._graves[_COUNTS * _DEAD[place[GRAVE + seat]] + _DEAD[place[GRAVE + 1 - seat]]]
        lead += sum(map(getitem, tables.areas, place))
        rows: Iterable[Any] = map(getitem, tables.pairs, _first_of_pairs(place))
        lead += sum(map(getitem, rows, _second_of_pairs(place)))
        won = 1.0 / (1.0 + exp(-lead)) if lead > -30.0 else 0.0
        return (1.0 - won, won) if seat else (won, 1.0 - won)

    def candidates(self, state: State, seat: int, listed: list[Any] | None, rng: Random) -> list[tuple[Any, float]]:
        """Return all moves with priors relative to the best."""
        assert listed is not None, "everything in this game can be listed"
        if not isinstance(listed[0], Move):
            return [(action, 1.0) for action in listed]
        place, tables = state.place, self._tables[seat][state.owner]
        steps, leaving, entering = tables.steps, tables.leaving, tables.entering
        big = (state.facts >> SEAT if seat else state.facts) >> BIG_OUT
        scores = []
        for move in listed:
            src, dst, kind = move.src, move.dst, move.kind
            if kind == ANY:
                kind = big >> src & 1
            scores.append(steps[kind][move] + leaving[kind][src][place[src]] + entering[kind][dst][place[dst]])
        best = max(scores)
        return [(move, exp(score - best)) for move, score in zip(listed, scores, strict=True)]


def build_adapter(weights: Weights) -> SearchAdapter:
    """Return the search bot's adapter with a trained evaluation and trained priors."""
    evaluation = TrainedEvaluation(weights)
    return replace(search_adapter.ADAPTER, evaluate=evaluation.evaluate, candidates=evaluation.candidates, settings=_SETTINGS)


def _start_weights() -> Weights:
    """Return the search bot's own evaluation and priors as weights, as Order sees them that owns the first territory."""
    goals = states.hostile_areas(0, 0)
    leaving: list[float] = []
    entering: list[float] = []
    for kind, matching in ((0, SMALL), (1, BIG)):
        for area in range(AREAS):
            bonus = heuristics.MATCHING * (KINDS[area] == matching and goals >> area & 1)
            for code in _CODES:
                now, out, into = heuristics.area_worth(0, area, code), OUT[kind][code], INTO[area][kind][code]
                leaving.append(0.0 if out < 0 else heuristics.area_worth(0, area, out) - now - bonus)
                gain = 0.0 if into < 0 else heuristics.area_worth(0, area, into) - now + bonus
                entering.append(gain + heuristics.KILLED * (KILL[area][kind][code] != NEVER))
    priors = {"leaving": leaving, "entering": entering}
    dead = heuristics.DEAD
    values = {
        "areas": [heuristics.area_worth(0, area, code) for area in range(AREAS) for code in _CODES],
        "occupations": [heuristics.OCCUPATION[mine] - heuristics.OCCUPATION[others] for mine, others in _JOINTLY],
        "graves": [dead[others] - dead[mine] for mine, others in _JOINTLY],
    }
    return {
        **zero_weights({**_GROUPS, **_ACTION_GROUPS}),
        **{name: tuple(value / heuristics.SCALE for value in group) for name, group in values.items()},
        **{name: tuple(value / search_adapter.TEMPERATURE for value in group) for name, group in priors.items()},
    }


_JOINTLY = tuple((mine, others) for mine in range(_COUNTS) for others in range(_COUNTS))

PLAN = TrainingPlan(
    file=Path(__file__).parent / "data" / "weights.json",
    about="Weights of engines/order_and_chaos/trained_evaluation.py, which explains their groups.",
    groups=_GROUPS,
    features=features,
    build=build_adapter,
    start=_start_weights(),
    action_groups=_ACTION_GROUPS,
    action_features=action_features,
    opening=8,
)
TRAINED = build_adapter(load_weights(PLAN.file, PLAN.all_groups))
