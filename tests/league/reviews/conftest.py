"""Finished matches that are cheap to review."""

from typing import Any

import pytest

from engines import review
from matches.models import Match
from tests.factories import PlayerFactory
from tests.league.stats.played import played


@pytest.fixture(autouse=True)
def _few_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge roughly: these tests are about the queue and the pages, not about what is judged well."""
    monkeypatch.setattr(review, "_PASS", 1)
    monkeypatch.setattr(review, "MAX_DECISIONS", 8)


def finished(game: str = "order-and-chaos", number: int = 0, **more: Any) -> Match:
    match = played(game, number, PlayerFactory.create_batch(2), **more)
    Match.objects.filter(pk=match.pk).update(last_entry=match.entries.count())
    match.refresh_from_db()
    return match
