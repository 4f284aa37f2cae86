"""Creating, changing, cancelling and archiving events, and the log of organisers' actions."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from engines import play, registry
from engines.contract import BadOption, Json
from engines.randomness import commitment
from engines.words import say as tell
from league.audit.actions import changes, record
from league.events.actions.franchise_entry import league_of, season_for
from league.events.models import (
    BEFORE_START,
    Entrant,
    EntrantStatus,
    Event,
    EventNote,
    EventStatus,
    Pairing,
    Registration,
    Seeding,
    SeriesMatch,
    Stage,
)
from league.events.queries import may_manage
from league.events.rulings import result_code
from league.events.stage_plans import StagePlan, check_seats, check_stages
from league.formats.registry import ALL, FIRST
from league.leagues.models import LENGTH, Unit
from league.leagues.queries.roles import may_organise
from league.leagues.rules import Policy, check_policy
from league.people.models import Player
from league.ratings import pools
from matches.actions.clocks import end_offer
from matches.actions.endings import call_off
from matches.announce import changed
from matches.assets import playable
from matches.clock import Control
from matches.models import Status
from matches.queries.spectator_delay import LONGEST_DELAY_MS
from matches.refusals import Refused

Values = Mapping[str, Json] | None
MOST_WHY = 300
MOST_ENTRANTS = 2000
BOT_PACE_MS, SLOWEST_BOT_MS = 1_500, 60_000
RANGES = {
    "max_entrants": (2, MOST_ENTRANTS),
    "least_rating": (0, 5_000),
    "most_rating": (0, 5_000),
    "check_in_min": (0, 1_440),
    "round_gap_s": (0, 604_800),
    "start_by_min": (1, 10_080),
    "delay_s": (0, LONGEST_DELAY_MS // 1000),
    "bot_pace_ms": (0, SLOWEST_BOT_MS),
    "answer_min": (0, 10_080),
    "repeat_days": (0, 366),
}
"""Minimum and maximum of the numbers in a plan."""
DECIDED = (
    "name", "game", "options", "control", "about", *RANGES, "registration", "seeding", "tie_breaks", "rated",
    "rate_entered", "pool", "auto_advance", "draw_offers", "player_pauses", "no_show_warnings", "ban_length",
    "ban_unit", "bot_accounts",
)  # fmt: skip
"""Fields with the same name in plans and events, which the log records unchanged."""


def note(
    event: Event, by: int, act: str, before: Values = None, after: Values = None, why: str = "", *, at: datetime
) -> None:
    """Log an action in the event's and the league's log and announce it. Call in the action's transaction.

    `before` and `after` need to contain only what changed.
    """
    why = " ".join(why.split())
    if len(why) > MOST_WHY:
        raise Refused("too-long", tell("The reason can have at most {most} characters.", most=MOST_WHY), "why")
    EventNote.objects.create(
        event=event, by_id=by, act=act, why=why, at=at,
        before=None if before is None else dict(before), after=None if after is None else dict(after),
    )  # fmt: skip
    if event.league_id is not None:
        told = {**(after or {}), "name": event.name}
        record(
            by=by, act=act, subject=("event", event.pk), league_id=event.league_id, before=before, after=told, why=why,
            at=at,
        )  # fmt: skip
    announce(event.pk)


def describe_pairing(pairing: Pairing) -> dict[str, Json]:
    """Return round, players and result ("" without one) of a pairing for a log entry."""
    sides = list(pairing.sides.select_related("entrant__player").order_by("number"))
    names = " – ".join(side.entrant.player.username for side in sides if side.entrant)
    code = result_code([side.halves for side in sides], forfeit=pairing.forfeit) if pairing.counted_at else ""
    result = f"{code} ({pairing.score})" if pairing.score and code else code
    return {"round": pairing.round.number, "players": names, "result": result}


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of an event that an organiser chooses before it starts."""

    name: str
    game: str
    control: Control
    league: int | None = None
    season_id: int | None = None
    """A season of the league: only its franchises take part, and it pays them for the matches."""
    stages: Sequence[StagePlan] = (StagePlan(FIRST),)
    options: Mapping[str, Json] = field(default_factory=dict)
    about: str = ""
    max_entrants: int = 16
    registration: str = Registration.OPEN
    least_rating: int | None = None
    most_rating: int | None = None
    check_in_min: int = 0
    seeding: str = Seeding.RATING
    tie_breaks: Sequence[str] = ()
    rated: bool = True
    rate_entered: bool = False
    """Whether results entered by staff also change ratings."""
    pool: str = ""
    auto_advance: bool = True
    round_gap_s: int = 60
    start_by_min: int = 10
    delay_s: int = 0
    bot_pace_ms: int = BOT_PACE_MS
    bot_accounts: bool = False
    starts_at: datetime | None = None
    repeat_days: int = 0
    answer_min: int = 30
    no_show_warnings: int | None = None
    ban_length: int = LENGTH
    ban_unit: str = Unit.DAYS
    draw_offers: bool = True
    player_pauses: bool = False
    draft: bool = False
    demo: bool = False


