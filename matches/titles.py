"""Titles of matches and rounds, as they are stored and as they are read."""

from __future__ import annotations

import re

from engines.words import told
from matches.retelling import retold

BEFORE_THE_NAME = " · "
_PLACE = re.compile(r"(?P<round>.+), Board (?P<board>\d+)(, Game (?P<game>\d+))?")


def title_of(title: str) -> str:
    """A stored title in the reader's language: of the round and the board. The event's own name stays as it is."""
    place, dot, name = title.partition(BEFORE_THE_NAME)
    return _place(place) + dot + name


def round_of(label: str) -> str:
    """What a round is called, such as `Semi-finals` or `Wave 12`, in the reader's language."""
    words, _, number = label.rpartition(" ")
    return told(f"{words} {{number}}", number=number) if words and number.isdecimal() else told(label)


def _place(place: str) -> str:
    found = _PLACE.fullmatch(place)
    if found is None:
        return retold(place)
    given = {**found.groupdict(), "round": round_of(found["round"])}
    return told("{round}, Board {board}, Game {game}" if found["game"] else "{round}, Board {board}", **given)
