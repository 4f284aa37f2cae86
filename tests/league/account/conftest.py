import pytest

from league.people.models import Player
from tests.factories import PlayerFactory


@pytest.fixture
def ada() -> Player:
    made: Player = PlayerFactory(
        username="ada", display_name="Ada L", email="ada-mine@example.org", about="about mine", first_name="Augusta",
    )  # fmt: skip
    return made
