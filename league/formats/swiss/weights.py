"""The quality of a pair by C6 to C21 (C.04.3, article 2) as one integer with a digit per count, the greatest first."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from league.formats.swiss.pool import Field
from league.formats.swiss.tournament import DOWN, OTHER, UP, Standing


def colour_faults(one: Standing, other: Standing) -> tuple[int, int, int, int]:
    """Return what a pair adds to the counts of C10 to C13, each 0 or 1."""
    if one.preference != other.preference or not one.preference:
        return 0, 0, 0, 0
    firm = [player.absolute or player.strong for player in (one, other)]
    both_absolute = one.absolute and other.absolute
    too_wide = abs(one.difference) > 1 and abs(other.difference) > 1
    return int(too_wide), int(both_absolute and _third_in_a_row(one, other)), 1, int(all(firm) and not both_absolute)


def _third_in_a_row(one: Standing, other: Standing) -> bool:
    """Return whether the player who must give way gets the same colour for the third time in a row."""
    if abs(one.difference) == abs(other.difference):
        return bool(one.repeated) and one.repeated == other.repeated
    loser = other if abs(one.difference) > abs(other.difference) else one
    return loser.repeated == OTHER[loser.preference]


def _inner_digits(higher: Standing, lower: Standing, levels: Mapping[int, int]) -> list[int]:
    """Return C10 to C21 as counts to maximise; `levels` maps scores, highest first, to their index."""
    uneven = higher.score > lower.score
    colours = [1 - fault for fault in colour_faults(higher, lower)]
    floats, scores = [], []
    for back in (0, 1):
        up = uneven and lower.floats[back] == UP
        downs = (lower.floats[back] == DOWN) + (not uneven and higher.floats[back] == DOWN)
        floats += [int(downs), int(not up)]
        moved, opponents = [0] * len(levels), [0] * len(levels)
        for one in (higher, lower):
            moved[levels[one.score]] += one.floats[back] == DOWN
        opponents[levels[higher.score]] += not up
        scores += [*moved, *opponents]
    return [*colours, *floats, *scores]


def player_kind(one: Standing) -> Hashable:
    """Return everything about a player that the weight of a pair depends on."""
    return one.score, one.difference, one.repeated, one.preference, one.floats, one.top


@dataclass(frozen=True)
class Scale:
    """Weights of pairs of pool nodes, the lower node first. `bye` means that C9 applies."""

    field: Field
    bye: bool = False

    def weight(self, one: int, other: int) -> int:
        """Return the weight of a pair in the bracket or below, or of a player with the bye (or a place after it)."""
        field = self.field
        higher = field.pool.players[one]
        if other >= field.pool.bye:
            return self._games(higher) if field.top >> one & 1 else 0
        if not (field.top | field.next) >> other & 1:
            return 0
        lower = field.pool.players[other]
        if field.next >> other & 1:
            levels = self._levels(higher, lower)
            none = [0] * len(levels)
            return joined([0, *none, 1, *levels, 0, *[0] * 8, *none * 4], field.bits)
        return self._inner(higher, lower)

    def _inner(self, higher: Standing, lower: Standing) -> int:
        levels = self._levels(higher, lower)
        none = [0] * len(levels)
        return joined([1, *levels, 0, *none, 0, *_inner_digits(higher, lower, self.field.levels)], self.field.bits)

    def _levels(self, higher: Standing, lower: Standing) -> list[int]:
        levels = [0] * len(self.field.levels)
        levels[self.field.levels[higher.score]] += 1
        levels[self.field.levels[lower.score]] += 1
        return levels

    def _games(self, player: Standing) -> int:
        """Return the C9 digit, which prefers the player with the most games."""
        return player.games << (8 + 4 * len(self.field.levels)) * self.field.bits if self.bye else 0


def joined(digits: Iterable[int], bits: int) -> int:
    """Return an integer of these digits with `bits` bits each; the first may be longer."""
    weight = 0
    for digit in digits:
        weight = weight << bits | digit
    return weight
