"""The hall of each test."""

from __future__ import annotations

import pytest

from tests.league.desk.hall import Hall


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    return Hall()
