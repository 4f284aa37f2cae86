"""Whether franchises may trade, or sign and release, at a moment."""

from __future__ import annotations

from datetime import datetime

from league.seasons.models import Phase, SeasonTerms, WindowKind


def open_window(terms: SeasonTerms, kind: WindowKind | str, at: datetime) -> bool:
    """In the rounds, from the moment a window opens up to, not including, the one at which it closes."""
    if terms.phase != Phase.ROUNDS:
        return False
    return terms.windows.filter(kind=kind, opens_at__lte=at, closes_at__gt=at).exists()
