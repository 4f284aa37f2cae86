"""The market of a season: its Gamers, its windows, and blind bids."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from engines.i18n import translate_stored
from league.gamers.models import STATS, Genre, SeasonGamer
from league.pagination import CursorPage, paginate_before
from league.seasons.market_models import WaiverClaim, WaiverStatus
from league.seasons.models import MarketWindow, Phase, SeasonSettings, WindowKind
from league.seasons.queries.rosters import (
    filter_free_gamers,
    find_salary_budget,
    get_roster_rules,
    get_rosters,
    list_free_gamers,
)
from league.seasons.rules.roster import Roster, max_salary

PAGE_SIZE, MAX_PAGE_SIZE = 50, 200
PROCESSED = (WaiverStatus.WON, WaiverStatus.LOST, WaiverStatus.FAILED)


@dataclass(frozen=True, slots=True)
class GamerLine:
    """A Gamer of a season's pool."""

    gamer_id: int
    """The id of the SeasonGamer."""
    handle: str
    name: str
    genre: str
    salary: int
    usual: int
    """The salary on the card."""
    stats: tuple[int, ...]
    talent: str


@dataclass(frozen=True, slots=True)
class WindowLine:
    """A window, and whether it is open now."""

    window_id: int
    kind: str
    kind_name: str
    opens_at: datetime
    closes_at: datetime
    open: bool


def list_pool(season_id: int) -> list[GamerLine]:
    """Return the season's pool, the most expensive Gamers first."""
    return _build_gamer_lines(SeasonGamer.objects.filter(season=season_id))


def list_free_agents(season_id: int, genre: str = "") -> list[GamerLine]:
    """Return the free Gamers, the most expensive first."""
    rows = filter_free_gamers(season_id)
    return _build_gamer_lines(rows.filter(gamer__genre=genre) if genre else rows)


def _build_gamer_lines(rows: QuerySet[SeasonGamer]) -> list[GamerLine]:
    return [
        GamerLine(
            row.pk, row.gamer.handle, row.gamer.name, row.gamer.genre, row.salary, row.gamer.salary,
            tuple(getattr(row.gamer, stat) for stat in STATS), row.gamer.talent,
        )
        for row in rows.select_related("gamer").order_by("-salary", "gamer__handle")
    ]  # fmt: skip


def get_max_salaries(terms: SeasonSettings, franchise_id: int, roster: Roster | None = None) -> dict[str, int | None]:
    """Return by genre the highest salary that one more Gamer of a franchise may have; None if it can take none."""
    current = get_rosters(terms.pk).get(franchise_id, Roster()) if roster is None else roster
    free, rules, money = list_free_gamers(terms.pk), get_roster_rules(terms), find_salary_budget(terms, franchise_id)
    return {genre: max_salary(rules, current, free, genre, money) for genre in Genre.values}


def list_windows(terms: SeasonSettings, at: datetime) -> list[WindowLine]:
    """Return the windows in order of time; `open` says whether one is open now."""
    return [
        WindowLine(
            row.pk, row.kind, str(WindowKind(row.kind).label), row.opens_at, row.closes_at,
            terms.phase == Phase.ROUNDS and row.opens_at <= at < row.closes_at,
        )
        for row in MarketWindow.objects.filter(terms=terms).order_by("opens_at", "pk")
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A blind bid."""

    claim_id: int
    franchise_name: str
    franchise_id: int
    gamer_id: int
    """The id of the SeasonGamer."""
    handle: str
    genre: str
    salary: int
    bid: int
    drop: str
    """The Gamer who is released if it wins; empty if there is none or it is hidden."""
    drop_id: int | None
    status: str
    status_name: str
    opens_at: datetime
    closed_at: datetime | None
    why: str


def list_own_bids(season_id: int, franchise_id: int | None) -> list[ClaimLine]:
    """Return the pending bids of the viewer's own franchise, in the order in which they will be processed."""
    if franchise_id is None:
        return []
    rows = WaiverClaim.objects.filter(season=season_id, franchise=franchise_id, status=WaiverStatus.SEALED)
    rows = rows.select_related("franchise", "gamer__gamer", "drop__gamer__gamer").order_by("opens_at", "pk")
    return [_build_claim_line(row, is_own=True) for row in rows]


def list_processed_bids(season_id: int, *, before: int | None = None, limit: int = PAGE_SIZE) -> CursorPage[ClaimLine]:
    """Return a page of processed bids, the latest first. Withdrawn bids are never shown."""
    rows = WaiverClaim.objects.filter(season=season_id, status__in=PROCESSED)
    rows = rows.select_related("franchise", "gamer__gamer", "drop__gamer__gamer").order_by("-pk")
    page, following = paginate_before(rows, before, limit)
    return CursorPage([_build_claim_line(row, is_own=False) for row in page], following)


def list_seasons_with_due_bids(at: datetime) -> list[int]:
    """Return the ids of the seasons with bids due to be processed."""
    rows = WaiverClaim.objects.filter(status=WaiverStatus.SEALED, opens_at__lte=at)
    return sorted(set(rows.values_list("season", flat=True)))


def _build_claim_line(row: WaiverClaim, *, is_own: bool) -> ClaimLine:
    drop = row.drop if is_own or row.status == WaiverStatus.WON else None
    card = row.gamer.gamer
    return ClaimLine(
        row.pk, row.franchise.name, row.franchise_id, row.gamer_id, card.handle, card.genre, row.gamer.salary, row.bid,
        drop.gamer.gamer.handle if drop else "", drop.pk if drop else None, row.status,
        str(WaiverStatus(row.status).label), row.opens_at, row.closed_at, translate_stored(row.why),
    )  # fmt: skip


def is_window_open(terms: SeasonSettings, kind: WindowKind | str, at: datetime) -> bool:
    """Return whether a window is open: only in the rounds, from its start up to, not including, its end."""
    if terms.phase != Phase.ROUNDS:
        return False
    return terms.windows.filter(kind=kind, opens_at__lte=at, closes_at__gt=at).exists()
