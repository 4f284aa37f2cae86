"""How a season goes on from phase to phase."""

from __future__ import annotations

from league.seasons.models import Phase

DEED = "plan seasons"
"""What somebody has to be allowed to do in the league to organise its seasons."""
STEPS: dict[str, tuple[Phase, ...]] = {
    Phase.SETUP: (Phase.DRAFT,),
    Phase.DRAFT: (Phase.ROUNDS,),
    Phase.ROUNDS: (Phase.AWARDS,),
    Phase.AWARDS: (Phase.ARCHIVE, Phase.ROUNDS),
    Phase.ARCHIVE: (Phase.AWARDS,),
}
"""From each phase, on to the next; the last two can be taken back, for a stated reason."""


def goes_back(before: Phase, to: Phase) -> bool:
    """
    >>> goes_back(Phase.AWARDS, Phase.ROUNDS), goes_back(Phase.AWARDS, Phase.ARCHIVE)
    (True, False)
    """
    order = list(Phase)
    return order.index(to) < order.index(before)
