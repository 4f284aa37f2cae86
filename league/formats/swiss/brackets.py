"""One bracket of the Dutch system: which pairs it makes and who floats down (C.04.3, articles 2 to 4)."""

from __future__ import annotations

from league.formats.swiss.exact import weigh_bracket
from league.formats.swiss.field import Field
from league.formats.swiss.matching import Edge
from league.formats.swiss.quick import pair_quickly


def pair_bracket(field: Field) -> list[Edge]:
    """The pairs (higher, lower position) of the bracket at the top of the field; all others of it float down."""
    found = pair_quickly(field)
    return weigh_bracket(field) if found is None else found
