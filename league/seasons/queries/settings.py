"""The header of season pages, the settings page, and the conditions of the next phase."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from engines.words import join, retell, say, say_many, told
from league.gamers.models import SeasonGamer
from league.leagues.models import Season
from league.leagues.queries.roles import allowed
from league.leagues.rules import DEED
from league.people.models import Player
from league.seasons.market_models import Trade, TradeStatus
from league.seasons.models import Franchise, Phase, SeasonTerms, Waivers
from league.seasons.queries.market import WindowLine, windows
from league.seasons.queries.rosters import pool_of, rosters, rules_of
from league.seasons.rules.roster import Roster, missing, places_to_fill
from league.seasons.rules.terms import CHOICE, FLAG, GENRES, STEPS, TERMS, check_pool, check_sense, goes_back
from matches.refusals import Refused, get_or_refuse


@dataclass(frozen=True, slots=True)
class SeasonHead:
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


def season_head(slug: str, season_id: int, reader: Player | None) -> SeasonHead:
    """Return the header of a season's pages. Raises Refused("not-found")."""
    player = reader.pk if reader else None
    own = Franchise.objects.filter(season=OuterRef("pk"), owner=player).order_by("pk").values("pk")[:1]
    rows = Season.objects.select_related("league", "terms").filter(pk=season_id, league__slug=slug.lower())
    season = get_or_refuse(rows.annotate(yours=Subquery(own)).first(), "not-found", say("Season not found."))
    terms: SeasonTerms | None = getattr(season, "terms", None)
    admin = reader is not None and reader.is_superuser
    return SeasonHead(
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
        sealed_bids=terms is not None and terms.waivers == Waivers.BLIND,
        may_edit=player is not None and allowed(player, season.league_id, DEED),
        yours=vars(season)["yours"] if terms and player else None,
        checked_at=terms.checked_at if terms and admin else None,
        faults=tuple(map(retell, terms.faults)) if terms and admin else None,
    )


def get_terms(season_id: int) -> SeasonTerms:
    """Return the terms of a season. Raises Refused("no-franchises") if it has none."""
    rows = SeasonTerms.objects.select_related("season", "carried_from").filter(pk=season_id)
    return get_or_refuse(rows.first(), "no-franchises", say("This season is played without franchises."))


def missing_for(terms: SeasonTerms, to: Phase) -> list[str]:
    """Return what the season lacks for the phase, as sentences; empty if it can start."""
    looks = {Phase.DRAFT: _for_draft, Phase.ROUNDS: _for_rounds, Phase.AWARDS: _for_awards}
    forward = terms.phase != Phase.ARCHIVE and (terms.phase, to) != (Phase.AWARDS, Phase.ROUNDS)
    return looks[to](terms) if forward and to in looks else []


def _for_draft(terms: SeasonTerms) -> list[str]:
    teams = Franchise.objects.filter(season=terms.pk).count()
    found: list[str] = []
    if teams < 2:
        found.append(
            say_many(
                "At least two franchises are needed, but there is {n}.",
                "At least two franchises are needed, but there are {n}.",
                teams,
            )
        )
    try:
        check_sense(rules_of(terms))
        check_pool(rules_of(terms), pool_of(terms.pk), teams)
    except Refused as refusal:
        found.append(refusal.text)
    return found


def _for_rounds(terms: SeasonTerms) -> list[str]:
    drafts = Season(pk=terms.pk).drafts.unfinished().order_by("pk").values_list("name", flat=True)
    found: list[str] = [say("The draft {name} isn't over.", name=name) for name in drafts]
    rules, held = rules_of(terms), rosters(terms.pk)
    for pk, name in Franchise.objects.filter(season=terms.pk).order_by("name").values_list("pk", "name"):
        roster = held.get(pk, Roster())
        if places := places_to_fill(rules, roster):
            lacking = missing(rules, roster).items()
            needs = join([say(", including {need} {genre}", need=need, genre=genre) for genre, need in lacking], "")
            found.append(
                say_many(
                    "{franchise} has {n} spot to fill{needs}.",
                    "{franchise} has {n} spots to fill{needs}.",
                    places,
                    franchise=name,
                    needs=needs,
                )
            )
    return found


def _for_awards(terms: SeasonTerms) -> list[str]:
    events = Season(pk=terms.pk).events.unfinished().order_by("pk")
    found: list[str] = [
        say("The event {name} isn't over.", name=name) for name in events.values_list("name", flat=True)
    ]
    waiting = (TradeStatus.OFFERED, TradeStatus.AGREED)
    if trades := Trade.objects.filter(season=terms.pk, status__in=waiting).count():
        found.append(say("Trades waiting for an answer or for the veto period to end: {trades}.", trades=trades))
    return found


def draft_runs(season_id: int) -> bool:
    """Return whether a draft of the season is running, which blocks other signings."""
    return Season(pk=season_id).drafts.begun().exists()


@dataclass(frozen=True, slots=True)
class TermLine:
    """A setting with its texts and value."""

    name: str
    label: str
    words: str
    value: Any
    text: str
    may_change: bool


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step to another phase, with what it lacks."""

    to: str
    name: str
    back: bool
    missing: list[str]


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings page of a season."""

    lines: list[TermLine]
    windows: list[WindowLine]
    pool: int
    steps: list[StepLine]
    sources: list[tuple[int, str]]
    """Archived seasons that can be rolled over into this one, id and name."""
    carried_from: str

    @property
    def may_change(self) -> bool:
        return any(line.may_change for line in self.lines)


def settings_page(terms: SeasonTerms, at: datetime) -> SettingsPage:
    """Return the settings page: settings, windows, pool and possible steps."""
    phase = Phase(terms.phase)
    steps = [StepLine(to, str(to.label), goes_back(phase, to), missing_for(terms, to)) for to in STEPS[phase]]
    pool = SeasonGamer.objects.filter(season=terms.pk).count()
    sources, carried_from = sources_for(terms.season, terms), terms.carried_from.name if terms.carried_from else ""
    return SettingsPage(term_lines(terms), windows(terms, at), pool, steps, sources, carried_from)


def term_lines(terms: SeasonTerms) -> list[TermLine]:
    """Return all settings with their texts and values."""
    lines = []
    for term in TERMS:
        value, may_change = getattr(terms, term.name), term.may_change(terms.phase)
        text = _text(term.kind, value)
        lines.append(TermLine(term.name, told(term.label), told(term.words), value, text, may_change))
    return lines


def sources_for(season: Season, terms: SeasonTerms | None) -> list[tuple[int, str]]:
    """Return past seasons of the league that can still be rolled over into this one."""
    if season.archived_at or (terms and (terms.phase != Phase.SETUP or terms.carried_from_id)):
        return []
    if season.franchises.exists():
        return []
    rows = Season.objects.filter(league=season.league_id, terms__phase=Phase.ARCHIVE, carried_to__isnull=True)
    return list(rows.exclude(pk=season.pk).order_by("-starts_on", "-pk").values_list("pk", "name"))


def _text(kind: str, value: Any) -> str:
    if kind == FLAG:
        return say("yes") if value else say("no")
    if kind == CHOICE:
        return str(Waivers(value).label)
    if kind == GENRES:
        return ", ".join(f"{need} {genre}" for genre, need in value.items()) or say("any")
    return f"{value:,}"
