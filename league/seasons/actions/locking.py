"""The lock under which money and rosters of a season change."""

from __future__ import annotations

from league.seasons.models import Phase, SeasonTerms
from matches.refusals import Refused


def locked_terms(season_id: int) -> SeasonTerms:
    """The terms of a season, locked until the transaction ends. Everybody who changes money or rosters waits here."""
    terms = SeasonTerms.objects.select_for_update().filter(pk=season_id).first()
    if terms is None:
        raise Refused("no-franchises", "This season is not played with franchises.")
    return terms


def must_be(terms: SeasonTerms, *phases: Phase) -> None:
    """Refused unless the season is in one of these phases."""
    if terms.phase not in phases:
        names = " or ".join(phase.label.lower() for phase in phases)
        raise Refused(
            "wrong-phase", f"The season is now in the phase {terms.get_phase_display().lower()!r}, not {names}."
        )
