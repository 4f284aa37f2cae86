"""Seasons that the tests of a module share, at noon of the day on which the factories make things."""

import pytest

from league.leagues.models import Season
from league.seasons.models import Franchise
from tests.factories import NOON, season
from tests.league.seasons.test_trades import trading

CLOCKS = (
    "season_pages.views.franchises", "season_pages.views.market", "season_pages.views.settings", "season_pages.api",
    "seasons.api",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    for where in CLOCKS:
        monkeypatch.setattr(f"league.{where}.now", lambda: NOON)


@pytest.fixture(scope="module")
def made(module_rows: None) -> Season:
    return season()


@pytest.fixture(scope="module")
def traded(module_rows: None) -> tuple[Season, Franchise, Franchise]:
    """A season in its rounds: two franchises of four Gamers with 10 in money each, every window open."""
    return trading()
