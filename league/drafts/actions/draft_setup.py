"""The setup of a draft from the season's franchises and Gamers, or from the default set outside seasons."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from league.drafts.formats.codec import decode
from league.drafts.formats.draft_time import Timing
from league.drafts.formats.entities import Card, Chance, Rules, Setup, Team
from league.drafts.models import Draft, DraftTeam
from league.drafts.plans import Plan
from league.gamers.models import STATS, Gamer, SeasonGamer
from league.seasons.models import SeasonTerms
from league.seasons.queries.rosters import rosters
from league.seasons.rules.roster import Roster

TALENT = 1.5
"""What a talent counts among the points of a Gamer's stats, for autopick and bots."""


def plan_of(row: Draft) -> Plan:
    return decode(Plan, row.settings["plan"])


def season_setup(row: Draft, terms: SeasonTerms, chance: Chance) -> tuple[Setup, Any]:
    """The setup and how its order came about. Ids of cards are those of the season's Gamers."""
    held = rosters(terms.pk)
    teams = []
    for one in DraftTeam.objects.filter(draft=row).select_related("franchise").order_by("number"):
        roster = held.get(one.franchise_id or 0, Roster())
        money = one.franchise.balance if terms.salaries_paid and one.franchise else None
        teams.append(Team(one.number, one.name, roster.payroll, tuple(each.gamer for each in roster.held), money))
    cards = _cards(SeasonGamer.objects.filter(season=terms.pk), "gamer__")
    rules = Rules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, dict(terms.genres))
    return _setup(plan_of(row), tuple(teams), cards, rules, chance)


def default_setup(row: Draft, chance: Chance) -> tuple[Setup, Any]:
    """The setup of a draft outside seasons. Ids of cards are those of the Gamers themselves."""
    names = DraftTeam.objects.filter(draft=row).order_by("number").values_list("number", "name")
    cards = _cards(Gamer.objects.filter(league=None), "")
    teams = tuple(Team(number, name) for number, name in names)
    return _setup(plan_of(row), teams, cards, decode(Rules, row.settings["rules"]), chance)


def _cards(rows: QuerySet[Any], gamer: str) -> tuple[Card, ...]:
    """Return the cards of these rows; `gamer` is the prefix of the way from a row to its Gamer."""
    points = sum((F(f"{gamer}{stat}") for stat in STATS[1:]), start=F(f"{gamer}{STATS[0]}"))
    columns = ("pk", f"{gamer}handle", "salary", f"{gamer}genre", "points", f"{gamer}talent")
    return tuple(
        Card(pk, handle, salary, genre, points + (TALENT if talent else 0.0))
        for pk, handle, salary, genre, points, talent in rows.order_by("pk")
        .annotate(points=points)
        .values_list(*columns)
    )


def _setup(
    plan: Plan, teams: tuple[Team, ...], cards: tuple[Card, ...], rules: Rules, chance: Chance
) -> tuple[Setup, Any]:
    ordering = plan.drawn([team.id for team in teams], chance)
    timing: Timing = plan.timing
    return Setup(plan.kind, teams, cards, rules, ordering.order, timing, dict(plan.options), chance), ordering
