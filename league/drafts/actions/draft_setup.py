"""The setup of a draft from the season's franchises and Gamers, or from the default set outside seasons."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import F, QuerySet

from league.drafts.formats.codec import decode
from league.drafts.formats.draws import Ordering
from league.drafts.formats.entities import Card, Chance, Rules, Setup, Team
from league.drafts.models import Draft, DraftTeam
from league.drafts.plans import Plan
from league.gamers.models import STATS, Gamer, SeasonGamer
from league.seasons.models import SeasonTerms
from league.seasons.queries.rosters import rosters
from league.seasons.rules.roster import Roster

TALENT = 1.5
"""What a talent counts among the points of a Gamer's stats, for autopick and bots."""


def setup_of(row: Draft, terms: SeasonTerms | None, chance: Chance) -> tuple[Setup, Ordering]:
    """Return the setup of a draft, of a season with these terms or of none, and how its order came about.

    Ids of cards are those of the season's Gamers, or outside seasons of the Gamers themselves.
    """
    plan = decode(row.settings["plan"], Plan)
    rows = DraftTeam.objects.filter(draft=row).select_related("franchise").order_by("number")
    if terms is None:
        teams = tuple(Team(one.number, one.name) for one in rows)
        cards, rules = _cards(Gamer.objects.filter(league=None), ""), decode(row.settings["rules"], Rules)
    else:
        teams = tuple(_teams(rows, terms))
        cards = _cards(SeasonGamer.objects.filter(season=terms.pk), "gamer__")
        rules = Rules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, dict(terms.genres))
    ordering = plan.drawn([team.id for team in teams], chance)
    return Setup(plan.kind, teams, cards, rules, ordering.order, plan.timing, dict(plan.options), chance), ordering


def _teams(rows: Iterable[DraftTeam], terms: SeasonTerms) -> Iterator[Team]:
    held = rosters(terms.pk)
    for one in rows:
        roster = held.get(one.franchise_id or 0, Roster())
        money = one.franchise.balance if terms.salaries_paid and one.franchise else None
        yield Team(one.number, one.name, roster.payroll, tuple(each.gamer for each in roster.held), money)


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
