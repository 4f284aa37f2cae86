"""The formats that an event may have, by key."""

from __future__ import annotations

from typing import Any

from league.events.formats.adapters.round_robin import RoundRobin
from league.events.formats.adapters.swiss import Swiss
from league.events.formats.protocol import Format

FORMATS: dict[str, Format[Any]] = {one.key: one for one in (RoundRobin(), Swiss())}
"""Played in rounds: each makes its pairings from the entrants and all results so far."""
BRACKETS = {"single-elimination": "Single elimination", "double-elimination": "Double elimination"}
"""Drawn as a whole at the start: results only say who comes to which place."""


def name_of_format(key: str) -> str:
    return FORMATS[key].name if key in FORMATS else BRACKETS.get(key, key)
