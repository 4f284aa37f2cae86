"""The lock under which money and rosters of a season change."""

from __future__ import annotations

from engines.words import say
from league.seasons.models import Phase, SeasonTerms
from league.seasons.rules.phases import phase_name
from matches.refusals import Refused


def locked_terms(season_id: int) -> SeasonTerms:
    """The terms of a season, locked until the transaction ends. Everybody who changes money or rosters waits here."""
    terms = SeasonTerms.objects.select_for_update().filter(pk=season_id).first()
    if terms is None:
        raise Refused("no-franchises", say("This season is not played with franchises."))
    return terms


def must_be(terms: SeasonTerms, *phases: Phase) -> None:
    """Refused unless the season is in one of these phases."""
    if terms.phase not in phases:
        now, wanted, *others = (phase_name(one) for one in (terms.phase, *phases))
        if others:
            text = say(
                "The season is now in the phase '{phase}', not {wanted} or {other}.",
                phase=now,
                wanted=wanted,
                other=others[0],
            )
        else:
            text = say("The season is now in the phase '{phase}', not {wanted}.", phase=now, wanted=wanted)
        raise Refused("wrong-phase", text)
