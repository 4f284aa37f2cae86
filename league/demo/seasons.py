"""The demo's events: seasons of bots in every game, each in another format."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from league.demo.accounts import NAME, find_demo_league, get_or_create_bots
from league.events.actions.event_lifecycle import Plan, create_event
from league.events.models import Event
from league.events.stage_plans import StagePlan
from league.games import game_name
from league.registration.actions.entries import join_event
from league.results.actions.event_start import start_event
from matches.clock import TimeControl

CUP_NAME = "Newcomers' Cup"
GAME = "field-tactics"
PACE_MS = 2500
CALM_PACE_MS = 6000
"""The pace in all games but the first, which leaves a small machine time for players."""
OPENING_PACE_MS = 100
"""The pace of the very first round, so that a new installation soon shows standings and ratings."""
ROUND_GAP_S = 4


@dataclass(frozen=True, slots=True)
class DemoEvent:
    """The demo's event of a game: a name, its stages, and `spacing`: every n-th bot enters."""

    name: str
    stages: tuple[StagePlan, ...]
    spacing: int = 2


DEMO_EVENTS = {
    GAME: DemoEvent("Swiss", (StagePlan("swiss", {"rounds": 5}),), spacing=1),
    "order-and-chaos": DemoEvent("Double elimination", (StagePlan("double-elimination"),), spacing=1),
    "zero-order": DemoEvent("Season table", (StagePlan("league"),)),
    "incursion-point-zero": DemoEvent("Knock-out", (StagePlan("single-elimination", {"third_place": True}),)),
}
DEFAULT_EVENT = DemoEvent("Round robin", (StagePlan("round-robin"),))


def list_demo_seasons(game: str = GAME) -> QuerySet[Event]:
    """Return the demo's seasons of a game, the newest last."""
    return Event.objects.filter(demo=True, name__startswith=NAME, game=game).order_by("pk")


def start_next_season(*, organiser: int, at: datetime, game: str = GAME) -> int:
    """Create and start the next season of a game; return its event id."""
    number = list_demo_seasons(game).count() + 1
    demo_event = DEMO_EVENTS.get(game, DEFAULT_EVENT)
    name = f"{NAME}: {demo_event.name} of {game_name(game)}"
    bots = get_or_create_bots(at)[:: demo_event.spacing]
    plan = Plan(
        name=name if number == 1 else f"{name}, season {number}",
        game=game,
        control=TimeControl(),
        league=find_demo_league(),
        stages=demo_event.stages,
        max_entrants=len(bots),
        round_gap_s=ROUND_GAP_S,
        bot_pace_ms=OPENING_PACE_MS if number == 1 and game == GAME else _get_pace_ms(game),
        demo=True,
    )
    event_id = create_event(by=organiser, plan=plan, at=at)
    for bot in bots:
        join_event(event_id=event_id, player_id=bot, at=at)
    start_event(event_id=event_id, by=organiser, at=at)
    Event.objects.filter(pk=event_id).update(bot_pace_ms=_get_pace_ms(game))
    return event_id


def _get_pace_ms(game: str) -> int:
    return PACE_MS if game == GAME else CALM_PACE_MS


def create_cup(*, organiser: int, entrants: list[int], at: datetime) -> int:
    """Create an event that visitors can join."""
    plan = Plan(
        name=CUP_NAME, game=GAME, control=TimeControl(30_000, 120_000), league=find_demo_league(),
        stages=(StagePlan("swiss", {"rounds": 3}),), max_entrants=6, demo=True,
    )  # fmt: skip
    event_id = create_event(by=organiser, plan=plan, at=at)
    for player in entrants:
        join_event(event_id=event_id, player_id=player, at=at)
    return event_id