@transaction.atomic
def create_event(*, by: int, plan: Plan, at: datetime, limited: bool = True) -> int:
    """Create an event, open for registration or as a draft; return its id.

    An event of a season belongs to the season's league unless the plan names one. `limited` enforces the organiser's
    limit of unfinished events; the player's row is locked.
    """
    if limited and not plan.demo:
        Player.objects.select_for_update().get(pk=by)
        unfinished = Event.objects.unfinished().filter(organiser=by, demo=False)
        if unfinished.count() >= settings.QUOTAS["events_per_person"]:
            text = tell("You've reached the limit of unfinished events. Finish or cancel one first.")
            raise Refused("too-many", text)
    event = Event(organiser_id=by, created_at=at, demo=plan.demo)
    league_id = plan.league if plan.league is not None else league_of(plan.season_id)
    if league_id is not None and not may_organise(by, league_id):
        raise Refused("not-allowed", tell("Only the organisers of a league can create events in it."), "league")
    event.league_id = league_id
    event.status = EventStatus.DRAFT if plan.draft else EventStatus.REGISTRATION
    seed = secrets.token_bytes(32)
    event.lots_seed, event.lots_commitment = seed.hex(), commitment(seed)
    _decide(event, plan, at)
    note(event, by, "event.created", after={"name": event.name, "status": event.status}, at=at)
    return int(event.pk)


@transaction.atomic
def change_event(*, event_id: int, by: int, plan: Plan, at: datetime) -> None:
    """Change the plan of an event that has not started."""
    event = managed(event_id, by)
    if event.status not in BEFORE_START:
        raise Refused("already-started", tell("The event has started. Its settings can no longer be changed."))
    if event.entrants.filter(status=EntrantStatus.ENTERED).count() > plan.max_entrants:
        raise Refused(
            "too-few-places", tell("More players have already entered. Choose a higher capacity."), "max_entrants"
        )
    was = decided(event)
    _decide(event, plan, at)
    before, after = changes(was, decided(event))
    if after:
        note(event, by, "event.changed", before, after, at=at)


@transaction.atomic
def open_registration(*, event_id: int, by: int, at: datetime) -> None:
    """Publish a draft, or reopen registration before the start."""
    event = managed(event_id, by)
    if event.status not in (EventStatus.DRAFT, EventStatus.CHECK_IN, EventStatus.SEEDING):
        raise Refused("not-possible", tell("Registration can only be opened before the event starts."))
    note(event, by, "registration.opened", {"status": event.status}, {"status": EventStatus.REGISTRATION}, at=at)
    event.update(status=EventStatus.REGISTRATION)


@transaction.atomic
def say(*, event_id: int, by: int, text: str, at: datetime) -> None:
    """Set the announcement on the event's page; an empty text removes it."""
    event = managed(event_id, by)
    text = " ".join(text.split())
    if len(text) > 500:
        raise Refused("too-long", tell("The announcement can have at most 500 characters."), "text")
    note(event, by, "event.announced", {"text": event.announcement}, {"text": text}, at=at)
    event.update(announcement=text, announced_at=at if text else None)


@transaction.atomic
def cancel_event(*, event_id: int, by: int, at: datetime, why: str = "") -> None:
    """Cancel an event. Matches that have not begun become void; running ones are played to the end."""
    event = managed(event_id, by)
    if event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise Refused("event-over", tell("This event is over."))
    note(event, by, "event.cancelled", {"status": event.status}, {"status": EventStatus.CANCELLED}, why, at=at)
    event.update(status=EventStatus.CANCELLED, finished_at=at, next_round_at=None)
    call_off_unbegun(SeriesMatch.objects.filter(pairing__round__event=event), at)


@transaction.atomic
def archive_event(*, event_id: int, by: int, at: datetime) -> None:
    """Archive a finished event: it leaves the lists and becomes read-only."""
    event = managed(event_id, by)
    if event.status != EventStatus.FINISHED:
        raise Refused("not-finished", tell("Only finished events can be archived."))
    note(event, by, "event.archived", {"status": event.status}, {"status": EventStatus.ARCHIVED}, at=at)
    event.update(status=EventStatus.ARCHIVED)


