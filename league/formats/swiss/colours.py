"""Who gets which colour (C.04.3, articles 1.7 and 5)."""

from __future__ import annotations

from league.formats.swiss.standing import OTHER, Standing


def colour_of(one: Standing, other: Standing, first_colour: str) -> str:
    """The colour that `one` gets against `other`: the first rule of article 5.2 that decides."""
    if _agree(one, other):
        if one.preference or other.preference:
            return one.preference or OTHER[other.preference]
    elif stronger := _stronger(one, other):
        return one.preference if stronger is one else OTHER[other.preference]
    elif last := _last_difference(one, other):
        return last
    higher = one if (-one.score, one.number) < (-other.score, other.number) else other
    given = higher.preference or (first_colour if higher.rank % 2 else OTHER[first_colour])
    return given if higher is one else OTHER[given]


def _agree(one: Standing, other: Standing) -> bool:
    return one.preference != other.preference or not one.preference


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
