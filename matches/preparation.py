"""What has to be decided about a match once its seats are taken and before it starts, by the package that knows how."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from matches.models import Match, Preparation

Begin = Callable[[Match, datetime], None]
_begin: list[Begin] = []


def register(begin: Begin) -> None:
    """`begin` gets a locked match whose players are all ready. It later calls `actions.opening.end_preparation`."""
    _begin[:] = [begin]


def begin_preparation(match: Match, at: datetime) -> None:
    """Begin what was planned for the locked match. Nobody can be late for its start meanwhile."""
    match.preparation, match.deadline_at = Preparation.RUNNING, None
    match.save(update_fields=["preparation", "deadline_at"])
    _begin[0](match, at)
