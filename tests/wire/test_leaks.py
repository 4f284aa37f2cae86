"""Whole matches through the real endpoints: no secret of one viewer is in any byte that another one gets."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from tests.thorough import WHOLE
from tests.wire.conftest import Lay
from tests.wire.hunting import hunt, talk
from tests.wire.worlds import compare

GAMES = {
    "field-tactics": ({"quiet_turn_limit": 4}, 2),
    "zero-day": ({"round_limit": 2}, 3),
    "zero-order": ({"joined_map": True, "turn_limit": 20}, 2),
    "incursion-point-zero": ({}, 2),
}


def test_every_game_with_secrets_is_hunted() -> None:
    assert set(GAMES) == {key for key in registry.keys() if not registry.get(key).is_open}  # noqa: SIM118


@pytest.mark.parametrize("key", GAMES)
def test_no_secret_is_in_any_byte_of_a_whole_match(key: str, lay: Lay) -> None:
    options, seats = GAMES[key]
    haul = hunt(lay(key, options, seats), close=10 if WHOLE else 1000)
    assert haul.entries > 15
    assert haul.answers > 240
    assert haul.messages > 4 * haul.entries


@pytest.mark.parametrize("key", GAMES)
def test_two_worlds_that_a_viewer_cannot_tell_apart_give_equal_bytes(key: str, lay: Lay) -> None:
    """Status, headers, body, its size and order, and how many questions the database was asked."""
    options, seats = GAMES[key]
    table, rng = lay(key, options, seats), Random(f"worlds {key}")
    talk(table)
    compared, at, every = 0, 0, 3 if WHOLE else 17
    while not table.over():
        if at == 1 or at % every == 3:
            viewers = table.everybody if WHOLE else [table.seats[at // every % seats], table.spectator]
            compared += sum(compare(table, one, rng, elsewhere=at == 1) for one in viewers)
        table.move()
        at += 1
    assert compared > 35
