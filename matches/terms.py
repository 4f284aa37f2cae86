"""What the players of a match may agree on, and what follows from absence: a value that whoever opens a match sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from matches.clock import Control

SOON = timedelta(seconds=60)
LATER = timedelta(seconds=180)


@dataclass(frozen=True, slots=True)
class Terms:
    """The defaults are those of a match that counts: nothing is agreed on but a draw, and absence forfeits."""

    draw: bool = True
    """Draws may be offered, where the game knows them."""
    takeback: bool = False
    """Moves may be taken back with the consent of all, where the game has no secrets."""
    pause: bool = False
    abort: bool = False
    """Any player may abort the match before its second move."""
    abort_unplayed: bool = False
    """Aborting is possible only before anything was dealt or moved: later a player can only resign."""
    claim: bool = True
    """Whoever waits for a player who has gone may claim the match."""
    absent_lose: bool = True
    """Who is not ready in time forfeits; else the match is called off."""

    def dump(self) -> dict[str, bool]:
        return asdict(self)

    @classmethod
    def load(cls, kept: Mapping[str, Any]) -> Terms:
        return cls(**{name: kept[name] for name in cls.__dataclass_fields__ if name in kept})


CASUAL = Terms(takeback=True, pause=True, abort=True, absent_lose=False)
"""Of a match that two people make for fun."""
RATED = Terms(pause=True, abort=True, abort_unplayed=True, absent_lose=False)
"""Of a rated challenge: the moves stand."""


def claim_after(control: Control) -> timedelta | None:
    """How long a player must be gone before the match may be claimed; None in correspondence, where everybody is.

    A minute; three where a turn and the reserve come to more than an hour; never where they come to half a day.
    """
    whole = timedelta(milliseconds=control.turn_ms + control.reserve_ms)
    if whole >= timedelta(hours=12):
        return None
    return SOON if whole <= timedelta(hours=1) else LATER
