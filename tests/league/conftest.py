"""A player, and a league and who runs it."""

from typing import Any

import pytest

from league.events.models import Event
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


def kept_event(name: str) -> Any:
    """A fixture: the event that `KEPT` of the module makes under this name, as it was made."""

    @pytest.fixture
    def read(kept: dict[str, int]) -> Event:
        return Event.objects.select_related("organiser").get(pk=kept[name])

    return read
