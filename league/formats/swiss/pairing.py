"""Pairings and colours of the next round by FIDE's Dutch system (C.04.3, in force from February 2026).

If the fast method (fast_bracket.py) has no answer, a bracket is weighed as a whole: correct for all brackets, slow for
large ones. All criteria, and the handbook's order of candidates, are sums over the pairs of a candidate. So the first
of the best candidates is the maximum-weight matching of a graph, with those counts as digits of the weights. Players
are nodes of the pool, in the handbook's order; the bye comes after them.
"""

from dataclasses import dataclass
from itertools import zip_longest

from engines.i18n import mark, translate as _
from league.formats.protocol import CannotPair
from league.formats.swiss.fast_bracket import find_fast_pairs
from league.formats.swiss.first_candidate import Digits, order_by_exchange
from league.formats.swiss.graphs import Edge, bits, find_heaviest_matching, mask_of
from league.formats.swiss.pool import PlayerField, build_pool
from league.formats.swiss.tournament import OTHER, WHITE, PlayerState, Tournament, list_player_states
from league.formats.swiss.weights import Scale, join_digits

CANNOT_PAIR_TEXTS = (
    mark("Not all players can be paired: too many of them have already met or must have the same colour."),
    mark("Not all players can be paired, whichever player gets the bye."),
)
"""For an even and for an odd number of players."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of start numbers; `black` 0 is the pairing-allocated bye."""

    white: int
    black: int


def pair_next_round(tournament: Tournament) -> list[Pair]:
    """Return the next round, top board first (article 5 of the general rules), a bye last. Raises CannotPair."""
    players = list_player_states(tournament)
    all_players = build_pool(players, tournament.forbidden)
    if all_players is None:
        raise CannotPair(_(CANNOT_PAIR_TEXTS[len(players) % 2]))
    groups: dict[int, int] = {}
    for node, player in enumerate(players):
        groups[player.score] = groups.get(player.score, 0) | 1 << node
    boards: list[tuple[PlayerState, PlayerState]] = []
    moved, below = 0, (1 << len(players)) - 1
    for residents, next_group in zip_longest(groups.values(), [*groups.values()][1:], fillvalue=0):
        below &= ~residents
        pairs = pair_bracket(PlayerField(all_players, moved, residents, next_group, below))
        boards += [(players[higher], players[lower]) for higher, lower in pairs]
        moved = (moved | residents) & ~mask_of([node for edge in pairs for node in edge])
    boards.sort(key=lambda board: (-board[0].score, -board[1].score, board[0].number))
    byes = [Pair(players[node].number, 0) for node in bits(moved)]
    return [*(_assign_colours(*board, tournament.first_colour) for board in boards), *byes]


def pair_bracket(field: PlayerField) -> list[Edge]:
    """Return the pairs (higher, lower node) of the field's top bracket; all its other nodes float down."""
    pairs = find_fast_pairs(field)
    return pair_by_weight(field) if pairs is None else pairs


def _assign_colours(higher: PlayerState, lower: PlayerState, first_colour: str) -> Pair:
    if decide_colour(higher, lower, first_colour) == WHITE:
        return Pair(higher.number, lower.number)
    return Pair(lower.number, higher.number)


def decide_colour(player: PlayerState, other: PlayerState, first_colour: str) -> str:
    """Return the colour of `player` against `other`, by the first rule of article 5.2 that decides."""
    if player.preference != other.preference or not player.preference:
        if player.preference or other.preference:
            return player.preference or OTHER[other.preference]
    elif stronger := _find_stronger(player, other):
        return player.preference if stronger is player else OTHER[other.preference]
    elif earlier_colour := _find_last_difference(player, other):
        return earlier_colour
    higher = player if (-player.score, player.number) < (-other.score, other.number) else other
    colour = higher.preference or (first_colour if higher.rank % 2 else OTHER[first_colour])
    return colour if higher is player else OTHER[colour]


def _find_stronger(player: PlayerState, other: PlayerState) -> PlayerState | None:
    """Return the player with the stronger colour preference (article 5.2.2), absolute ones by colour difference."""
    if player.absolute or other.absolute:
        strength, opponent_strength = (abs(state.difference) if state.absolute else -1 for state in (player, other))
        return None if strength == opponent_strength else player if strength > opponent_strength else other
    return None if player.strong == other.strong else player if player.strong else other


def _find_last_difference(player: PlayerState, other: PlayerState) -> str:
    """Return the colour opposite to that of the latest round in which the two differed (article 5.2.3)."""
    for colour, opponent_colour in zip(reversed(player.colours), reversed(other.colours), strict=False):
        if colour != opponent_colour:
            return opponent_colour
    return ""


def pair_by_weight(field: PlayerField) -> list[Edge]:
    """Return the pairs (higher, lower node) of the field's top bracket by weighing; the others float down."""
    fixed: list[Edge] = []
    if field.moved:
        inside = _find_heaviest(field, _order_by_moved(field), 2 * field.moved.bit_count(), None)
        fixed = [pair for pair in inside if field.moved >> pair[0] & 1]
    remainder = [*bits(field.residents & ~mask_of([node for pair in fixed for node in pair]))]
    count, pairs = -1, []
    wanted = len(remainder) // 2
    while wanted != count:
        count = wanted
        pairs = _find_heaviest(field, order_by_exchange(remainder, count), 3 + 2 * len(remainder), fixed)
        wanted = len(pairs)
    return sorted([*fixed, *pairs])


def _order_by_moved(field: PlayerField) -> Digits:
    """Return digits for articles 3.4 and 4: which moved-down players are paired, then with whom."""
    place = {node: index for index, node in enumerate(bits(field.top))}
    moved = field.moved.bit_count()

    def digits(higher: int, lower: int) -> list[int]:
        chosen, partners = [0] * moved, [0] * moved
        if place[higher] < moved:
            chosen[place[higher]], partners[place[higher]] = 1, len(place) - place[lower]
        return chosen + partners

    return digits


def _find_heaviest(field: PlayerField, order: Digits, size: int, fixed: list[Edge] | None) -> list[Edge]:
    """Return the pairs inside the bracket of the best perfect matching.

    `order` yields `size` digits; `fixed` are the pairs of moved-down players, None while undecided.
    """
    remaining = field.everybody & ~mask_of([node for pair in fixed or () for node in pair])
    excluded = 0 if fixed is None else field.moved
    edges = [
        (higher, lower)
        for lower in bits(remaining)
        for higher in bits(field.near[lower] & remaining & (1 << lower) - 1)
        if not (field.top >> lower & 1 and excluded >> higher & 1)
    ]
    pair_weight = 1 << (10 + 6 * len(field.levels) + size + 2) * field.bits

    def weigh(scale: Scale, edge: Edge) -> int:
        """Return the weight by C6 to C21, then by the order."""
        digits = order(*edge) if field.top >> edge[1] & 1 else [0] * size
        return pair_weight + join_digits([scale.weight(*edge), *digits], field.bits)

    def best(scale: Scale) -> list[Edge]:
        matching = find_heaviest_matching({edge: weigh(scale, edge) for edge in edges})
        return [(node, other) for node, other in matching.items() if node < other and field.top >> other & 1]

    pairs = best(Scale(field))
    floating = (remaining & field.top).bit_count() - 2 * len(pairs)
    return best(Scale(field, bye=True)) if floating == 1 and field.bye_is_here else pairs
