"""The header of season pages, the settings page, and the conditions of the next phase."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from engines.i18n import join, translate as _, translate_n, translate_stored
from league.gamers.models import SeasonGamer
from league.leagues.models import Season
from league.leagues.queries.roles import has_league_permission
from league.leagues.rules import PLAN_SEASONS
from league.people.models import Player
from league.seasons.market_models import Trade, TradeStatus
from league.seasons.models import Franchise, Phase, SeasonSettings, WaiverMode
from league.seasons.queries.market import WindowLine, list_windows
from league.seasons.queries.rosters import get_roster_rules, get_rosters, list_pool_gamers
from league.seasons.rules.roster import Roster, missing_genres, open_places
from league.seasons.rules.settings import CHOICE, FLAG, GENRES, NEXT_PHASES, SETTINGS, check_pool, check_rules, is_step_back
from matches.errors import ActionError, get_or_refuse


@dataclass(frozen=True, slots=True)
class SeasonHeader:
    """The header of all pages of a season, for one viewer."""

    league_id: int
    league: str
    slug: str
    season_id: int
    name: str
    starts_on: date
    ends_on: date
    archived: bool
    franchised: bool
    """Whether the season has franchises."""
    phase: str | None
    phase_name: str
    sealed_bids: bool
    """Whether free agents go to the highest blind bid."""
    may_edit: bool
    yours: int | None
    """The viewer's own franchise."""
    checked_at: datetime | None
    faults: tuple[str, ...] | None
    """The faults found by the nightly check; None for all but site admins."""

    @property
    def url(self) -> str:
        return reverse("season", args=[self.slug, self.season_id])


def get_season_header(slug: str, season_id: int, viewer: Player | None) -> SeasonHeader:
    """Return the header of a season's pages. Raises ActionError("not-found")."""
    player = viewer.pk if viewer else None
    own_franchise = Franchise.objects.filter(season=OuterRef("pk"), owner=player).order_by("pk").values("pk")[:1]
    rows = Season.objects.select_related("league", "terms").filter(pk=season_id, league__slug=slug.lower())
    season = get_or_refuse(rows.annotate(yours=Subquery(own_franchise)).first(), "not-found", _("Season not found."))
    terms: SeasonSettings | None = getattr(season, "terms", None)
    admin = viewer is not None and viewer.is_superuser
    return SeasonHeader(
        league_id=season.league_id,
        league=season.league.name,
        slug=season.league.slug,
        season_id=season.pk,
        name=season.name,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        archived=season.archived_at is not None,
        franchised=terms is not None,
        phase=terms.phase if terms else None,
        phase_name=terms.get_phase_display() if terms else "",
        sealed_bids=terms is not None and terms.waivers == WaiverMode.BLIND,
        may_edit=player is not None and has_league_permission(player, season.league_id, PLAN_SEASONS),
        yours=vars(season)["yours"] if terms and player else None,
        checked_at=terms.checked_at if terms and admin else None,
        faults=tuple(map(translate_stored, terms.faults)) if terms and admin else None,
    )


def get_terms(season_id: int) -> SeasonSettings:
    """Return the settings of a season. Raises ActionError("no-franchises") if it has none."""
    rows = SeasonSettings.objects.select_related("season", "carried_from").filter(pk=season_id)
    return get_or_refuse(rows.first(), "no-franchises", _("This season is played without franchises."))


def list_missing(terms: SeasonSettings, to: Phase) -> list[str]:
    """Return what the season lacks for the phase, as sentences; empty if it can start."""
    checks = {Phase.DRAFT: _missing_for_draft, Phase.ROUNDS: _missing_for_rounds, Phase.AWARDS: _missing_for_awards}
    is_forward = terms.phase != Phase.ARCHIVE and (terms.phase, to) != (Phase.AWARDS, Phase.ROUNDS)
    return checks[to](terms) if is_forward and to in checks else []


def _missing_for_draft(terms: SeasonSettings) -> list[str]:
    teams = Franchise.objects.filter(season=terms.pk).count()
    problems: list[str] = []
    if teams < 2:
        problems.append(
            translate_n(
                "At least two franchises are needed, but there is {n}.",
                "At least two franchises are needed, but there are {n}.",
                teams,
            )
        )
    try:
        check_rules(get_roster_rules(terms))
        check_pool(get_roster_rules(terms), list_pool_gamers(terms.pk), teams)
    except ActionError as refusal:
        problems.append(refusal.text)
    return problems


