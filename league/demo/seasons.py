"""The demo league: season after season of eight bots, so that there is always a match to watch."""

from datetime import datetime

from league.demo.accounts import BOTS, open_bots
from league.events.actions.entering import join
from league.events.actions.organising import Plan, create_event
from league.events.actions.running import start_event
from league.events.models import Event
from matches.clock import Control

LEAGUE = "Demo League"
CUP = "Newcomers' Cup"
GAME = "field-tactics"
PACE_MS = 2500
OPENING_PACE_MS = 100
"""The very first round goes fast, so that a new installation soon has a table and ratings to show."""
ROUND_GAP_S = 4


def latest_season() -> Event | None:
    """The newest season of the demo league, None where the demo was never loaded."""
    return Event.objects.filter(demo=True, name__startswith=LEAGUE).order_by("-pk").first()


def begin_season(*, organiser: int, at: datetime) -> int:
    """Create and start the next season; return its event id."""
    number = Event.objects.filter(demo=True, name__startswith=LEAGUE).count() + 1
    plan = Plan(
        name=LEAGUE if number == 1 else f"{LEAGUE}, season {number}",
        game=GAME,
        control=Control(),
        max_entrants=len(BOTS),
        round_gap_s=ROUND_GAP_S,
        bot_pace_ms=OPENING_PACE_MS if number == 1 else PACE_MS,
        demo=True,
    )
    event_id = create_event(by=organiser, plan=plan, at=at)
    for bot in open_bots(at):
        join(event_id=event_id, player_id=bot, at=at)
    start_event(event_id=event_id, by=organiser, at=at)
    Event.objects.filter(pk=event_id).update(bot_pace_ms=PACE_MS)
    return event_id


def open_cup(*, organiser: int, entrants: list[int], at: datetime) -> int:
    """Open an event that visitors can join."""
    plan = Plan(name=CUP, game=GAME, control=Control(30_000, 120_000), max_entrants=6, demo=True)
    event_id = create_event(by=organiser, plan=plan, at=at)
    for player in entrants:
        join(event_id=event_id, player_id=player, at=at)
    return event_id
