"""What holds where the organiser says nothing."""

from collections.abc import Sequence
from typing import Protocol

BY_TIE_BREAKS = {"round-robin": ("SB", "DE", "WIN"), "swiss": ("BH-C1", "BH", "SB", "DE")}
"""Formats whose standings follow the organiser's tie-breaks, and those that they have without."""


class Chosen(Protocol):
    tie_breaks: Sequence[str]


def tie_breaks_of(event: Chosen, format: str) -> tuple[str, ...]:
    """The keys of the tie-breaks of a stage, in order."""
    return tuple(event.tie_breaks) or BY_TIE_BREAKS[format]