def _missing_for_rounds(terms: SeasonSettings) -> list[str]:
    drafts = Season(pk=terms.pk).drafts.unfinished().order_by("pk").values_list("name", flat=True)
    problems: list[str] = [_("The draft {name} isn't over.", name=name) for name in drafts]
    rules, by_franchise = get_roster_rules(terms), get_rosters(terms.pk)
    for pk, name in Franchise.objects.filter(season=terms.pk).order_by("name").values_list("pk", "name"):
        roster = by_franchise.get(pk, Roster())
        if places := open_places(rules, roster):
            lacking = missing_genres(rules, roster).items()
            needs = join([_(", including {need} {genre}", need=need, genre=genre) for genre, need in lacking], "")
            problems.append(
                translate_n(
                    "{franchise} has {n} spot to fill{needs}.",
                    "{franchise} has {n} spots to fill{needs}.",
                    places,
                    franchise=name,
                    needs=needs,
                )
            )
    return problems


def _missing_for_awards(terms: SeasonSettings) -> list[str]:
    events = Season(pk=terms.pk).events.unfinished().order_by("pk")
    problems: list[str] = [_("The event {name} isn't over.", name=name) for name in events.values_list("name", flat=True)]
    waiting = (TradeStatus.OFFERED, TradeStatus.AGREED)
    if trades := Trade.objects.filter(season=terms.pk, status__in=waiting).count():
        problems.append(_("Trades waiting for an answer or for the veto period to end: {trades}.", trades=trades))
    return problems


def is_draft_running(season_id: int) -> bool:
    """Return whether a draft of the season is running, which blocks other signings."""
    return Season(pk=season_id).drafts.begun().exists()


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A setting with its texts and value."""

    name: str
    label: str
    words: str
    value: Any
    text: str
    may_change: bool


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step to another phase, with the requirements that are still missing."""

    to: str
    name: str
    back: bool
    missing: list[str]


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings page of a season."""

    lines: list[SettingLine]
    windows: list[WindowLine]
    pool: int
    steps: list[StepLine]
    sources: list[tuple[int, str]]
    """Archived seasons that can be rolled over into this one, id and name."""
    carried_from: str

    @property
    def may_change(self) -> bool:
        return any(line.may_change for line in self.lines)


def get_settings_page(terms: SeasonSettings, at: datetime) -> SettingsPage:
    """Return the settings page: settings, windows, pool and possible steps."""
    phase = Phase(terms.phase)
    steps = [StepLine(to, str(to.label), is_step_back(phase, to), list_missing(terms, to)) for to in NEXT_PHASES[phase]]
    pool = SeasonGamer.objects.filter(season=terms.pk).count()
    sources, carried_from = list_sources(terms.season, terms), terms.carried_from.name if terms.carried_from else ""
    return SettingsPage(list_settings(terms), list_windows(terms, at), pool, steps, sources, carried_from)


def list_settings(terms: SeasonSettings) -> list[SettingLine]:
    """Return all settings with their texts and values."""
    lines = []
    for setting in SETTINGS:
        value, may_change = getattr(terms, setting.name), setting.may_change(terms.phase)
        text = _format_value(setting.kind, value)
        lines.append(SettingLine(setting.name, _(setting.label), _(setting.words), value, text, may_change))
    return lines


def list_sources(season: Season, terms: SeasonSettings | None) -> list[tuple[int, str]]:
    """Return past seasons of the league that can still be rolled over into this one."""
    if season.archived_at or (terms and (terms.phase != Phase.SETUP or terms.carried_from_id)):
        return []
    if season.franchises.exists():
        return []
    rows = Season.objects.filter(league=season.league_id, terms__phase=Phase.ARCHIVE, carried_to__isnull=True)
    return list(rows.exclude(pk=season.pk).order_by("-starts_on", "-pk").values_list("pk", "name"))


def _format_value(kind: str, value: Any) -> str:
    if kind == FLAG:
        return _("yes") if value else _("no")
    if kind == CHOICE:
        return str(WaiverMode(value).label)
    if kind == GENRES:
        return ", ".join(f"{need} {genre}" for genre, need in value.items()) or _("any")
    return f"{value:,}"
