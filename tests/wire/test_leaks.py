"""Whole matches through the real doors: no secret of one viewer is in any byte that another one gets."""

from __future__ import annotations

import os

import pytest

from tests.wire.conftest import Lay
from tests.wire.hunting import hunt

WHOLE = bool(os.environ.get("WHOLE_WIRE"))
"""`make prove` looks closer."""
GAMES = {
    "field-tactics": ({"quiet_turn_limit": 3}, 2),
    "zero-day": ({"round_limit": 2}, 3),
    "zero-order": ({"joined_map": True, "turn_limit": 20}, 2),
    "incursion-point-zero": ({}, 2),
}


@pytest.mark.parametrize("key", GAMES)
def test_no_secret_is_in_any_byte_of_a_whole_match(key: str, lay: Lay) -> None:
    options, seats = GAMES[key]
    haul = hunt(lay(key, options, seats), close=10 if WHOLE else 1000)
    assert haul.entries > 15
    assert haul.answers > 240
    assert haul.messages > 4 * haul.entries
