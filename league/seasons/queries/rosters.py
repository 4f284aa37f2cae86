"""Rosters as the rules take them, and who is free."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import Q

from league.gamers.models import SeasonGamer
from league.seasons.models import Contract, Franchise, SeasonTerms
from league.seasons.rules.roster import Held, Roster, RosterRules


def rules_of(terms: SeasonTerms) -> RosterRules:
    purse = terms.purse if terms.salaries_paid else None
    return RosterRules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, terms.genres, purse)


def money_of(terms: SeasonTerms, franchise: int) -> int | None:
    """Return what a franchise has for salaries; None where signing costs nothing."""
    if not terms.salaries_paid:
        return None
    return Franchise.objects.values_list("balance", flat=True).get(pk=franchise)


def rosters(season_id: int) -> dict[int, Roster]:
    """By franchise, its Gamers under contract and its dead money, in one query. Those with neither are left out."""
    held: dict[int, list[Held]] = defaultdict(list)
    dead: dict[int, int] = defaultdict(int)
    rows = Contract.objects.filter(Q(ended_at__isnull=True) | Q(dead__gt=0), season=season_id).order_by("pk")
    for franchise, gamer, genre, salary, left, ended_at in rows.values_list(
        "franchise", "gamer", "gamer__gamer__genre", "salary", "dead", "ended_at"
    ):
        dead[franchise] += left
        if ended_at is None:
            held[franchise].append(Held(gamer, genre, salary))
    return {one: Roster(tuple(held[one]), dead[one]) for one in dead}


def free_gamers(season_id: int) -> list[Held]:
    """Who can be signed: Gamers of the season without a contract, at their salary, cheapest first."""
    taken = Contract.objects.filter(season=season_id, ended_at__isnull=True).values("gamer")
    rows = SeasonGamer.objects.filter(season=season_id).exclude(pk__in=taken).order_by("salary", "pk")
    return [Held(*row) for row in rows.values_list("pk", "gamer__genre", "salary")]


def pool_of(season_id: int) -> list[Held]:
    """All Gamers who can be had in a season, at their salary there, cheapest first."""
    rows = SeasonGamer.objects.filter(season=season_id).order_by("salary", "pk")
    return [Held(*row) for row in rows.values_list("pk", "gamer__genre", "salary")]
