"""A match of a season that was paid, made once a module."""

import pytest

from tests.league.lineups.playing import Played, played, read_played


@pytest.fixture(scope="module")
def same_played(module_rows: None) -> int:
    return played()[2].match_id or 0


@pytest.fixture
def paid(same_played: int, db: None) -> Played:
    """Two franchises, the winner first, the event, and its match that was paid."""
    return read_played(same_played)
