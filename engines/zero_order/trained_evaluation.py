"""The trained evaluation: weights for units, for each two enemies and for Delete's threats, and a search over whole turns.

Functions are those of the side to move and of the other side, so both sides share all weights. A position's value is the
sum of a weight for each unit by the holes in the map around it, for each two opposing units by the steps between them,
for each unit that is held or beneath a Stack, for the numbers of units, and for what the Deletes can reach. Steps go over
tiles, whether units stand on them or not. A position is evaluated only at the start of a turn. One that has stood twice
is a draw.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from pathlib import Path

from engines.contract import Json
from engines.search_adapter import SearchAdapter, SearchSettings, TurnValue
from engines.training_plan import Features, TrainingPlan, Weights, load_weights, zero_weights
from engines.zero_order import heuristics, search_adapter
from engines.zero_order.board import Board, cells_of
from engines.zero_order.grid import CELLS, NEAR, adjacent_cells
from engines.zero_order.state import MOVE, State, digest
from engines.zero_order.tokens import DE, ER, FUNCTION, FUNCTIONS, GL, OWNER, SIDE, bits
from engines.zero_order.turn_generation import DRAWN, WON, Turn, TurnStart, build_all, list_turns, start_of

_STEPS = 6  # 1 to 4, 5 and 6, more or no way
_BUCKET = (0, 0, 1, 2, 3, 4, 4)
_HOLES = 7
_UNITS = 8  # numbers of units, 7 or more are alike
_REACHED = 4  # numbers of units that a Delete can reach, 3 or more are alike
_LIMIT = 400  # turns of a position
_GROUPS: Mapping[str, int] = {
    "worth": FUNCTIONS,
    "holes": _HOLES,
    "attacks": FUNCTIONS * _STEPS,
    "targets": FUNCTIONS * _STEPS,
    "units": 2 * FUNCTIONS * _HOLES,
    "pairs": FUNCTIONS * FUNCTIONS * _STEPS,
    "held": 2 * FUNCTIONS * 3,
    "beneath": 2 * FUNCTIONS,
    "counts": _UNITS * _UNITS,
    "reached": 2 * _REACHED,
    "spoiled": 4,
}
_START = {name: sum(list(_GROUPS.values())[:at]) for at, name in enumerate(_GROUPS)}


@dataclass(frozen=True, slots=True)
class _Map:
    """What counts of the tiles of a map: steps between grids as buckets, and the holes around each grid."""

    steps: tuple[bytes, ...]
    holes: bytes


@lru_cache(2048)
def _read_map(tiled: int) -> _Map:
    steps = []
    for cell in range(CELLS):
        row = bytearray([_STEPS - 1]) * CELLS
        edge = visited = 1 << cell
        if tiled & edge:
            for bucket in _BUCKET[1:]:
                edge = adjacent_cells(edge) & tiled & ~visited
                visited |= edge
                left = edge
                while left:
                    low = left & -left
                    left ^= low
                    row[low.bit_length() - 1] = bucket
        steps.append(bytes(row))
    return _Map(tuple(steps), bytes(6 - (NEAR[cell] & tiled).bit_count() for cell in range(CELLS)))


def _reached(board: Board, seat: int) -> tuple[int, int]:
    """Return how many units of a seat an Active Delete of the other can reach, and which of its spoilers, as two bits."""
    near, reach = heuristics.threats(board, seat)
    if not reach:
        return 0, 0
    immune = board.immunized
    threatened = board.sides[seat] & (reach & ~cells_of(board, immune) if immune else reach)
    glitch, error = GL + FUNCTIONS * seat, ER + FUNCTIONS * seat
    spoiled = threatened >> board.where[glitch] & 1 | (near >> board.where[error] & 1 & ~(immune >> error)) << 1
    count = threatened.bit_count()
    return count if count < _REACHED else _REACHED - 1, spoiled


_Named = Iterator[tuple[str, int, float]]
"""The group of a weight, its index in the group, and the value of the feature."""


def features(state: State) -> list[Features]:
    """Return the features of a position at the start of a turn for White: those of the side to move, or their negative."""
    if state.phase != MOVE:
        return []
    board, seat = state.board, state.seat
    chart, sign = _read_map(board.tiled), -1.0 if seat else 1.0
    own, enemies = (min(_UNITS - 1, board.sides[owner].bit_count()) for owner in (seat, 1 - seat))
    named = [("counts", own * _UNITS + enemies, 1.0)]
    named += [*_list_side(board, seat, 0, chart), *_list_side(board, 1 - seat, 1, chart), *_list_pairs(board, seat, chart)]
    return [[(_START[group] + index, sign * value) for group, index, value in named]]


def _list_side(board: Board, owner: int, side: int, chart: _Map) -> _Named:
    """Yield the features of a seat's units; the side is 0 for the seat to move."""
    sign = -1.0 if side else 1.0
    for cell in bits(board.sides[owner]):
        function, holes = FUNCTION[board.units[cell]], chart.holes[cell]
        yield "worth", function, sign
        yield "holes", holes, sign
        yield "units", (side * FUNCTIONS + function) * _HOLES + holes, 1.0
    for kind, tokens in enumerate((board.immobilized, board.deactivated, board.immunized)):
        for token in bits(tokens & SIDE[owner]):
            yield "held", (side * FUNCTIONS + FUNCTION[token]) * 3 + kind, 1.0
    for token in bits(board.beneath & SIDE[owner]):
        yield "beneath", side * FUNCTIONS + FUNCTION[token], 1.0
    count, spoiled = _reached(board, owner)
    yield "reached", side * _REACHED + count, 1.0
    for kind in bits(spoiled):
        yield "spoiled", side * 2 + kind, 1.0


