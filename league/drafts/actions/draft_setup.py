"""The setup of a draft from the season's franchises and Gamers, or from the default set outside seasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F

from engines.words import say
from league.drafts.formats.codec import decode
from league.drafts.formats.draft_time import Timing
from league.drafts.formats.entities import Card, Chance, Rules, Setup, Team
from league.drafts.models import Draft, DraftTeam
from league.drafts.plans import Plan
from league.gamers.models import STATS, Gamer, SeasonGamer
from league.seasons.models import SeasonTerms
from league.seasons.queries.rosters import rosters
from league.seasons.rules.roster import Roster
from matches.refusals import Refused

TALENT = 1.5
"""What a talent counts among the points of a Gamer's stats, for autopick and bots."""
VALUE = sum((F(stat) for stat in STATS[1:]), start=F(STATS[0]))


def plan_of(row: Draft) -> Plan:
    return decode(Plan, row.settings["plan"])


def nonces_of(teams: Mapping[int, str]) -> tuple[str, ...]:
    """A public text from each franchise that goes into every draw: its number in the draft and its name."""
    return tuple(f"{number}. {name}" for number, name in sorted(teams.items()))


def season_setup(row: Draft, terms: SeasonTerms, chance: Chance) -> tuple[Setup, Any]:
    """The setup and how its order came about. Ids of cards are those of the season's Gamers."""
    held = rosters(terms.pk)
    teams = []
    for one in DraftTeam.objects.filter(draft=row).select_related("franchise").order_by("number"):
        roster = held.get(one.franchise_id or 0, Roster())
        money = one.franchise.balance if terms.salaries_paid and one.franchise else None
        teams.append(Team(one.number, one.name, roster.payroll, tuple(each.gamer for each in roster.held), money))
    rows = SeasonGamer.objects.filter(season=terms.pk).order_by("pk").annotate(
        points=sum((F(f"gamer__{stat}") for stat in STATS[1:]), start=F(f"gamer__{STATS[0]}"))
    )  # fmt: skip
    columns = ("pk", "gamer__handle", "salary", "gamer__genre", "points", "gamer__talent")
    cards = tuple(_card(*values) for values in rows.values_list(*columns))
    rules = Rules(terms.cap, terms.roster_min, terms.roster_max, terms.reserve, dict(terms.genres))
    return _setup(plan_of(row), tuple(teams), cards, rules, chance)


def default_setup(row: Draft, chance: Chance) -> tuple[Setup, Any]:
    """The setup of a draft outside seasons. Ids of cards are those of the Gamers themselves."""
    names = DraftTeam.objects.filter(draft=row).order_by("number").values_list("number", "name")
    rows = Gamer.objects.filter(league=None).order_by("pk").annotate(points=VALUE)
    columns = ("pk", "handle", "salary", "genre", "points", "talent")
    cards = tuple(_card(*values) for values in rows.values_list(*columns))
    teams = tuple(Team(number, name) for number, name in names)
    return _setup(plan_of(row), teams, cards, decode(Rules, row.settings["rules"]), chance)


def _card(pk: int, handle: str, salary: int, genre: str, points: int, talent: str) -> Card:
    return Card(pk, handle, salary, genre, points + (TALENT if talent else 0.0))


def _setup(
    plan: Plan, teams: tuple[Team, ...], cards: tuple[Card, ...], rules: Rules, chance: Chance
) -> tuple[Setup, Any]:
    ordering = plan.drawn([team.id for team in teams], chance)
    timing: Timing = plan.timing
    return Setup(plan.kind, teams, cards, rules, ordering.order, timing, dict(plan.options), chance), ordering


def priced(plan: Plan) -> None:
    """Refused where Gamers could be had for nothing: a contract costs something."""
    if plan.options.get("opening") == 0:
        raise Refused("bad-setting", say("A contract costs something: let bids begin at 1 or more."), "opening")
