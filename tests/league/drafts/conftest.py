"""Seasons in their draft and drafts that have begun, made once for all tests of a module."""

import pytest

from league.drafts.models import Draft
from league.leagues.models import Season
from tests.cold import nothing_kept
from tests.factories import draft, drafted_season
from tests.league.drafts.match_drafts.drawing import accepted, draft_of


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    nothing_kept()


@pytest.fixture(scope="module")
def season_id(module_rows: None) -> int:
    return drafted_season().pk


@pytest.fixture
def season(season_id: int, db: None) -> Season:
    """Two franchises, and no draft yet."""
    return Season.objects.select_related("league").get(pk=season_id)


@pytest.fixture(scope="module")
def draft_id(module_rows: None) -> int:
    return draft().pk


@pytest.fixture
def row(draft_id: int, db: None) -> Draft:
    """A snake of two franchises with 180 seconds a turn, begun at noon."""
    return Draft.objects.get(pk=draft_id)


@pytest.fixture(scope="module")
def casual_id(module_rows: None) -> int:
    return draft_of(accepted()).pk


@pytest.fixture
def casual(casual_id: int, db: None) -> Draft:
    """Two people who begin to draw the Gamers of a casual match."""
    return Draft.objects.get(pk=casual_id)


@pytest.fixture(scope="module")
def rated_id(module_rows: None) -> int:
    return draft_of(accepted(rated=True)).pk


@pytest.fixture
def rated(rated_id: int, db: None) -> Draft:
    """The same of a rated match."""
    return Draft.objects.get(pk=rated_id)
