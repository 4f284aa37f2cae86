"""A player, and a league and who runs it."""

import pytest

from league.leagues.models import League
from league.people.models import Player
from tests.factories import PlayerFactory, league


@pytest.fixture
def ada() -> Player:
    made: Player = PlayerFactory(username="ada")
    return made


@pytest.fixture
def olivia() -> Player:
    made: Player = PlayerFactory(username="olivia")
    return made


@pytest.fixture
def north(olivia: Player) -> League:
    return league(organiser=olivia, slug="north")
