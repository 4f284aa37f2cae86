"""Matches through the real endpoints: no secret of one viewer is in any byte that another one gets."""

from random import Random

import pytest

from engines import registry
from tests.thorough import WHOLE
from tests.wire.conftest import Lay
from tests.wire.hunting import hunt, talk
from tests.wire.table import Person
from tests.wire.worlds import compare

GAMES = {
    "field-tactics": ({"quiet_turn_limit": 4}, 2), "zero-day": ({"round_limit": 2}, 3),
    "zero-order": ({"joined_map": True, "turn_limit": 20}, 2), "incursion-point-zero": ({}, 2),
}  # fmt: skip


def test_every_game_with_secrets_is_hunted() -> None:
    assert set(GAMES) == {key for key in registry.keys() if not registry.get(key).is_open}  # noqa: SIM118


@pytest.mark.parametrize("key", GAMES)
def test_no_secret_is_in_any_byte_of_a_match(key: str, lay: Lay) -> None:
    options, seats = GAMES[key]
    haul = hunt(lay(key, options, seats))
    assert haul.entries > 15
    assert haul.answers > 22 * (seats + 3)
    assert haul.messages > 4 * haul.entries


@pytest.mark.parametrize("key", GAMES)
def test_two_worlds_that_a_viewer_cannot_tell_apart_give_equal_bytes(key: str, lay: Lay) -> None:
    """Status, headers, body, its size and order, and how many questions the database was asked.

    A player and a visitor at every endpoint, later another player at those of the match; with WHOLE everybody all along.
    """
    options, seats = GAMES[key]
    table, rng = lay(key, options, seats), Random(f"worlds {key}")
    talk(table)
    positions: dict[int, list[Person]] = {4: [table.seats[0], table.spectator], 9: [table.seats[1]]}
    if key == "zero-order":  # its only secret is a team that has been named while the other has not
        positions = {1: [*table.seats, table.spectator]}
    elif key == "incursion-point-zero":  # from move 15 on the Terrorists lay cards face down
        positions = {4: [table.seats[1], table.spectator], 20: [table.seats[0]]}
    compared, at, last = 0, 0, 10**6 if WHOLE else max(positions)
    while not table.over() and at <= last:
        viewers = positions.get(at, table.everybody if WHOLE and at % 3 == 0 else [])
        compared += sum(compare(table, one, rng, elsewhere=at == min(positions)) for one in viewers)
        table.move()
        at += 1
    assert compared > 70
