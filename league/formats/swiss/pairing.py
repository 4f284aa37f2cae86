"""The pairs of the next round and their colours by FIDE's Dutch system (C.04.3, in force from February 2026).

A bracket is weighed whole where the quick way (quick.py) does not tell: right for every bracket, slow for a large one.
Every criterion, and the order in which the handbook tries candidates, is a sum over the pairs of a candidate. So the
first of the best candidates is the heaviest matching of a graph, with those counts as the digits of the weights.
Players are positions in the list of all who are yet to be paired, in the handbook's order; the bye comes behind them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engines.words import marked, told
from league.formats.protocol import CannotPair
from league.formats.swiss.graphs import Edge, heaviest, mask_of
from league.formats.swiss.pool import Field, pool
from league.formats.swiss.quick import pair_quickly
from league.formats.swiss.tournament import OTHER, WHITE, Standing, Tournament, standings
from league.formats.swiss.weights import Scale, joined

WHY = (
    marked("The players cannot all be paired: too many of them have met or must have the same colour."),
    marked("The players cannot all be paired, whoever has the bye."),
)
"""Of an even number, and of an odd one."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Start numbers; `black` 0 is the pairing-allocated bye."""

    white: int
    black: int


def pair(tournament: Tournament) -> list[Pair]:
    """The next round, best board first (article 5 of the general rules), a bye last; CannotPair where there is none."""
    players = standings(tournament)
    everybody = pool(players, tournament.forbidden)
    if everybody is None:
        raise CannotPair(told(WHY[len(players) % 2]))
    waiting = list(range(len(players)))
    boards: list[tuple[Standing, Standing]] = []
    moved = 0
    while moved < len(waiting):
        end = _group_end(players, waiting, moved)
        pairs = pair_bracket(Field(everybody, waiting, moved, end, _group_end(players, waiting, end)))
        boards += [(players[waiting[one]], players[waiting[other]]) for one, other in pairs]
        taken = {at for edge in pairs for at in edge}
        moved = end - len(taken)
        waiting = [one for at, one in enumerate(waiting) if at not in taken]
    boards.sort(key=lambda board: (-board[0].score, -board[1].score, board[0].number))
    byes = [Pair(players[one].number, 0) for one in waiting]
    return [*(_seated(*board, tournament.first_colour) for board in boards), *byes]


def pair_bracket(field: Field) -> list[Edge]:
    """The pairs (higher, lower position) of the bracket at the top of the field; all others of it float down."""
    found = pair_quickly(field)
    return weigh_bracket(field) if found is None else found


def _group_end(players: Sequence[Standing], waiting: Sequence[int], start: int) -> int:
    """Behind the last of those waiting with the score of the one at `start`."""
    at = start
    while at < len(waiting) and players[waiting[at]].score == players[waiting[start]].score:
        at += 1
    return at


def _seated(higher: Standing, lower: Standing, first_colour: str) -> Pair:
    if colour_of(higher, lower, first_colour) == WHITE:
        return Pair(higher.number, lower.number)
    return Pair(lower.number, higher.number)


def colour_of(one: Standing, other: Standing, first_colour: str) -> str:
    """The colour that `one` gets against `other`: the first rule of article 5.2 that decides."""
    if one.preference != other.preference or not one.preference:
        if one.preference or other.preference:
            return one.preference or OTHER[other.preference]
    elif stronger := _stronger(one, other):
        return one.preference if stronger is one else OTHER[other.preference]
    elif last := _last_difference(one, other):
        return last
    higher = one if (-one.score, one.number) < (-other.score, other.number) else other
    given = higher.preference or (first_colour if higher.rank % 2 else OTHER[first_colour])
    return given if higher is one else OTHER[given]


def _stronger(one: Standing, other: Standing) -> Standing | None:
    """Article 5.2.2: the stronger of two equal preferences; of two absolute ones that of the wider difference."""
    if one.absolute or other.absolute:
        mine, theirs = (abs(s.difference) if s.absolute else -1 for s in (one, other))
        return None if mine == theirs else one if mine > theirs else other
    return None if one.strong == other.strong else one if one.strong else other


def _last_difference(one: Standing, other: Standing) -> str:
    """Article 5.2.3: the colour opposite to that of the last game in which they had different ones."""
    for mine, theirs in zip(reversed(one.colours), reversed(other.colours), strict=False):
        if mine != theirs:
            return theirs
    return ""


@dataclass(frozen=True)
class _Order:
    """The digits by which a candidate comes before another of the same quality: how many, and those of a pair."""

    size: int
    digits: Callable[[int, int], list[int]]


