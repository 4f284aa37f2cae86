"""A season's Gamers as cards, and the page of one Gamer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import F, OrderBy, Q, QuerySet, Sum

from engines.i18n import mark, mark_in, translate as _
from league.events.models import Event
from league.gamers.models import STATS, SeasonGamer
from league.gamers.queries import flavour_of, talents
from league.pagination import PageInfo, paginate
from league.seasons.models import Contract, Phase, SeasonSettings
from league.seasons.queries.franchises import FINAL_ENDINGS
from league.stats.models import Tally

PAGE_SIZE, MAX_PAGE_SIZE = 48, 200
MAX_TEXT_LENGTH = 60
NO_TALENT = "none"
TOTAL_STATS = sum((F(f"gamer__{stat}") for stat in STATS[1:]), F(f"gamer__{STATS[0]}"))
SORTS: Mapping[str, tuple[str, OrderBy]] = {
    "dearest": (mark("Most expensive first"), F("salary").desc()),
    "cheapest": (mark("Cheapest first"), F("salary").asc()),
    "handle": (mark("By handle"), F("gamer__handle").asc()),
    "total": (mark("Highest total stats"), TOTAL_STATS.desc()),
    "wisdom": (mark("Best wisdom"), F("gamer__wisdom").desc()),
    "awareness": (mark("Best awareness"), F("gamer__awareness").desc()),
    "synergy": (mark("Best synergy"), F("gamer__synergy").desc()),
    "dexterity": (mark("Best dexterity"), F("gamer__dexterity").desc()),
    "xfactor": (mark("Best X-factor"), F("gamer__xfactor").desc()),
}
STATES = {
    "": mark_in("which Gamers", "all"),
    "free": mark_in("which Gamers", "free"),
    "taken": mark_in("which Gamers", "under contract"),
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


def list_card_page(
    terms: SeasonSettings, *, sort: str = "", page: int = 1, size: int = PAGE_SIZE, genre: str = "", talent: str = "",
    state: str = "", text: str = "", least: int | None = None, most: int | None = None,
) -> tuple[list[Card], PageInfo]:  # fmt: skip
    """Return a page of the filtered cards in three queries; beyond the last page, the last. Salaries in thousands."""
    filters = {
        "gamer__genre": genre or None,
        "gamer__talent": "" if talent == NO_TALENT else talent or None,
        "salary__gte": least,
        "salary__lte": most,
    }
    rows = _filter_pool(terms).filter(**{name: value for name, value in filters.items() if value is not None})
    if text:
        in_gamer = [Q(**{f"gamer__{field}__icontains": text}) for field in ("handle", "name", "flavour")]
        rows = rows.filter(reduce(or_, in_gamer))
    if state:
        taken = _list_contracts(terms).values("gamer")
        rows = rows.filter(pk__in=taken) if state == "taken" else rows.exclude(pk__in=taken)
    page_rows, paging = paginate(rows.order_by(SORTS[sort or "dearest"][1], "gamer__handle", "pk"), page, size)
    return _build_cards(terms, page_rows), paging


def list_cards(terms: SeasonSettings, gamers: Iterable[int]) -> list[Card]:
    """Return these Gamers in the given order, without those that are not in the season."""
    ids = list(gamers)
    cards = {entry.gamer_id: entry for entry in _build_cards(terms, _filter_pool(terms).filter(pk__in=ids))}
    return [cards[entry] for entry in ids if entry in cards]


def list_all_cards(terms: SeasonSettings) -> list[Card]:
    """Return all Gamers of a season by handle, for exports."""
    return _build_cards(terms, _filter_pool(terms).order_by("gamer__handle", "pk"))


def _filter_pool(terms: SeasonSettings) -> QuerySet[SeasonGamer]:
    return SeasonGamer.objects.filter(season=terms.pk).select_related("gamer")


def _list_contracts(terms: SeasonSettings) -> QuerySet[Contract]:
    """Return running contracts; in the archive, those that ran to the end."""
    stands = Q(ended_at__isnull=True)
    if terms.phase == Phase.ARCHIVE:
        stands |= Q(ending__in=FINAL_ENDINGS)
    return Contract.objects.filter(stands, season=terms.pk)


def _build_cards(terms: SeasonSettings, rows: Iterable[SeasonGamer]) -> list[Card]:
    gamers = list(rows)
    contracts = _list_contracts(terms).filter(gamer__in=[row.pk for row in gamers])
    teams = {gamer: (pk, name) for gamer, pk, name in contracts.values_list("gamer", "franchise", "franchise__name")}
    return [_build_card(row, teams.get(row.pk)) for row in gamers]


def _build_card(row: SeasonGamer, team: tuple[int, str] | None) -> Card:
    gamer = row.gamer
    talent = talents().get(gamer.talent, {})
    stats = {stat: int(getattr(gamer, stat)) for stat in STATS}
    return Card(
        row.pk, gamer.handle, gamer.name, gamer.genre, row.salary, stats, sum(stats.values()), gamer.talent,
        _(talent.get("name", gamer.talent)), talent.get("kind", ""), _(talent.get("text", "")), flavour_of(gamer),
        team[1] if team else "", team[0] if team else None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class GamerContract:
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
class GamerRecord:
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
    contracts: list[GamerContract]
    """The contracts, newest first."""
    played: GamerRecord | None
    """The record; None without a counted match."""


def find_gamer_page(terms: SeasonSettings, gamer: int) -> GamerPage | None:
    """Return the page of a season's Gamer; None if the season does not have it."""
    row = SeasonGamer.objects.filter(pk=gamer, season=terms.pk).select_related("gamer", "season").first()
    if row is None:
        return None
    league = row.season.league_id
    rows = SeasonGamer.objects.filter(gamer=row.gamer, season__league=league).select_related("season")
    seasons = [
        SeasonSalary(entry.season_id, entry.season.name, entry.pk, entry.salary)
        for entry in rows.order_by("-season__starts_on", "-season")
    ]
    contract_rows = Contract.objects.filter(gamer__gamer=row.gamer, season__league=league)
    contracts = [
        GamerContract(
            entry.season_id, entry.season.name, entry.franchise_id, entry.franchise.name, entry.salary,
            str(entry.get_how_display()), entry.signed_at, entry.ended_at, str(entry.get_ending_display()),
        )
        for entry in contract_rows.select_related("season", "franchise").order_by("-signed_at", "-pk")
    ]  # fmt: skip
    return GamerPage(list_cards(terms, [gamer])[0], seasons, contracts, _find_record(league, row.gamer.handle))


def _find_record(league: int, handle: str) -> GamerRecord | None:
    """Return the record by handle in this league's events, because other leagues may use the same handle."""
    events = Event.objects.filter(league=league).values("pk")
    rows = Tally.objects.filter(event__gt=0, event__in=events, player=0, topic="gamer", key=handle)
    names = ("matches", "won", "drawn", "lost", "uses", "good")
    sums = rows.aggregate(**{f"all_{name}": Sum(name, default=0) for name in names})
    record = GamerRecord(*(int(sums[f"all_{name}"]) for name in names))
    return record if record.matches else None