def call_off_unbegun(rows: QuerySet[SeriesMatch], at: datetime) -> None:
    """Void the matches that have not begun, and disallow going berserk in the others."""
    matches = rows.values_list("match", flat=True)
    for match_id in matches.filter(match__status=Status.OPEN):
        call_off(match_id=match_id, at=at)
    end_offer(match_ids=matches)


def locked(event_id: int) -> Event:
    """Return the locked event. Raises Refused if it does not exist."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise Refused("not-found", tell("Event not found."))
    return event


def managed(event_id: int, by: int) -> Event:
    """Return the locked event. Raises Refused unless `by` may manage it."""
    event = locked(event_id)
    if not may_manage(event, by):
        raise Refused("not-allowed", tell("Only the organiser of this event can do this."))
    return event


def entrant_of(event: Event, entrant_id: int) -> Entrant:
    """Return an entrant of the event with its player. Raises Refused("not-joined")."""
    entrant = event.entrants.filter(pk=entrant_id).select_related("player").first()
    if entrant is None:
        raise Refused("not-joined", tell("Entrant not found in this event."))
    return entrant


def announce(event_id: int) -> None:
    """Make pages that show this event reload it, on commit."""
    changed(f"event.{event_id}")
    changed("home")


def decided(event: Event) -> dict[str, Json]:
    """Return the event's plan as its log records it."""
    made = {name: getattr(event, name) for name in DECIDED}
    made["season"] = event.season_id
    made["starts_at"] = event.starts_at.isoformat() if event.starts_at else None
    made["stages"] = [
        {"format": one.format, "settings": one.settings, "takes": one.takes} for one in event.stages.order_by("number")
    ]
    return made


def _decide(event: Event, plan: Plan, at: datetime) -> None:
    plan = replace(plan, name=" ".join(plan.name.split()), about=plan.about.strip(), delay_s=plan.delay_s or 0)
    _check(plan, at)
    stages = check_stages(plan.stages, plan.max_entrants, plan.tie_breaks)
    for name in DECIDED:
        setattr(event, name, getattr(plan, name))
    event.options, event.tie_breaks, event.control = dict(plan.options), list(plan.tie_breaks), plan.control.dump()
    event.season_id, event.starts_at = season_for(event, plan.season_id), plan.starts_at
    event.save()
    event.stages.all().delete()
    Stage.objects.bulk_create(
        Stage(event=event, number=number, format=one.format, settings=dict(one.settings), takes=one.takes)
        for number, one in enumerate(stages, start=1)
    )
    announce(event.pk)


def _check(plan: Plan, at: datetime) -> None:
    """Raise Refused with the plan's invalid field."""
    if not 3 <= len(plan.name) <= 80:
        raise Refused("bad-name", tell("The name must have 3 to 80 characters."), "name")
    _check_game(plan)
    for name, (least, most) in RANGES.items():
        value = getattr(plan, name)
        if value is not None and not least <= value <= most:
            raise Refused("out-of-range", tell("Enter a number from {least} to {most}.", least=least, most=most), name)
    if plan.least_rating is not None and plan.most_rating is not None and plan.least_rating > plan.most_rating:
        raise Refused(
            "out-of-range", tell("The minimum rating is higher than the maximum. Change one of them."), "most_rating"
        )
    pools.check(pools.pool_of(plan.game, plan.pool), plan.game)
    if plan.starts_at is not None and plan.starts_at <= at:
        raise Refused("in-the-past", tell("Choose a start time in the future."), "starts_at")
    check_policy(Policy(plan.no_show_warnings, plan.ban_length, plan.ban_unit))


def _check_game(plan: Plan) -> None:
    """Check the plan's options and stages with the game, which fills in defaults later."""
    if plan.game not in playable():
        raise Refused("unknown-game", tell("Game not found."), "game")
    engine = registry.get(plan.game)
    check_seats(plan.stages, engine.seat_counts)
    try:
        engine.options(plan.options)
    except BadOption as bad:
        raise Refused("bad-option", bad.text, "options") from bad
    has_berserk = any(one.format in ALL and ALL[one.format].has_berserk(one.settings) for one in plan.stages)
    if has_berserk and play.time_limit(engine, plan.options) is not None:  # players have no time of their own to halve
        raise Refused(
            "bad-setting",
            tell("With these rules, players share one clock. Turn off berserk or change the rules."),
            "berserk",
        )
