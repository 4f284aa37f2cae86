"""Taking a season from phase to phase."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engines.words import say
from league.audit.rules import reason
from league.leagues.models import Season
from league.seasons.actions.changes import organised, tell
from league.seasons.actions.payments import pay
from league.seasons.models import Franchise, PaymentKind, Phase, SeasonTerms
from league.seasons.queries.missing import bids_wait, missing_for
from league.seasons.rules.phases import STEPS, goes_back, phase_name
from matches.refusals import Refused


@transaction.atomic
def go_to(*, season_id: int, by: int, to: str, why: str = "", at: datetime) -> None:
    """Take the season to another phase. Codes: unknown-phase, no-such-step, not-ready (what is missing is named)."""
    season, terms = organised(season_id, by)
    if to not in Phase.values:
        raise Refused("unknown-phase", say("A phase is one of: {values}.", values=", ".join(Phase.values)), "to")
    phase, before = Phase(to), Phase(terms.phase)
    if phase not in STEPS[before]:
        here, first, *others = (phase_name(one) for one in (before, *STEPS[before]))
        if others:
            text = say("From {phase} the season goes to {one} or {other}.", phase=here, one=first, other=others[0])
        else:
            text = say("From {phase} the season goes to {one}.", phase=here, one=first)
        raise Refused("no-such-step", text, "to")
    back = goes_back(before, phase)
    why = reason(why, needed=back)
    if phase == Phase.AWARDS and back and SeasonTerms.objects.filter(carried_from=season_id).exists():
        raise Refused("carried-over", say("Franchises have gone on into the next season: the books stay closed."))
    if phase == Phase.AWARDS and not back and bids_wait(season_id):
        raise Refused("not-ready", say("There are sealed bids that have not been opened. Wait until they are."), "to")
    if lacking := missing_for(terms, phase):
        raise Refused("not-ready", " ".join(lacking), "to")
    SeasonTerms.objects.filter(pk=terms.pk).update(phase=phase)
    if phase == Phase.DRAFT:
        _pay_purses(terms, at)
    if Phase.ARCHIVE in (phase, before):
        Season.objects.filter(pk=season_id).update(archived_at=at if phase == Phase.ARCHIVE else None)
    tell(season, "season.phase", by=by, before={"phase": before}, after={"phase": phase}, why=why, at=at)


def _pay_purses(terms: SeasonTerms, at: datetime) -> None:
    for franchise in Franchise.objects.filter(season=terms.pk).order_by("pk").values_list("pk", flat=True):
        pay(
            terms, payer=None, payee=franchise, amount=terms.purse, kind=PaymentKind.PURSE,
            key=f"purse.{franchise}", at=at,
        )  # fmt: skip
