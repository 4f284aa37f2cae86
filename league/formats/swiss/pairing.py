"""Pairings and colours of the next round by FIDE's Dutch system (C.04.3, in force from February 2026).

If the fast method (quick.py) has no answer, a bracket is weighed as a whole: correct for all brackets, slow for large
ones. All criteria, and the handbook's order of candidates, are sums over the pairs of a candidate. So the first of the
best candidates is the maximum-weight matching of a graph, with those counts as digits of the weights. Players are nodes
of the pool, in the handbook's order; the bye comes after them.
"""

from dataclasses import dataclass
from itertools import zip_longest

from engines.words import marked, told
from league.formats.protocol import CannotPair
from league.formats.swiss.graphs import Edge, bits, heaviest, mask_of
from league.formats.swiss.order import Digits, by_exchange
from league.formats.swiss.pool import Field, pool
from league.formats.swiss.quick import pair_quickly
from league.formats.swiss.tournament import OTHER, WHITE, Standing, Tournament, standings
from league.formats.swiss.weights import Scale, joined

WHY = (
    marked("Not all players can be paired: too many of them have already met or must have the same colour."),
    marked("Not all players can be paired, whichever player gets the bye."),
)
"""For an even and for an odd number of players."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of start numbers; `black` 0 is the pairing-allocated bye."""

    white: int
    black: int


def pair(tournament: Tournament) -> list[Pair]:
    """Return the next round, top board first (article 5 of the general rules), a bye last. Raises CannotPair."""
    players = standings(tournament)
    everybody = pool(players, tournament.forbidden)
    if everybody is None:
        raise CannotPair(told(WHY[len(players) % 2]))
    groups: dict[int, int] = {}
    for at, one in enumerate(players):
        groups[one.score] = groups.get(one.score, 0) | 1 << at
    boards: list[tuple[Standing, Standing]] = []
    moved, below = 0, (1 << len(players)) - 1
    for residents, following in zip_longest(groups.values(), [*groups.values()][1:], fillvalue=0):
        below &= ~residents
        pairs = pair_bracket(Field(everybody, moved, residents, following, below))
        boards += [(players[one], players[other]) for one, other in pairs]
        moved = (moved | residents) & ~mask_of([at for edge in pairs for at in edge])
    boards.sort(key=lambda board: (-board[0].score, -board[1].score, board[0].number))
    byes = [Pair(players[at].number, 0) for at in bits(moved)]
    return [*(_seated(*board, tournament.first_colour) for board in boards), *byes]


def pair_bracket(field: Field) -> list[Edge]:
    """Return the pairs (higher, lower node) of the field's top bracket; all its other nodes float down."""
    found = pair_quickly(field)
    return weigh_bracket(field) if found is None else found


def _seated(higher: Standing, lower: Standing, first_colour: str) -> Pair:
    if colour_of(higher, lower, first_colour) == WHITE:
        return Pair(higher.number, lower.number)
    return Pair(lower.number, higher.number)


def colour_of(one: Standing, other: Standing, first_colour: str) -> str:
    """Return the colour of `one` against `other`, by the first rule of article 5.2 that decides."""
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
    """Return the player with the stronger colour preference (article 5.2.2), absolute ones by colour difference."""
    if one.absolute or other.absolute:
        mine, theirs = (abs(s.difference) if s.absolute else -1 for s in (one, other))
        return None if mine == theirs else one if mine > theirs else other
    return None if one.strong == other.strong else one if one.strong else other


def _last_difference(one: Standing, other: Standing) -> str:
    """Return the colour opposite to that of the latest round in which the two differed (article 5.2.3)."""
    for mine, theirs in zip(reversed(one.colours), reversed(other.colours), strict=False):
        if mine != theirs:
            return theirs
    return ""


def weigh_bracket(field: Field) -> list[Edge]:
    """Return the pairs (higher, lower node) of the field's top bracket by weighing; the others float down."""
    fixed: list[Edge] = []
    if field.moved:
        inside = _heaviest(field, _by_moved(field), 2 * field.moved.bit_count(), None)
        fixed = [pair for pair in inside if field.moved >> pair[0] & 1]
    remainder = [*bits(field.residents & ~mask_of([at for pair in fixed for at in pair]))]
    count, pairs = -1, []
    wanted = len(remainder) // 2
    while wanted != count:
        count = wanted
        pairs = _heaviest(field, by_exchange(remainder, count), 3 + 2 * len(remainder), fixed)
        wanted = len(pairs)
    return sorted([*fixed, *pairs])


def _by_moved(field: Field) -> Digits:
    """Return digits for articles 3.4 and 4: which moved-down players are paired, then with whom."""
    place = {at: index for index, at in enumerate(bits(field.top))}
    moved = field.moved.bit_count()

    def digits(higher: int, lower: int) -> list[int]:
        chosen, partners = [0] * moved, [0] * moved
        if place[higher] < moved:
            chosen[place[higher]], partners[place[higher]] = 1, len(place) - place[lower]
        return chosen + partners

    return digits


def _heaviest(field: Field, order: Digits, size: int, fixed: list[Edge] | None) -> list[Edge]:
    """Return the pairs inside the bracket of the best perfect matching.

    `order` yields `size` digits; `fixed` are the pairs of moved-down players, None while undecided.
    """
    free = field.everybody & ~mask_of([at for pair in fixed or () for at in pair])
    limbo = 0 if fixed is None else field.moved
    edges = [
        (higher, lower)
        for lower in bits(free)
        for higher in bits(field.near[lower] & free & (1 << lower) - 1)
        if not (field.top >> lower & 1 and limbo >> higher & 1)
    ]
    everybody = 1 << (10 + 6 * len(field.levels) + size + 2) * field.bits

    def weigh(scale: Scale, edge: Edge) -> int:
        """Return the weight by C6 to C21, then by the order."""
        digits = order(*edge) if field.top >> edge[1] & 1 else [0] * size
        return everybody + joined([scale.weight(*edge), *digits], field.bits)

    def best(scale: Scale) -> list[Edge]:
        found = heaviest({edge: weigh(scale, edge) for edge in edges})
        return [(one, other) for one, other in found.items() if one < other and field.top >> other & 1]

    pairs = best(Scale(field))
    floating = (free & field.top).bit_count() - 2 * len(pairs)
    return best(Scale(field, bye=True)) if floating == 1 and field.bye_is_here else pairs