def _list_pairs(board: Board, seat: int, chart: _Map) -> _Named:
    """Yield the features of each two opposing units."""
    for cell in bits(board.sides[seat]):
        for at in bits(board.sides[1 - seat]):
            mine, other, steps = FUNCTION[board.units[cell]], FUNCTION[board.units[at]], chart.steps[cell][at]
            yield "attacks", mine * _STEPS + steps, 1.0
            yield "targets", other * _STEPS + steps, 1.0
            yield "pairs", (mine * FUNCTIONS + other) * _STEPS + steps, 1.0


class TrainedEvaluation:
    """An evaluation of positions by weights, and of turns by the positions that they lead to."""

    def __init__(self, weights: Weights) -> None:
        worth, holes, attacks, targets = weights["worth"], weights["holes"], weights["attacks"], weights["targets"]
        units, pairs = weights["units"], weights["pairs"]
        self._units = tuple(  # [side][function][holes]
            tuple(
                tuple(
                    units[(side * FUNCTIONS + function) * _HOLES + count] + sign * (worth[function] + holes[count])
                    for count in range(_HOLES)
                )
                for function in range(FUNCTIONS)
            )
            for side, sign in ((0, 1.0), (1, -1.0))
        )
        self._pairs = tuple(  # [function][function of the other side][steps]
            tuple(
                tuple(
                    pairs[(mine * FUNCTIONS + other) * _STEPS + steps]
                    + attacks[mine * _STEPS + steps]
                    + targets[other * _STEPS + steps]
                    for steps in range(_STEPS)
                )
                for other in range(FUNCTIONS)
            )
            for mine in range(FUNCTIONS)
        )
        self._held, self._beneath = weights["held"], weights["beneath"]
        self._counts, self._reach, self._spoiled = weights["counts"], weights["reached"], weights["spoiled"]

    def evaluate(self, state: State) -> tuple[float, float]:
        """Return the chances to win of White and Grey. Within a turn they are the search bot's."""
        if state.phase != MOVE:
            return heuristics.evaluate(state)
        chance = self._chance(state.board, state.seat)
        return (1.0 - chance, chance) if state.seat else (chance, 1.0 - chance)

    def _chance(self, board: Board, seat: int) -> float:
        """Return the chance to win of the seat that begins its turn."""
        chart = _read_map(board.tiled)
        steps, holes, units = chart.steps, chart.holes, board.units
        mine, other_units = self._units
        own, enemies = board.sides[seat], board.sides[1 - seat]
        count, other_count = own.bit_count(), enemies.bit_count()
        lead = self._counts[min(_UNITS - 1, count) * _UNITS + min(_UNITS - 1, other_count)]
        others = []
        while enemies:
            low = enemies & -enemies
            enemies ^= low
            cell = low.bit_length() - 1
            function = FUNCTION[units[cell]]
            others.append((function, cell))
            lead += other_units[function][holes[cell]]
        all_pairs = self._pairs
        while own:
            low = own & -own
            own ^= low
            cell = low.bit_length() - 1
            function = FUNCTION[units[cell]]
            lead += mine[function][holes[cell]]
            pairs, row = all_pairs[function], steps[cell]
            for other, at in others:
                lead += pairs[other][row[at]]
        for side in (0, 1):
            reached, spoiled = _reached(board, seat ^ side)
            lead += self._reach[side * _REACHED + reached]
            if spoiled:
                lead += sum(self._spoiled[side * 2 + kind] for kind in bits(spoiled))
        if board.holds or board.beneath:
            lead += self._score_held(board, seat)
        return 1.0 / (1.0 + exp(-lead)) if lead > -30.0 else 0.0

    def _score_held(self, board: Board, seat: int) -> float:
        """Return the weights of units that are held or beneath a Stack."""
        lead = 0.0
        for kind, tokens in enumerate((board.immobilized, board.deactivated, board.immunized)):
            for token in bits(tokens):
                lead += self._held[((OWNER[token] ^ seat) * FUNCTIONS + FUNCTION[token]) * 3 + kind]
        for token in bits(board.beneath):
            lead += self._beneath[(OWNER[token] ^ seat) * FUNCTIONS + FUNCTION[token]]
        return lead

    def turns(self, position: State | TurnStart) -> list[TurnValue]:
        """Return the turns from a position with their values."""
        if isinstance(position, TurnStart):
            start = position
            if position.fallen:
                position = position._replace(board=build_all(position.board, position.fallen, 1 - position.seat))
        else:
            start = start_of(position)
        return [self._value_turn(start, turn) for turn in list_turns(position, _LIMIT)]

    def _value_turn(self, start: TurnStart, turn: Turn) -> TurnValue:
        if turn.result:
            return TurnValue(turn.first, 1.0 if turn.result == WON else 0.5 if turn.result == DRAWN else 0.0, None)
        options, quiet, ended = start.terms.options, 0 if turn.eventful else start.quiet + 1, start.turn + 1
        if quiet >= options["quiet_turn_limit"] or ended >= options["turn_limit"]:
            return TurnValue(turn.first, 0.5, None)
        seat = 1 - start.seat
        if start.repeated and not turn.fallen and digest(turn.board, seat) in start.repeated:
            return TurnValue(turn.first, 0.5, None)
        after = TurnStart(turn.board, seat, start.terms, quiet, ended, turn.fallen, start.repeated)
        return TurnValue(turn.first, 1.0 - self._chance(turn.board, seat), after)


