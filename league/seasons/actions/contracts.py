"""Signing Gamers and ending their contracts. Who may, and when, is decided by the callers."""

from __future__ import annotations

from datetime import datetime

from engines.words import say
from league.gamers.models import SeasonGamer
from league.seasons.models import Contract, Ending, SeasonTerms, Signing
from league.seasons.queries.rosters import free_gamers, rosters, rules_of
from league.seasons.rules.roster import Held, Roster, check
from matches.refusals import Refused


def sign(
    terms: SeasonTerms, *, franchise: int, gamer: int, how: Signing, at: datetime, salary: int | None = None
) -> int:
    """Sign a free Gamer of the season and return the contract's id. Needs the terms locked.

    Without a salary it is the Gamer's own. Refused (gamer-taken, and the codes of `rules.roster.check`).
    """
    row = SeasonGamer.objects.filter(season=terms.pk, pk=gamer).select_related("gamer").first()
    if row is None:
        raise Refused("not-found", say("There is no such Gamer in this season."), "gamer")
    if Contract.objects.filter(gamer=gamer, ended_at__isnull=True).exists():
        raise Refused("gamer-taken", say("{handle} is under contract.", handle=row.gamer.handle), "gamer")
    held = Held(row.pk, row.gamer.genre, row.salary if salary is None else salary)
    roster = rosters(terms.pk).get(franchise, Roster()).plus(held)
    check(rules_of(terms), roster, free_gamers(terms.pk))
    contract = Contract.objects.create(
        season_id=terms.pk, franchise_id=franchise, gamer=row, salary=held.salary,
        seasons_left=terms.contract_seasons, how=how, signed_at=at,
    )  # fmt: skip
    return int(contract.pk)


def finish(contract: Contract, *, ending: Ending, at: datetime, dead: int = 0) -> None:
    """End a contract that stands. Needs the terms locked."""
    standing = Contract.objects.filter(pk=contract.pk, ended_at__isnull=True)
    if not standing.update(ended_at=at, ending=ending, dead=dead):
        raise Refused("contract-over", say("This contract is over."), "contract")


def dead_money(terms: SeasonTerms, salary: int) -> int:
    """What a release leaves on the cap in each season that is left: `dead_percent` of the salary, rounded up."""
    return -(-salary * terms.dead_percent // 100)
