"""Seasons of bots' franchises with allotted Gamers, ready for their rounds."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from engines.i18n import translate as _
from league.demo.accounts import find_demo_league
from league.demo.seasons import CALM_PACE_MS, PACE_MS
from league.events.actions.event_lifecycle import Plan, create_event
from league.events.stage_plans import StagePlan
from league.games import list_roster_games
from league.leagues.actions import SeasonDetails, create_season
from league.lineups.actions import plan_lineup
from league.people.models import Player
from league.registration.actions.entries import enter_player
from league.results.actions.event_start import start_event
from league.seasons.actions.common import lock_terms
from league.seasons.actions.contracts import sign_gamer
from league.seasons.actions.franchises import create_franchise
from league.seasons.actions.pool import fill_pool
from league.seasons.actions.settings import add_window, change_phase, enable_franchises
from league.seasons.models import Franchise, Phase, SeasonSettings, Signing, WindowKind
from league.seasons.queries.rosters import get_roster_cards, list_free_gamers
from league.seasons.rules.roster import MIN_SQUAD
from matches.clock import TimeControl
from matches.errors import ActionError

FRANCHISE_NAMES = ("Foxes", "Herons", "Badgers", "Otters", "Lynxes", "Ravens", "Stoats", "Cranes")
DAYS = 90


@transaction.atomic
def create_franchise_season(*, league_id: int, by: int, owners: Sequence[int], name: str, at: datetime, **terms: Any) -> int:
    """Create a season in its rounds, with a franchise and Gamers for each owner; return its id."""
    today = at.date()
    days = SeasonDetails(name, today, today + timedelta(days=DAYS))
    season_id = create_season(league_id=league_id, by=by, days=days, at=at)
    enable_franchises(season_id=season_id, by=by, data=terms, at=at)
    fill_pool(season_id=season_id, by=by, default=True, at=at)
    players = Player.objects.in_bulk(owners)
    for number, owner in enumerate(owners):
        title = f"{players[owner]}'s {FRANCHISE_NAMES[number % len(FRANCHISE_NAMES)]}"
        create_franchise(season_id=season_id, by=by, name=title[:40], owner=players[owner].username, at=at)
    change_phase(season_id=season_id, by=by, to=Phase.DRAFT, at=at)
    fill_rosters(season_id=season_id, at=at)
    change_phase(season_id=season_id, by=by, to=Phase.ROUNDS, at=at)
    for kind in WindowKind.values:
        add_window(season_id=season_id, by=by, kind=kind, opens_at=at, closes_at=at + timedelta(days=DAYS), at=at)
    return season_id


@transaction.atomic
def fill_rosters(*, season_id: int, at: datetime) -> None:
    """Fill every roster up to its least size, deterministically.

    As in a snake draft of decks, each franchise gets one of the most expensive Gamers, one of the next, and so on. Gamers that
    would break the roster rules are skipped. Raises ActionError if none fits.
    """
    terms = lock_terms(season_id)
    teams = list(Franchise.objects.filter(season=season_id).order_by("pk").values_list("pk", flat=True))
    pool = [row.gamer for row in reversed(list_free_gamers(season_id))]
    size = len(pool) // terms.roster_min
    for turn in range(terms.roster_min):
        order = teams if turn % 2 == 0 else teams[::-1]
        band = pool[turn * size :]
        for team in order:
            band.remove(_sign_first(season_id, team, band, at))


def _sign_first(season_id: int, team: int, band: Sequence[int], at: datetime) -> int:
    """Sign the first of these Gamers who fits and return it."""
    terms = lock_terms(season_id)
    refused: ActionError | None = None
    for gamer in band:
        try:
            sign_gamer(terms, franchise=team, gamer=gamer, how=Signing.DRAFT, at=at)
        except ActionError as refusal:
            refused = refusal
        else:
            return gamer
    raise refused or ActionError("roster-impossible", _("No Gamers left to assign."))


@transaction.atomic
def create_franchise_event(
    *, season_id: int, by: int, name: str, rounds: int, owners: Collection[int], pace_ms: int, at: datetime, **more: Any
) -> int:
    """Create an event of a game with rosters, with the franchises of these owners and the bots' line-ups; return its id."""
    rows = Franchise.objects.filter(season=season_id, owner__in=owners).select_related("owner", "season")
    teams = list(rows.order_by("pk"))
    stage = StagePlan("swiss", {"rounds": rounds}) if len(teams) > rounds + 1 else StagePlan("round-robin")
    plan = Plan(
        name=name, game=list_roster_games()[0], control=TimeControl(), league=teams[0].season.league_id, season_id=season_id,
        stages=(stage,), max_entrants=max(8, len(teams)), bot_pace_ms=pace_ms, **more,
    )  # fmt: skip
    event_id = create_event(by=by, plan=plan, at=at)
    for team in teams:
        enter_player(event_id=event_id, by=by, username=team.owner.username, at=at)
        if not team.owner.bot:
            continue
        strongest = sorted(get_roster_cards([team.pk])[team.pk], key=lambda gamer: (-gamer.strength, gamer.contract))[
            :MIN_SQUAD
        ]
        chosen = [gamer.contract for gamer in strongest]
        plan_lineup(season_id=season_id, event_id=event_id, by=team.owner_id, contracts=chosen, at=at)
    return event_id


def load_franchise_demo(*, organiser: int, bots: Sequence[int], visitor: int, at: datetime) -> None:
    """Create a season of bots' franchises in the demo league, and a visitor's franchise with an event to start."""
    league_id = find_demo_league()
    if league_id is None or SeasonSettings.objects.filter(season__league=league_id).exists():
        return
    season_id = create_franchise_season(
        league_id=league_id, by=organiser, owners=[*bots, visitor], name=f"Franchises {at.year}", at=at,
        roster_min=5, roster_max=8, cap=50, purse=60,
    )  # fmt: skip
    common: dict[str, Any] = {"season_id": season_id, "by": organiser, "rounds": 3, "at": at, "demo": True}
    event_id = create_franchise_event(name="Franchise Round", owners=bots, pace_ms=CALM_PACE_MS, round_gap_s=60, **common)
    start_event(event_id=event_id, by=organiser, at=at)
    create_franchise_event(name="Franchise Night", owners=[*bots[:3], visitor], pace_ms=PACE_MS, rated=False, **common)