_VARIATION = 0.002  # of values
_QUIET_VARIATION, _MOST_VARIATION = 0.006, 0.08  # for each uneventful turn, and at most: against repetitions


def vary(state: State) -> float:
    """Return by how much turns may differ in value and still be chosen at random."""
    return min(_MOST_VARIATION, _VARIATION + _QUIET_VARIATION * state.quiet)


def build_adapter(weights: Weights) -> SearchAdapter:
    """Return the search bot's adapter with a trained evaluation and a search over whole turns."""
    evaluation = TrainedEvaluation(weights)
    return replace(
        search_adapter.ADAPTER,
        evaluate=evaluation.evaluate,
        turns=evaluation.turns,
        variation=vary,
        settings=SearchSettings(iterations=40, plies=0, open_state=True),
    )


def _start_weights() -> Weights:
    """Return about the search bot's own evaluation as weights."""
    unit, delete, near, hunt = 0.67, 0.4, 0.001, 0.01
    worth = tuple(unit + (delete if function == DE else 0.0) for function in range(FUNCTIONS))
    cost = [hunt if function == DE else 0.0 if function in (GL, ER) else near for function in range(FUNCTIONS)]
    far = (1, 2, 3, 4, 6, 10)  # by bucket
    return {
        **zero_weights(_GROUPS),
        "worth": worth,
        "attacks": tuple(-each * steps for each in cost for steps in far),
        "targets": tuple(each * steps for each in cost for steps in far),
        "beneath": (*(unit,) * FUNCTIONS, *(-unit,) * FUNCTIONS),
        "reached": (0.0, -0.06, -0.06, -0.06, 0.0, 0.2, 0.2, 0.2),
        "spoiled": (-0.6, -2.0, 2.0, 2.0),
    }


_OTHERS: Sequence[Mapping[str, Json]] = (
    {"start": "luck_of_the_draw"},
    {"start": "kill_the_king"},
    {"start": "capture_the_flag"},
    {"levels": 1},
    {"levels": 2},
    {"joined_map": True},
)
_OPTIONS = tuple(options for other in _OTHERS for options in ({}, other))  # Every other match is one by the defaults.

PLAN = TrainingPlan(
    file=Path(__file__).parent / "data" / "weights.json",
    about="Weights of engines/zero_order/trained_evaluation.py, which explains their groups.",
    groups=_GROUPS,
    features=features,
    build=build_adapter,
    start=_start_weights(),
    options=_OPTIONS,
    opening=4,
    noise=0.05,
    penalty=200.0,
)
TRAINED = build_adapter(load_weights(PLAN.file, PLAN.all_groups))
