"""A season's Gamers as cards, and the page of one Gamer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import F, OrderBy, Q, QuerySet, Sum

from engines.words import marked, marked_in, told
from league.events.models import Event
from league.gamers.models import STATS, SeasonGamer
from league.gamers.queries import flavour_of, talents
from league.paging import Paging, cut
from league.seasons.models import Contract, Phase, SeasonTerms
from league.seasons.queries.franchises import FINAL
from league.stats.models import Tally

PAGE, MOST = 48, 200
LONGEST_TEXT = 60
NO_TALENT = "none"
TOTAL = sum((F(f"gamer__{stat}") for stat in STATS[1:]), F(f"gamer__{STATS[0]}"))
SORTS: Mapping[str, tuple[str, OrderBy]] = {
    "dearest": (marked("Most expensive first"), F("salary").desc()),
    "cheapest": (marked("Cheapest first"), F("salary").asc()),
    "handle": (marked("By handle"), F("gamer__handle").asc()),
    "total": (marked("Highest total stats"), TOTAL.desc()),
    "wisdom": (marked("Best wisdom"), F("gamer__wisdom").desc()),
    "awareness": (marked("Best awareness"), F("gamer__awareness").desc()),
    "synergy": (marked("Best synergy"), F("gamer__synergy").desc()),
    "dexterity": (marked("Best dexterity"), F("gamer__dexterity").desc()),
    "xfactor": (marked("Best xfactor"), F("gamer__xfactor").desc()),
}
STATES = {
    "": marked_in("which Gamers", "all"),
    "free": marked_in("which Gamers", "free"),
    "taken": marked_in("which Gamers", "under contract"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """A Gamer of a season as its card shows it."""

    gamer_id: int
    """The id of the SeasonGamer."""
    handle: str
    name: str
    genre: str
    salary: int
    stats: dict[str, int]
    total: int
    talent: str
    """The Talent's id; empty for none."""
    talent_name: str
    talent_kind: str
    talent_text: str
    flavour: str
    franchise_name: str
    """The franchise it is under contract with; empty for a free agent."""
    franchise_id: int | None


def page_of_cards(
    terms: SeasonTerms, *, sort: str = "", page: int = 1, size: int = PAGE, genre: str = "", talent: str = "",
    state: str = "", text: str = "", least: int | None = None, most: int | None = None,
) -> tuple[list[Card], Paging]:  # fmt: skip
    """Return a page of the filtered cards in three queries; beyond the last page, the last. Salaries in thousands."""
    asked = {
        "gamer__genre": genre or None,
        "gamer__talent": "" if talent == NO_TALENT else talent or None,
        "salary__gte": least,
        "salary__lte": most,
    }
    rows = _pool(terms).filter(**{name: value for name, value in asked.items() if value is not None})
    if text:
        in_gamer = [Q(**{f"gamer__{field}__icontains": text}) for field in ("handle", "name", "flavour")]
        rows = rows.filter(reduce(or_, in_gamer))
    if state:
        taken = _contracts(terms).values("gamer")
        rows = rows.filter(pk__in=taken) if state == "taken" else rows.exclude(pk__in=taken)
    shown, paging = cut(rows.order_by(SORTS[sort or "dearest"][1], "gamer__handle", "pk"), page, size)
    return _cards(terms, shown), paging


def cards_of(terms: SeasonTerms, gamers: Iterable[int]) -> list[Card]:
    """Return these Gamers in the given order, without those that are not in the season."""
    wanted = list(gamers)
    found = {one.gamer_id: one for one in _cards(terms, _pool(terms).filter(pk__in=wanted))}
    return [found[one] for one in wanted if one in found]


def every_card(terms: SeasonTerms) -> list[Card]:
    """Return all Gamers of a season by handle, for exports."""
    return _cards(terms, _pool(terms).order_by("gamer__handle", "pk"))


def _pool(terms: SeasonTerms) -> QuerySet[SeasonGamer]:
    return SeasonGamer.objects.filter(season=terms.pk).select_related("gamer")


