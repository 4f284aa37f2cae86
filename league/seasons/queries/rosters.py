"""Rosters as the rules take them, and who is free."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import Sum

from league.gamers.models import SeasonGamer
from league.seasons.models import Contract, SeasonTerms
from league.seasons.rules.roster import Held, Roster, RosterRules


def rules_of(terms: SeasonTerms) -> RosterRules:
    return RosterRules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, terms.genres)


def rosters(season_id: int) -> dict[int, Roster]:
    """By franchise, its Gamers under contract and its dead money, in two queries. Those with neither are left out."""
    held: dict[int, list[Held]] = defaultdict(list)
    standing = Contract.objects.filter(season=season_id, ended_at__isnull=True).order_by("pk")
    for franchise, gamer, genre, salary in standing.values_list("franchise", "gamer", "gamer__gamer__genre", "salary"):
        held[franchise].append(Held(gamer, genre, salary))
    dead = dict(
        Contract.objects.filter(season=season_id, dead__gt=0)
        .values("franchise")
        .annotate(sum=Sum("dead"))
        .values_list("franchise", "sum")
    )
    return {one: Roster(tuple(held[one]), dead.get(one, 0)) for one in held.keys() | dead.keys()}


def free_gamers(season_id: int) -> list[Held]:
    """Who can be signed: Gamers of the season without a contract, at their salary, cheapest first."""
    taken = Contract.objects.filter(season=season_id, ended_at__isnull=True).values("gamer")
    rows = SeasonGamer.objects.filter(season=season_id).exclude(pk__in=taken).order_by("salary", "pk")
    return [Held(*row) for row in rows.values_list("pk", "gamer__genre", "salary")]


def pool_of(season_id: int) -> list[Held]:
    """All Gamers who can be had in a season, at their salary there, cheapest first."""
    rows = SeasonGamer.objects.filter(season=season_id).order_by("salary", "pk")
    return [Held(*row) for row in rows.values_list("pk", "gamer__genre", "salary")]
