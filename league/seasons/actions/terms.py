"""Opening a season for franchises, and editing its terms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.words import say, told
from league.audit.actions import changes
from league.leagues.models import Season
from league.seasons.actions.changes import organised, organised_season, tell
from league.seasons.actions.locking import locked_terms
from league.seasons.models import Phase, SeasonTerms
from league.seasons.queries.rosters import free_gamers, pool_of, rosters, rules_of
from league.seasons.rules.phases import phase_name
from league.seasons.rules.roster import check
from league.seasons.rules.terms import BY_NAME, check_pool, check_sense, read
from matches.refusals import Refused


@transaction.atomic
def open_season(
    *, season_id: int, by: int, given: Mapping[str, Any] | None = None, why: str = "", at: datetime
) -> None:
    """Let a planned season be played with franchises, by the usual terms or, of them, the given ones."""
    season = organised_season(season_id, by)
    open_terms(season, read(given or {}))
    tell(season, "season.opened", by=by, why=why, at=at, after=dumped(locked_terms(season_id)))


def open_terms(season: Season, values: Mapping[str, Any], **more: Any) -> SeasonTerms:
    """Its row of terms, in set-up. Needs the league locked."""
    if season.archived_at:
        raise Refused("season-archived", say("Take the season back from the archive first."))
    if SeasonTerms.objects.filter(pk=season.pk).exists():
        raise Refused("already-open", say("The season is played with franchises already."))
    terms = SeasonTerms(season=season, **values, **more)
    if "salaries_paid" not in values:
        terms.salaries_paid = terms.purse > 0
    if terms.salaries_paid and "purse" not in values:
        terms.purse = terms.cap  # less would buy fewer rosters than the cap allows
    check_sense(rules_of(terms))
    terms.save(force_insert=True)
    return terms


@transaction.atomic
def edit_terms(*, season_id: int, by: int, given: Mapping[str, Any], why: str = "", at: datetime) -> None:
    """Change terms, each as long as the phase allows it. Codes: those of `rules.terms`, wrong-phase, terms-break."""
    season, terms = organised(season_id, by)
    values = read(given)
    before, after = changes(dumped(terms), values)
    for name in after:
        if not BY_NAME[name].may_change(terms.phase):
            phase = phase_name(terms.phase)
            text = say(
                "{term} stands: the season is in the phase '{phase}'.", term=told(BY_NAME[name].label), phase=phase
            )
            raise Refused("wrong-phase", text, name)
    if not after:
        return
    for name, value in after.items():
        setattr(terms, name, value)
    check_whole(terms)
    terms.save(update_fields=list(after))
    tell(season, "season.terms", by=by, before=before, after=after, why=why, at=at)


def check_whole(terms: SeasonTerms) -> None:
    """Refused where terms, pool, franchises and rosters do not fit together. A pool may still be being filled."""
    rules = rules_of(terms)
    check_sense(rules)
    teams = dict(terms.season.franchises.values_list("pk", "name"))
    if len(teams) > terms.franchises_most:
        text = say("{teams} franchises have been founded already.", teams=len(teams))
        raise Refused("too-many-franchises", text, "franchises_most")
    pool = pool_of(terms.pk)
    if terms.phase == Phase.SETUP and pool and (teams or len(pool) >= rules.least):
        check_pool(rules, pool, len(teams))
    held, free = rosters(terms.pk), free_gamers(terms.pk)
    for franchise, roster in held.items():
        try:
            check(rules, roster, free)
        except Refused as refusal:
            text = say("{franchise} would break them: {refusal}", franchise=teams[franchise], refusal=refusal.text)
            raise Refused("terms-break", text, "cap") from None


def dumped(terms: SeasonTerms) -> dict[str, Any]:
    return {name: getattr(terms, name) for name in BY_NAME}
