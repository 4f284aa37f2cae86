"""How a season goes on from phase to phase, and when franchises may trade, sign and release."""

from __future__ import annotations

from datetime import datetime

from engines.words import marked_in, told_in
from league.seasons.models import Phase, SeasonTerms, WindowKind

STEPS: dict[str, tuple[Phase, ...]] = {
    Phase.SETUP: (Phase.DRAFT,),
    Phase.DRAFT: (Phase.ROUNDS,),
    Phase.ROUNDS: (Phase.AWARDS,),
    Phase.AWARDS: (Phase.ARCHIVE, Phase.ROUNDS),
    Phase.ARCHIVE: (Phase.AWARDS,),
}
"""From each phase, on to the next; the last two can be taken back, for a stated reason."""

WORDS: dict[str, str] = {
    Phase.SETUP: marked_in("phase of a season", "being set up"),
    Phase.DRAFT: marked_in("phase of a season", "draft"),
    Phase.ROUNDS: marked_in("phase of a season", "rounds"),
    Phase.AWARDS: marked_in("phase of a season", "awards"),
    Phase.ARCHIVE: marked_in("phase of a season", "archive"),
}


def phase_name(phase: str) -> str:
    """Within a sentence."""
    return told_in("phase of a season", WORDS[phase])


def goes_back(before: Phase, to: Phase) -> bool:
    """
    >>> goes_back(Phase.AWARDS, Phase.ROUNDS), goes_back(Phase.AWARDS, Phase.ARCHIVE)
    (True, False)
    """
    order = list(Phase)
    return order.index(to) < order.index(before)


def open_window(terms: SeasonTerms, kind: WindowKind | str, at: datetime) -> bool:
    """In the rounds, from the moment a window opens up to, not including, the one at which it closes."""
    if terms.phase != Phase.ROUNDS:
        return False
    return terms.windows.filter(kind=kind, opens_at__lte=at, closes_at__gt=at).exists()