def _contracts(terms: SeasonTerms) -> QuerySet[Contract]:
    """Return running contracts; in the archive, those that ran to the end."""
    stands = Q(ended_at__isnull=True)
    if terms.phase == Phase.ARCHIVE:
        stands |= Q(ending__in=FINAL)
    return Contract.objects.filter(stands, season=terms.pk)


def _cards(terms: SeasonTerms, rows: Iterable[SeasonGamer]) -> list[Card]:
    shown = list(rows)
    held = _contracts(terms).filter(gamer__in=[row.pk for row in shown])
    teams = {gamer: (pk, name) for gamer, pk, name in held.values_list("gamer", "franchise", "franchise__name")}
    return [_card(row, teams.get(row.pk)) for row in shown]


def _card(row: SeasonGamer, team: tuple[int, str] | None) -> Card:
    one = row.gamer
    talent = talents().get(one.talent, {})
    stats = {stat: int(getattr(one, stat)) for stat in STATS}
    return Card(
        row.pk, one.handle, one.name, one.genre, row.salary, stats, sum(stats.values()), one.talent,
        told(talent.get("name", one.talent)), talent.get("kind", ""), told(talent.get("text", "")), flavour_of(one),
        team[1] if team else "", team[0] if team else None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Held:
    """A contract of the Gamer in this league."""

    season_id: int
    season_name: str
    franchise_id: int
    franchise_name: str
    salary: int
    how: str
    signed_at: datetime
    ended_at: datetime | None
    ending: str


@dataclass(frozen=True, slots=True)
class Played:
    """The Gamer's record in counted matches of the league's events, on either side."""

    matches: int
    won: int
    drawn: int
    lost: int
    acts: int
    attacks: int


@dataclass(frozen=True, slots=True)
class SeasonSalary:
    """The Gamer's salary in one season of the league."""

    season_id: int
    season_name: str
    gamer_id: int
    """The id of the SeasonGamer in that season."""
    salary: int


@dataclass(frozen=True, slots=True)
class GamerPage:
    """The page of a Gamer: its card, salaries, contracts and record."""

    card: Card
    seasons: list[SeasonSalary]
    """The salaries, newest season first."""
    contracts: list[Held]
    """The contracts, newest first."""
    played: Played | None
    """The record; None without a counted match."""


def gamer_page(terms: SeasonTerms, gamer: int) -> GamerPage | None:
    """Return the page of a season's Gamer; None if the season does not have it."""
    row = SeasonGamer.objects.filter(pk=gamer, season=terms.pk).select_related("gamer", "season").first()
    if row is None:
        return None
    league = row.season.league_id
    rows = SeasonGamer.objects.filter(gamer=row.gamer, season__league=league).select_related("season")
    seasons = [
        SeasonSalary(one.season_id, one.season.name, one.pk, one.salary)
        for one in rows.order_by("-season__starts_on", "-season")
    ]
    contracts = Contract.objects.filter(gamer__gamer=row.gamer, season__league=league)
    held = [
        Held(
            one.season_id, one.season.name, one.franchise_id, one.franchise.name, one.salary,
            str(one.get_how_display()), one.signed_at, one.ended_at, str(one.get_ending_display()),
        )
        for one in contracts.select_related("season", "franchise").order_by("-signed_at", "-pk")
    ]  # fmt: skip
    return GamerPage(cards_of(terms, [gamer])[0], seasons, held, _played(league, row.gamer.handle))


def _played(league: int, handle: str) -> Played | None:
    """Return the record by handle in this league's events, because other leagues may use the same handle."""
    events = Event.objects.filter(league=league).values("pk")
    rows = Tally.objects.filter(event__gt=0, event__in=events, player=0, topic="gamer", key=handle)
    names = ("matches", "won", "drawn", "lost", "uses", "good")
    sums = rows.aggregate(**{f"all_{name}": Sum(name, default=0) for name in names})
    found = Played(*(int(sums[f"all_{name}"]) for name in names))
    return found if found.matches else None
