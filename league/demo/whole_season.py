"""A whole simulated season: league, bots' franchises, rosters, matches, money, prizes, archive."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from engines.i18n import translate_stored
from league.closed_matches import process_closed_match
from league.demo.accounts import ORGANISER, get_or_create_players
from league.demo.franchises import create_franchise_event, create_franchise_season
from league.events.models import Event, EventStatus, SeriesMatch
from league.leagues.actions import create_league
from league.leagues.models import League, Season
from league.people.actions.bots import get_or_create_bot
from league.results.actions.due_rounds import start_due_round
from league.results.actions.event_start import start_event
from league.seasons.actions.payments import pay_prizes
from league.seasons.actions.settings import change_phase
from league.seasons.models import Phase, SeasonSettings
from league.seasons.queries.standings import compute_standings, list_awards, list_best_values
from matches.actions.bots import play_due_bots
from matches.models import Match, Status

MAX_MOVES = 5_000
"""Most moves in one match; Incursion takes a few hundred."""
SLUG = "demo-seasons"
NAME = "Demo Seasons"
BOT_NAMES = ("Ashby", "Birch", "Cole", "Darrow", "Ellis", "Frost", "Gray", "Hale")


class EventStuckError(Exception):
    """The event cannot continue without a person."""


def play_event(*, event_id: int, clock: Callable[[], datetime], log: Callable[[str], None] = lambda _: None) -> None:
    """Play every match and start every round until the event is over. Raises EventStuckError if a person must act.

    Time jumps ahead to whatever is due next, without waiting for the bots' pace.
    """
    at = clock()
    while (event := Event.objects.get(pk=event_id)).status == EventStatus.RUNNING:
        open_matches = SeriesMatch.objects.filter(pairing__round__event=event, counted_at=None)
        match_ids = list(open_matches.order_by("pk").values_list("match", flat=True))
        for match_id in match_ids:
            at = play_match(match_id, max(at, clock()))
            process_closed_match(match_id=match_id, at=at)
            log(f"Match {match_id}: {Match.objects.values_list('reason', flat=True).get(pk=match_id)}")
        if match_ids:
            continue
        at = max(at, clock(), event.next_round_at or at)
        if not start_due_round(event_id=event_id, at=at):
            raise EventStuckError(translate_stored(event.problem) or f"{event.name} is waiting for its organiser.")


def play_match(match_id: int, at: datetime) -> datetime:
    """Let the bots of a match play it to its end; return the time of the end."""
    for _ in range(MAX_MOVES):
        row = Match.objects.only("status", "bot_due_at").get(pk=match_id)
        if row.status == Status.CLOSED:
            return at
        if row.status != Status.PLAYING or row.bot_due_at is None:
            break
        at = max(at + timedelta(milliseconds=1), row.bot_due_at)
        play_due_bots(match_id=match_id, at=at)
    raise EventStuckError(f"Match {match_id} did not finish.")


def play_season(
    *, teams: int, rounds: int, kind: str, clock: Callable[[], datetime], log: Callable[[str], None] = lambda _: None
) -> SeasonSettings:
    """Play a new season of the demo league, from set-up to the archive, and return its settings."""
    at = clock()
    by = get_or_create_players(at)[ORGANISER]
    league = League.objects.filter(slug=SLUG).first()
    league_id = league.pk if league else create_league(by=by, name=NAME, slug=SLUG, at=at)
    number = Season.objects.filter(league=league_id).count() + 1
    bots = [
        get_or_create_bot(username=f"bot-{bot_name.lower()}-{kind}", display_name=bot_name, kind=kind, at=at)
        for bot_name in BOT_NAMES[:teams]
    ]
    name = f"Season {number}"
    season_id = create_franchise_season(
        league_id=league_id, by=by, owners=bots, name=name, at=at, roster_min=5, roster_max=8, cap=50, purse=60
    )  # fmt: skip
    log(f"{name}: {teams} franchises with their Gamers.")
    event_id = create_franchise_event(
        season_id=season_id, by=by, name=f"Incursion, {name.lower()}", rounds=rounds, owners=bots, pace_ms=1,
        round_gap_s=0, rated=False, at=clock(),
    )  # fmt: skip
    start_event(event_id=event_id, by=by, at=clock())
    play_event(event_id=event_id, clock=clock, log=log)
    change_phase(season_id=season_id, by=by, to=Phase.AWARDS, at=clock())
    terms = SeasonSettings.objects.get(pk=season_id)
    pay_prizes(season_id=season_id, by=by, amounts={item.key: item.amount for item in list_awards(terms)}, at=clock())
    change_phase(season_id=season_id, by=by, to=Phase.ARCHIVE, at=clock())
    terms.refresh_from_db()
    return terms


def format_summary(terms: SeasonSettings, faults: Collection[str]) -> list[str]:
    """Return the summary of a finished season, with the faults that the money check found."""
    header = f"{'':<3}{'Franchise':<24}{'W':>3}{'D':>3}{'L':>3}{'Points':>8}{'Payroll':>9}{'Earned':>8}{'Money':>7}"
    rows = [
        f"{row.place:<3}{row.name:<24}{row.won:>3}{row.drawn:>3}{row.lost:>3}{row.halves / 2:>8g}{row.payroll:>9}"
        f"{row.earned:>8}{row.balance:>7}"
        for row in compute_standings(terms)
    ]
    best = [f"  {row.handle} of {row.franchise}: {row.per_salary}" for row in list_best_values(terms.pk)[:3]]
    prizes = [f"  {row.title}: {row.franchise_name}, {row.amount}" for row in list_awards(terms) if row.paid]
    check = [f"Fault: {fault}" for fault in faults] or ["Check passed: payments and rosters are consistent."]
    return [
        header, *rows, "Prizes:", *prizes, "Most points per thousand of salary:", *best,
        *check, f"See /leagues/{SLUG}/seasons/{terms.pk}/",
    ]  # fmt: skip
