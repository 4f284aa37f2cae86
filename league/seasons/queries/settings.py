"""What the page of terms shows: each term with its words, the windows, the pool, and the next steps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.words import say, told
from league.gamers.models import SeasonGamer
from league.leagues.models import Season
from league.seasons.models import Phase, SeasonTerms, Waivers
from league.seasons.queries.market import WindowLine, windows
from league.seasons.queries.missing import missing_for
from league.seasons.rules.phases import STEPS, goes_back
from league.seasons.rules.terms import CHOICE, FLAG, GENRES, TERMS


@dataclass(frozen=True, slots=True)
class TermLine:
    name: str
    label: str
    words: str
    value: Any
    text: str
    may_change: bool


@dataclass(frozen=True, slots=True)
class StepLine:
    to: str
    name: str
    back: bool
    missing: list[str]


@dataclass(frozen=True, slots=True)
class SettingsPage:
    lines: list[TermLine]
    windows: list[WindowLine]
    pool: int
    steps: list[StepLine]
    sources: list[tuple[int, str]]
    """Archived seasons that can be carried into this one, number and name."""
    carried_from: str

    @property
    def may_change(self) -> bool:
        return any(line.may_change for line in self.lines)


def settings_page(terms: SeasonTerms, at: datetime) -> SettingsPage:
    phase = Phase(terms.phase)
    steps = [StepLine(to, str(to.label), goes_back(phase, to), missing_for(terms, to)) for to in STEPS[phase]]
    return SettingsPage(
        term_lines(terms),
        windows(terms, at),
        SeasonGamer.objects.filter(season=terms.pk).count(),
        steps,
        sources_for(terms.season, terms),
        terms.carried_from.name if terms.carried_from else "",
    )


def term_lines(terms: SeasonTerms) -> list[TermLine]:
    return [
        TermLine(
            one.name,
            told(one.label),
            told(one.words),
            getattr(terms, one.name),
            _text(one.kind, getattr(terms, one.name)),
            one.may_change(terms.phase),
        )
        for one in TERMS
    ]


def sources_for(season: Season, terms: SeasonTerms | None) -> list[tuple[int, str]]:
    """Seasons of the league that are over and have not gone on, where this one can still take one."""
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
