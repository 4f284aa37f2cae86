"""What holds where the organiser says nothing."""

from collections.abc import Sequence
from typing import Protocol

from league.formats.registry import traits_of


class Chosen(Protocol):
    tie_breaks: Sequence[str]


def tie_breaks_of(event: Chosen, format: str) -> tuple[str, ...]:
    """The keys of the tie-breaks of a stage, in order."""
    return tuple(event.tie_breaks) or traits_of(format).tie_breaks
