"""What a season's draft came to becomes contracts, all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engines.words import say
from league.drafts.formats.entities import Pick
from league.drafts.models import DraftTeam
from league.gamers.models import SeasonGamer
from league.seasons.actions.changes import season_changed
from league.seasons.actions.contracts import pay_salaries
from league.seasons.actions.locking import locked_terms
from league.seasons.models import Contract, Signing
from league.seasons.queries.rosters import rosters, rules_of
from league.seasons.rules.roster import Held, Roster, faults_of
from matches.refusals import Refused


def sign_all(season_id: int, draft_id: int, picks: Sequence[Pick], *, at: datetime) -> None:
    """Sign every Gamer for the price of the pick, which is paid where the season says so.

    Locks the season's terms; call it in the act's transaction.

    Codes: gamer-taken, no-money, roster-changed (a roster is not what it was when the draft began).
    """
    terms = locked_terms(season_id)
    teams = dict(DraftTeam.objects.filter(draft=draft_id).values_list("number", "franchise"))
    gamers = SeasonGamer.objects.filter(season=season_id).in_bulk([pick.card for pick in picks])
    genres = dict(SeasonGamer.objects.filter(pk__in=gamers).values_list("pk", "gamer__genre"))
    if Contract.objects.filter(gamer__in=gamers, ended_at__isnull=True).exists():
        raise Refused("gamer-taken", say("A Gamer who was drafted is under contract."))
    held = rosters(season_id)
    for number, franchise in teams.items():
        mine = [Held(pick.card, genres[pick.card], pick.price) for pick in picks if pick.team == number]
        if franchise is None or (faults := faults_of(rules_of(terms), held.get(franchise, Roster()).plus(*mine))):
            text = "; ".join(faults) if franchise else say("its franchise is gone")
            text = say("The roster of team {number} would not be legal: {faults}.", number=number, faults=text)
            raise Refused("roster-changed", text)
    signed = Contract.objects.bulk_create(
        Contract(
            season_id=season_id, franchise_id=teams[pick.team], gamer=gamers[pick.card], salary=pick.price,
            seasons_left=terms.contract_seasons, how=Signing.DRAFT, signed_at=at,
        )
        for pick in picks
    )  # fmt: skip
    pay_salaries(terms, signed, at=at)
    season_changed(season_id)
