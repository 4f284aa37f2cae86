"""A whole season by command: league, franchises of bots, rosters, matches, money, prizes, archive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from league.demo.accounts import ORGANISER, open_people
from league.demo.franchises import found_season, open_event
from league.demo.simulation import play_event
from league.leagues.actions import create_league
from league.leagues.models import League, Season
from league.people.actions.bots import bot_account
from league.results.actions.event_start import start_event
from league.seasons.actions.ledger_audit import check_money
from league.seasons.actions.payments import pay_prizes
from league.seasons.actions.terms import go_to
from league.seasons.models import Phase, SeasonTerms
from league.seasons.queries.standings import Standing, awards, best_values, standings

SLUG = "demo-seasons"
NAME = "Demo Seasons"
BOT_NAMES = ("Ashby", "Birch", "Cole", "Darrow", "Ellis", "Frost", "Gray", "Hale")


@dataclass(frozen=True, slots=True)
class Played:
    season_id: int
    slug: str
    name: str
    standings: list[Standing]
    prizes: list[str]
    faults: list[str]


def play_season(
    *,
    teams: int,
    rounds: int,
    kind: str,
    clock: Callable[[], datetime],
    told: Callable[[str], None] = lambda _: None,
) -> Played:
    """Play a new season of the demo's own league, from founding to the archive."""
    at = clock()
    by = open_people(at)[ORGANISER]
    league = League.objects.filter(slug=SLUG).first()
    league_id = league.pk if league else create_league(by=by, name=NAME, slug=SLUG, at=at)
    number = Season.objects.filter(league=league_id).count() + 1
    bots = [
        bot_account(username=f"bot-{one.lower()}-{kind}", display_name=one, kind=kind, at=at)
        for one in BOT_NAMES[:teams]
    ]
    name = f"Season {number}"
    season_id = found_season(
        league_id=league_id, by=by, owners=bots, name=name, at=at, roster_min=5, roster_max=8, cap=50, purse=60
    )  # fmt: skip
    told(f"{name}: {teams} franchises with their Gamers.")
    event_id = open_event(
        season_id=season_id, by=by, name=f"Incursion, {name.lower()}", rounds=rounds, owners=bots, pace_ms=1,
        round_gap_s=0, rated=False, at=clock(),
    )  # fmt: skip
    start_event(event_id=event_id, by=by, at=clock())
    play_event(event_id=event_id, clock=clock, told=told)
    go_to(season_id=season_id, by=by, to=Phase.AWARDS, at=clock())
    terms = SeasonTerms.objects.get(pk=season_id)
    pay_prizes(season_id=season_id, by=by, amounts={one.key: one.amount for one in awards(terms)}, at=clock())
    prizes = [f"{one.title}: {one.franchise_name}, {one.amount}" for one in awards(terms) if one.paid]
    go_to(season_id=season_id, by=by, to=Phase.ARCHIVE, at=clock())
    terms.refresh_from_db()
    return Played(season_id, SLUG, name, standings(terms), prizes, check_money(season_id=season_id, at=clock()))


def lines(played: Played) -> list[str]:
    """What to print of it."""
    head = f"{'':<3}{'Franchise':<24}{'W':>3}{'D':>3}{'L':>3}{'Points':>8}{'Payroll':>9}{'Earned':>8}{'Money':>7}"
    rows = [
        f"{one.place:<3}{one.name:<24}{one.won:>3}{one.drawn:>3}{one.lost:>3}{one.halves / 2:>8g}{one.payroll:>9}"
        f"{one.earned:>8}{one.balance:>7}"
        for one in played.standings
    ]
    best = [f"  {one.handle} of {one.franchise}: {one.per_salary}" for one in best_values(played.season_id)[:3]]
    check = [f"Fault: {one}" for one in played.faults] or ["The check found no fault: books and rosters are right."]
    return [
        head, *rows, "Prizes:", *(f"  {one}" for one in played.prizes), "Most points for a thousand of salary:", *best,
        *check, f"See /leagues/{played.slug}/seasons/{played.season_id}/",
    ]  # fmt: skip
