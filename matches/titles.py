"""Titles of matches, as they are stored and as they are read."""

from __future__ import annotations

from matches.retelling import retold

BEFORE_THE_NAME = " · "
_NAME = "\0"


def title_of(title: str) -> str:
    """A stored title in the reader's language: of the round and the board. The event's own name stays as it is."""
    place, dot, name = title.partition(BEFORE_THE_NAME)
    return retold(f"{place}{dot}{_NAME}").replace(_NAME, name) if dot else retold(title)
