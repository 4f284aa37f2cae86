"""An event of a season that its two franchises have entered, and a match of one that was paid, made once a module."""

import pytest

from league.events.models import Event
from league.seasons.models import Franchise
from tests.league.lineups.playing import Played, played, read_played


@pytest.fixture
def made(same_event: int) -> Event:
    """The event that the module makes as `same_event`."""
    return Event.objects.select_related("league", "organiser").get(pk=same_event)


@pytest.fixture
def teams(made: Event) -> list[Franchise]:
    return list(Franchise.objects.filter(season=made.season_id).select_related("owner").order_by("pk"))


@pytest.fixture(scope="module")
def same_played(module_rows: None) -> int:
    return played()[2].match_id or 0


@pytest.fixture
def paid(same_played: int, db: None) -> Played:
    """Two franchises, the winner first, the event, and its match that was paid."""
    return read_played(same_played)
