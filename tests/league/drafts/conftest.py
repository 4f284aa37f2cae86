"""A season in its draft and a draft that has begun, made once for all tests of a module."""

from __future__ import annotations

import pytest

from league.drafts.models import Draft
from league.leagues.models import Season
from tests.factories import draft, drafted_season
from tests.league.drafts.test_acting import forget


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    forget()


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
