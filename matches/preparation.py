"""Registry for a decision that another package makes between "all ready" and the start of a match."""

from collections.abc import Callable
from datetime import datetime

from engines.i18n import Message, translate as _
from matches.models import Match, Preparation

Begin = Callable[[Match, datetime], None]
_registered: list[tuple[Begin, str]] = []


def register(begin: Begin, text: str) -> None:
    """Register `begin`, which gets a locked match with all players ready and later calls `end_preparation`.

    `text` is a marked sentence: what the players do meanwhile.
    """
    _registered[:] = [(begin, text)]


def preparation_text() -> Message:
    """Return what the players do before the match starts."""
    _unused, text = _registered[0]
    return _(text)


def begin_preparation(match: Match, at: datetime) -> None:
    """Begin the preparation of the locked match and clear its deadline."""
    match.preparation, match.deadline_at = Preparation.RUNNING, None
    match.save(update_fields=["preparation", "deadline_at"])
    begin, _ = _registered[0]
    begin(match, at)