def weigh_bracket(field: Field) -> list[Edge]:
    """The pairs (higher, lower position) of the bracket at the top of the field; all others of it float down."""
    fixed: list[Edge] = []
    if field.moved:
        fixed = [pair for pair in _Candidates(field).best(_by_moved(field)) if pair[0] < field.moved]
    taken = {at for pair in fixed for at in pair}
    remainder = [at for at in range(field.moved, field.end) if at not in taken]
    count, pairs = -1, []
    wanted = len(remainder) // 2
    while wanted != count:
        count = wanted
        pairs = _Candidates(field, fixed).best(_by_exchange(remainder, count))
        wanted = len(pairs)
    return sorted([*fixed, *pairs])


def _by_moved(field: Field) -> _Order:
    """Articles 3.4 and 4: first which of those moved down are paired, then with whom, each in turn."""

    def digits(higher: int, lower: int) -> list[int]:
        chosen, partners = [0] * field.moved, [0] * field.moved
        if higher < field.moved:
            chosen[higher], partners[higher] = 1, field.end - lower
        return chosen + partners

    return _Order(2 * field.moved, digits)


def _by_exchange(remainder: list[int], pairs: int) -> _Order:
    """Articles 3.3, 4.2 and 4.3: the fewest exchanges between S1 and S2, the smallest difference, the highest of S1 and
    the lowest of S2 that change, then the transpositions of S2. `pairs` is the size of S1."""
    place = {at: index for index, at in enumerate(remainder)}
    size = len(remainder)

    def digits(higher: int, lower: int) -> list[int]:
        one, other = place[higher], place[lower]
        leaving = [int(one != at) for at in range(pairs - 1, -1, -1)]
        entering = [int(one == at) for at in range(pairs, size)]
        partners = [0] * size
        partners[one] = size - other
        return [int(one < pairs), 0, size - one, *leaving, *entering, *partners]

    return _Order(3 + 2 * size, digits)


class _Candidates:
    """The graph of a bracket's candidates; `fixed` are the pairs of those moved down, None while they are open."""

    def __init__(self, field: Field, fixed: list[Edge] | None = None) -> None:
        limbo = set() if fixed is None else set(range(field.moved))
        settled = {at for pair in fixed or [] for at in pair}
        self.field, self.scale = field, Scale(field)
        self.free = [at for at in range(field.bye) if at not in settled]
        self.edges = [
            (higher, lower)
            for higher, lower in field.edges
            if not (higher in settled or lower in settled or (lower < field.end and higher in limbo))
        ]

    def best(self, order: _Order) -> list[Edge]:
        """The pairs inside the bracket."""
        near = {edge: self._weigh(edge, order) for edge in self.edges if edge[1] < self.field.next_end}
        found = heaviest(near)
        if not self._completes(found):
            found = self._with_all(near, order, last_bye=False)
        pairs = self._inside(found)
        if self._bye_is_the_only_float(pairs):
            pairs = self._inside(self._with_all(near, order, last_bye=True))
        return pairs

    def _inside(self, matching: dict[int, int]) -> list[Edge]:
        return sorted((one, other) for one, other in matching.items() if one < other < self.field.end)

    def _completes(self, found: dict[int, int]) -> bool:
        """C4: whether all who are left over by the pairs of this bracket and the next can still be paired."""
        field = self.field
        left = [at for at in self.free if at not in found]
        floating = [field.waiting[at] for at in left if at < field.end]
        return field.pool.completes(mask_of([field.waiting[at] for at in left]), apart=mask_of(floating))

    def _with_all(self, near: dict[Edge, int], order: _Order, *, last_bye: bool) -> dict[int, int]:
        """The best matching that leaves nobody out, the rest of the field and the bye included."""
        field = self.field
        complete = 1 << (10 + 6 * len(field.levels) + order.size + 2) * field.bits
        weights = {edge: near.get(edge, 0) + complete for edge in self.edges}
        free = set(self.free)
        scale = Scale(field, bye=last_bye)
        for at, bye in field.byes:
            if at in free:
                games = scale.anywhere(field.waiting[at], field.pool.bye)
                weights[at, bye] = complete + (games << order.size * field.bits)
        return heaviest(weights)

    def _bye_is_the_only_float(self, pairs: list[Edge]) -> bool:
        """Whether C9 applies: one player floats down from this bracket, and has the bye."""
        field = self.field
        if field.bye_score is None or field.bye_score != field.players[field.end - 1].score:
            return False
        return sum(at < field.end for at in self.free) - 2 * len(pairs) == 1

    def _weigh(self, edge: Edge, order: _Order) -> int:
        """C6 to C21, then the order, which is that of pairs inside the bracket."""
        one, other = (self.field.waiting[at] for at in edge)
        digits = order.digits(*edge) if edge[1] < self.field.end else [0] * order.size
        return joined([self.scale.anywhere(one, other), *digits], self.field.bits)
