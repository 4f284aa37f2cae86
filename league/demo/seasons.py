"""The demo leagues, one a game: season after season of bots, so that there is always a match of each to watch."""

from datetime import datetime

from django.db.models import QuerySet

from league.demo.accounts import BOTS, open_bots
from league.events.actions.entering import join
from league.events.actions.organising import Plan, create_event
from league.events.actions.running import start_event
from league.events.models import Event
from league.games import name_of
from matches.clock import Control

LEAGUE = "Demo League"
CUP = "Newcomers' Cup"
GAME = "field-tactics"
PACE_MS = 2500
CALM_PACE_MS = 6000
"""For all games but the first, so that a small machine has most of its time for people."""
OPENING_PACE_MS = 100
"""The very first round goes fast, so that a new installation soon has a table and ratings to show."""
ROUND_GAP_S = 4
SPACING = 2
"""Of the eight bots every second plays the other games as well: two boards of each are enough to watch."""


def latest_season(game: str = GAME) -> Event | None:
    """The newest season of a game's demo league, None where there was none."""
    return _seasons(game).order_by("-pk").first()


def begin_season(*, organiser: int, at: datetime, game: str = GAME) -> int:
    """Create and start the next season of a game; return its event id."""
    number = _seasons(game).count() + 1
    name = LEAGUE if game == GAME else f"{LEAGUE}: {name_of(game)}"
    plan = Plan(
        name=name if number == 1 else f"{name}, season {number}",
        game=game,
        control=Control(),
        max_entrants=len(BOTS),
        round_gap_s=ROUND_GAP_S,
        bot_pace_ms=OPENING_PACE_MS if number == 1 and game == GAME else _pace(game),
        demo=True,
    )
    event_id = create_event(by=organiser, plan=plan, at=at)
    for bot in open_bots(at)[:: 1 if game == GAME else SPACING]:
        join(event_id=event_id, player_id=bot, at=at)
    start_event(event_id=event_id, by=organiser, at=at)
    Event.objects.filter(pk=event_id).update(bot_pace_ms=_pace(game))
    return event_id


def _pace(game: str) -> int:
    return PACE_MS if game == GAME else CALM_PACE_MS


def _seasons(game: str) -> QuerySet[Event]:
    return Event.objects.filter(demo=True, name__startswith=LEAGUE, game=game)


def open_cup(*, organiser: int, entrants: list[int], at: datetime) -> int:
    """Open an event that visitors can join."""
    plan = Plan(name=CUP, game=GAME, control=Control(30_000, 120_000), max_entrants=6, demo=True)
    event_id = create_event(by=organiser, plan=plan, at=at)
    for player in entrants:
        join(event_id=event_id, player_id=player, at=at)
    return event_id
