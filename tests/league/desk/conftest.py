"""The hall of each test."""

import copy

import pytest

from tests.league.desk.hall import Hall


@pytest.fixture(scope="module")
def same_hall(module_rows: None) -> Hall:
    """Made once a module; every test finds it as it was made."""
    return Hall()


@pytest.fixture
def hall(same_hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    return copy.copy(same_hall)
