"""Talents and flavour texts of Gamers."""

from __future__ import annotations

from functools import cache

from engines.incursion_point_zero.gamers import known_talents
from engines.words import told
from league.gamers.models import Gamer


@cache
def talents() -> dict[str, dict[str, str]]:
    """By id, the Talents that cards may name."""
    return {str(one["id"]): {key: str(value) for key, value in one.items()} for one in known_talents()}


def flavour_of(one: Gamer) -> str:
    """Of the default set's cards in the reader's language; a league's own say what their makers wrote."""
    return told(one.flavour) if one.league_id is None else one.flavour
