"""The criteria that weigh one pair (C.04.3, article 2). C1 and C3 forbid it; C10 to C13 count its colours."""

from __future__ import annotations

from league.formats.swiss.standing import OTHER, Standing


def may_meet(one: Standing, other: Standing, forbidden: frozenset[frozenset[int]]) -> bool:
    """C1: no second game. C3: no equal absolute preferences, topscorers and their opponents apart."""
    if other.number in one.opponents or frozenset((one.number, other.number)) in forbidden:
        return False
    clash = one.absolute and other.absolute and one.preference == other.preference
    return not clash or one.top or other.top


def colour_faults(one: Standing, other: Standing) -> tuple[int, int, int, int]:
    """C10 to C13: what a pair adds to each count, 0 or 1."""
    if one.preference != other.preference or not one.preference:
        return 0, 0, 0, 0
    firm = [player.absolute or player.strong for player in (one, other)]
    both_absolute = one.absolute and other.absolute
    too_wide = abs(one.difference) > 1 and abs(other.difference) > 1
    return int(too_wide), int(both_absolute and _third_in_a_row(one, other)), 1, int(all(firm) and not both_absolute)


def _third_in_a_row(one: Standing, other: Standing) -> bool:
    """Whether who has to give way gets the same colour for the third time."""
    if abs(one.difference) == abs(other.difference):
        return bool(one.repeated) and one.repeated == other.repeated
    loser = other if abs(one.difference) > abs(other.difference) else one
    return loser.repeated == OTHER[loser.preference]
