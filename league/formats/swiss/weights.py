"""The quality of a pair by C6 to C21 (C.04.3, article 2) as one integer with a digit per count, the greatest first."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from league.formats.swiss.pool import PlayerField
from league.formats.swiss.tournament import DOWN, OTHER, UP, PlayerState


def count_colour_faults(player: PlayerState, other: PlayerState) -> tuple[int, int, int, int]:
    """Return what a pair adds to the counts of C10 to C13, each 0 or 1."""
    if player.preference != other.preference or not player.preference:
        return 0, 0, 0, 0
    firm = [member.absolute or member.strong for member in (player, other)]
    both_absolute = player.absolute and other.absolute
    too_wide = abs(player.difference) > 1 and abs(other.difference) > 1
    return int(too_wide), int(both_absolute and _third_in_a_row(player, other)), 1, int(all(firm) and not both_absolute)


def _third_in_a_row(player: PlayerState, other: PlayerState) -> bool:
    """Return whether the player who must give way gets the same colour for the third time in a row."""
    if abs(player.difference) == abs(other.difference):
        return bool(player.repeated) and player.repeated == other.repeated
    yielding = other if abs(player.difference) > abs(other.difference) else player
    return yielding.repeated == OTHER[yielding.preference]


def _inner_digits(higher: PlayerState, lower: PlayerState, levels: Mapping[int, int]) -> list[int]:
    """Return C10 to C21 as counts to maximise; `levels` maps scores, highest first, to their index."""
    uneven = higher.score > lower.score
    colours = [1 - fault for fault in count_colour_faults(higher, lower)]
    floats, scores = [], []
    for back in (0, 1):
        is_upfloat = uneven and lower.floats[back] == UP
        downs = (lower.floats[back] == DOWN) + (not uneven and higher.floats[back] == DOWN)
        floats += [int(downs), int(not is_upfloat)]
        moved, opponents = [0] * len(levels), [0] * len(levels)
        for player in (higher, lower):
            moved[levels[player.score]] += player.floats[back] == DOWN
        opponents[levels[higher.score]] += not is_upfloat
        scores += [*moved, *opponents]
    return [*colours, *floats, *scores]


def get_player_kind(player: PlayerState) -> Hashable:
    """Return everything about a player that the weight of a pair depends on."""
    return player.score, player.difference, player.repeated, player.preference, player.floats, player.top


@dataclass(frozen=True)
class Scale:
    """Weights of pairs of pool nodes, the lower node first. `bye` means that C9 applies."""

    field: PlayerField
    bye: bool = False

    def weight(self, node: int, partner: int) -> int:
        """Return the weight of a pair in the bracket or below, or of a player with the bye (or a place after it)."""
        field = self.field
        higher = field.pool.players[node]
        if partner >= field.pool.bye:
            return self._games(higher) if field.top >> node & 1 else 0
        if not (field.top | field.next) >> partner & 1:
            return 0
        lower = field.pool.players[partner]
        if field.next >> partner & 1:
            levels = self._levels(higher, lower)
            zeros = [0] * len(levels)
            return join_digits([0, *zeros, 1, *levels, 0, *[0] * 8, *zeros * 4], field.bits)
        return self._inner(higher, lower)

    def _inner(self, higher: PlayerState, lower: PlayerState) -> int:
        levels = self._levels(higher, lower)
        zeros = [0] * len(levels)
        return join_digits([1, *levels, 0, *zeros, 0, *_inner_digits(higher, lower, self.field.levels)], self.field.bits)

    def _levels(self, higher: PlayerState, lower: PlayerState) -> list[int]:
        levels = [0] * len(self.field.levels)
        levels[self.field.levels[higher.score]] += 1
        levels[self.field.levels[lower.score]] += 1
        return levels

    def _games(self, player: PlayerState) -> int:
        """Return the C9 digit, which prefers the player with the most games."""
        return player.games << (8 + 4 * len(self.field.levels)) * self.field.bits if self.bye else 0


def join_digits(digits: Iterable[int], bits: int) -> int:
    """Return an integer of these digits with `bits` bits each; the first may be longer."""
    weight = 0
    for digit in digits:
        weight = weight << bits | digit
    return weight
