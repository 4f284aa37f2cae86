"""A player, and a league and who runs it."""

import pytest

from league.leagues.models import League
from league.people.models import Player
from tests.factories import PlayerFactory, league


@pytest.fixture
def ada() -> Player:
    return PlayerFactory(username="ada")


@pytest.fixture
def olivia() -> Player:
    return PlayerFactory(username="olivia")


@pytest.fixture
def north(olivia: Player) -> League:
    return league(organiser=olivia, slug="north")


@pytest.fixture(scope="module")
def kept(request: pytest.FixtureRequest, module_rows: None) -> dict[str, int]:
    """Numbers of the rows that `KEPT` of the module makes, once for all of its tests, by name."""
    return {name: make().pk for name, make in request.module.KEPT.items()}
