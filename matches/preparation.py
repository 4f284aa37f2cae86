"""What has to be decided about a match once its seats are taken and before it starts, by the package that knows how."""

from collections.abc import Callable
from datetime import datetime

from engines.words import Message, told
from matches.models import Match, Preparation

Begin = Callable[[Match, datetime], None]
_registered: list[tuple[Begin, str]] = []


def register(begin: Begin, text: str) -> None:
    """`begin` gets a locked match whose players are all ready. It later calls `actions.opening.end_preparation`.

    `text` is a marked sentence: what the players do meanwhile.
    """
    _registered[:] = [(begin, text)]


def preparation_text() -> Message:
    """What the players do before the match starts."""
    _, text = _registered[0]
    return told(text)


def begin_preparation(match: Match, at: datetime) -> None:
    """Begin what was planned for the locked match. Nobody can be late for its start meanwhile."""
    match.preparation, match.deadline_at = Preparation.RUNNING, None
    match.save(update_fields=["preparation", "deadline_at"])
    begin, _ = _registered[0]
    begin(match, at)
