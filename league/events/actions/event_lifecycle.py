"""Creating, changing, cancelling and archiving events, and the log of organisers' actions."""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from engines.contract import BadOption, Json
from engines.i18n import translate as _
from engines.randomness import hash_seed
from engines.reported import is_reported
from league.audit.actions import diff_values, record_all
from league.events.actions.franchise_entry import check_season, find_season_league
from league.events.actions.notifications import notify_entered
from league.events.actions.plan_changes import check_entrants
from league.events.actions.plan_versions import check_version
from league.events.models import (
    BEFORE_START,
    Entrant,
    Event,
    EventLogEntry,
    EventStatus,
    Registration,
    ReportPolicy,
    Seeding,
    SeriesMatch,
    SilencePolicy,
    Stage,
)
from league.events.queries import fields_gamers, is_manager
from league.events.stage_plans import StagePlan, check_duplicate, check_seats, check_stages
from league.events.team_rules import parse_rules
from league.formats.registry import DEFAULT_FIRST, FORMATS, keys_with
from league.leagues.models import DEFAULT_BAN_LENGTH, BanUnit
from league.leagues.queries.roles import can_organise
from league.leagues.rules import NoShowPolicy, check_policy
from league.notifications.preferences import check_zone
from league.people.models import Player
from league.ratings import pools
from league.titles.actions import lock_usable_title
from matches.actions.clocks import disable_berserk
from matches.actions.endings import void_open_matches
from matches.assets import list_playable_games
from matches.clock import TimeControl
from matches.engine_limits import find_time_limit, get_engine
from matches.errors import ActionError
from matches.pubsub import publish_on_commit
from matches.queries.spectator_delay import MAX_DELAY_MS

Values = Mapping[str, Json] | None
MAX_REASON_LENGTH = 300
MAX_ENTRANTS = 2000
BOT_PACE_MS, MAX_BOT_PACE_MS = 1_500, 60_000
RANGES = {
    "max_entrants": (2, MAX_ENTRANTS),
    "least_rating": (0, 5_000),
    "most_rating": (0, 5_000),
    "check_in_min": (0, 1_440),
    "round_gap_s": (0, 604_800),
    "start_by_min": (1, 10_080),
    "delay_s": (0, MAX_DELAY_MS // 1000),
    "bot_pace_ms": (0, MAX_BOT_PACE_MS),
    "answer_min": (0, 10_080),
    "repeat_days": (0, 366),
    "report_hours": (1, 720),
    "play_days": (0, 60),
    "time_hours": (1, 336),
    "slot_day": (0, 6),
}
"""Minimum and maximum of the numbers in a plan."""
SLOT_TIME = re.compile("([01][0-9]|2[0-3]):[0-5][0-9]")
PLAN_FIELDS = (
    "name", "game", "options", "control", "about", *RANGES, "registration", "seeding", "tie_breaks", "rated",
    "rate_entered", "pool", "auto_advance", "draw_offers", "player_pauses", "no_show_warnings", "ban_length",
    "ban_unit", "bot_accounts", "bots_only", "duplicate", "report_policy", "time_policy", "slot_time", "slot_zone", "teams",
)  # fmt: skip
"""Fields with the same name in plans and events, which the log records unchanged."""


def log_action(
    event: Event, by: int, act: str, before: Values = None, after: Values = None, why: str = "", *, at: datetime
) -> None:
    """Log an action in the event's and the league's log and announce it. Call in the action's transaction.

    `before` and `after` need to contain only what changed.
    """
    log_actions(event, by, act, [(before, after)], why, at=at)


def log_actions(
    event: Event, by: int, act: str, changes: Sequence[tuple[Values, Values]], why: str = "", *, at: datetime
) -> None:
    """Log an action as `log_action` does, once for each change (`before`, `after`)."""
    why = " ".join(why.split())
    if len(why) > MAX_REASON_LENGTH:
        raise ActionError("too-long", _("The reason can have at most {most} characters.", most=MAX_REASON_LENGTH), "why")
    EventLogEntry.objects.bulk_create(
        EventLogEntry(
            event=event, by_id=by, act=act, why=why, at=at,
            before=None if before is None else dict(before), after=None if after is None else dict(after),
        )
        for before, after in changes
    )  # fmt: skip
    if event.league_id is not None:
        data = [(before, {**(after or {}), "name": event.name}) for before, after in changes]
        record_all(by=by, action=act, subject=("event", event.pk), league_id=event.league_id, changes=data, why=why, at=at)
    announce(event.pk)


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of an event that an organiser chooses before it starts."""

    name: str
    game: str
    control: TimeControl
    league: int | None = None
    season_id: int | None = None
    """A season of the league: only its franchises take part, and it pays them for the matches."""
    stages: Sequence[StagePlan] = (StagePlan(DEFAULT_FIRST),)
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
    bots_only: bool = False
    duplicate: bool = False
    """Whether each match is played twice at once with the same draws and the sides swapped."""
    starts_at: datetime | None = None
    repeat_days: int = 0
    answer_min: int = 30
    no_show_warnings: int | None = None
    ban_length: int = DEFAULT_BAN_LENGTH
    ban_unit: str = BanUnit.DAYS
    draw_offers: bool = True
    player_pauses: bool = False
    report_policy: str = ReportPolicy.CONFIRM
    report_hours: int = 24
    """Hours in which a reported result has to be answered, in an event whose results players report."""
    play_days: int = 0
    """Days of the play window of a round, in which the players of a pairing agree on its time; 0: it opens at once."""
    time_hours: int = 24
    """Hours until silent players are reminded to agree, and again until `time_policy` applies."""
    time_policy: str = SilencePolicy.SLOT
    slot_day: int = 5
    """The default time: its weekday (0 is Monday), time of day (`18:00`) and time zone."""
    slot_time: str = "18:00"
    slot_zone: str = "UTC"
    teams: Mapping[str, Json] | None = None
    """The rules of an event between teams (`league.events.team_rules`); None: players enter on their own."""
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
        unfinished = Event.objects.unfinished().filter(organiser=by, demo=False, boards_of=None)
        if unfinished.count() >= (limit := settings.QUOTAS["events_per_person"]):
            text = _("You've reached the limit of {limit} unfinished events. Finish or cancel one first.", limit=limit)
            raise ActionError("limit-reached", text)
    event = Event(organiser_id=by, created_at=at, demo=plan.demo)
    league_id = plan.league if plan.league is not None else find_season_league(plan.season_id)
    if league_id is not None and not can_organise(by, league_id):
        raise ActionError("not-allowed", _("Only the organisers of a league can create events in it."), "league")
    event.league_id = league_id
    event.status = EventStatus.DRAFT if plan.draft else EventStatus.REGISTRATION
    seed = secrets.token_bytes(32)
    event.lots_seed, event.lots_commitment = seed.hex(), hash_seed(seed)
    _apply_plan(event, plan, at)
    log_action(event, by, "event.created", after={"name": event.name, "status": event.status}, at=at)
    return int(event.pk)


@transaction.atomic
def change_event(*, event_id: int, by: int, plan: Plan, at: datetime, version: int | None = None) -> None:
    """Change the plan of an event that has not started. `version` is the one that the plan is based on (`plan_versions`)."""
    event = lock_managed(event_id, by)
    if event.status not in BEFORE_START:
        raise ActionError("already-started", _("The event has started. Its settings can no longer be changed."))
    check_version(event, version)
    check_entrants(event, max_entrants=plan.max_entrants, teams=plan.teams, bots_only=plan.bots_only)
    previous = describe_plan(event)
    _apply_plan(event, plan, at)
    before, after = diff_values(previous, describe_plan(event))
    if after:
        log_action(event, by, "event.changed", before, after, at=at)


@transaction.atomic
def open_registration(*, event_id: int, by: int, at: datetime) -> None:
    """Publish a draft, or reopen registration before the start."""
    event = lock_managed(event_id, by)
    if event.status not in (EventStatus.DRAFT, EventStatus.CHECK_IN, EventStatus.SEEDING):
        raise ActionError("not-possible", _("Registration can only be opened before the event starts."))
    log_action(event, by, "registration.opened", {"status": event.status}, {"status": EventStatus.REGISTRATION}, at=at)
    event.update(status=EventStatus.REGISTRATION)
    notify_entered(event, by, event.entrants.all(), at)


@transaction.atomic
def set_announcement(*, event_id: int, by: int, text: str, at: datetime) -> None:
    """Set the announcement on the event's page; an empty text removes it."""
    event = lock_managed(event_id, by)
    text = " ".join(text.split())
    if len(text) > 500:
        raise ActionError("too-long", _("The announcement can have at most 500 characters."), "text")
    log_action(event, by, "event.announced", {"text": event.announcement}, {"text": text}, at=at)
    event.update(announcement=text, announced_at=at if text else None)


@transaction.atomic
def cancel_event(*, event_id: int, by: int, at: datetime, why: str = "") -> None:
    """Cancel an event. Matches that have not begun become void; running ones are played to the end."""
    event = lock_managed(event_id, by)
    if event.status not in (*BEFORE_START, EventStatus.RUNNING):
        raise ActionError("event-over", _("This event is over."))
    log_action(event, by, "event.cancelled", {"status": event.status}, {"status": EventStatus.CANCELLED}, why, at=at)
    for cancelled in (event, *Event.objects.select_for_update().filter(boards_of=event)):
        cancelled.update(status=EventStatus.CANCELLED, finished_at=at, next_round_at=None)
        void_unstarted_matches(SeriesMatch.objects.filter(pairing__round__event=cancelled), at)


@transaction.atomic
def archive_event(*, event_id: int, by: int, at: datetime) -> None:
    """Archive a finished event: it leaves the lists and becomes read-only."""
    event = lock_managed(event_id, by)
    if event.status != EventStatus.FINISHED:
        raise ActionError("not-finished", _("Only finished events can be archived."))
    log_action(event, by, "event.archived", {"status": event.status}, {"status": EventStatus.ARCHIVED}, at=at)
    event.update(status=EventStatus.ARCHIVED)
    Event.objects.filter(boards_of=event).update(status=EventStatus.ARCHIVED)


def void_unstarted_matches(rows: QuerySet[SeriesMatch], at: datetime) -> None:
    """Void the matches that have not begun, and disallow going berserk in the others."""
    matches = rows.values_list("match", flat=True)
    void_open_matches(match_ids=list(matches), at=at)
    disable_berserk(match_ids=matches)


def lock_event(event_id: int) -> Event:
    """Return the locked event. Raises ActionError if it does not exist."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise ActionError("not-found", _("Event not found."))
    return event


def lock_managed(event_id: int, by: int, *, boards: bool = False) -> Event:
    """Return the locked event. Raises ActionError unless `by` may manage it.

    The event of the boards of teams follows them, so that only some actions (with `boards`) are possible in it.
    """
    event = lock_event(event_id)
    if event.boards_of_id is not None and not boards:
        raise ActionError("boards", _("These boards follow the matches of their teams. Do this in the event of the teams."))
    if not is_manager(event, by):
        raise ActionError("not-allowed", _("Only the organiser of this event can do this."))
    return event


def get_entrant(event: Event, entrant_id: int) -> Entrant:
    """Return an entrant of the event with its player. Raises ActionError("not-joined")."""
    entrant = event.entrants.filter(pk=entrant_id).select_related("player").first()
    if entrant is None:
        raise ActionError("not-joined", _("Entrant not found in this event."))
    return entrant


def announce(event_id: int) -> None:
    """Make pages that show this event reload it, on commit."""
    publish_on_commit(f"event.{event_id}")
    publish_on_commit("home")


def describe_plan(event: Event) -> dict[str, Json]:
    """Return the event's plan as its log records it."""
    values = {name: getattr(event, name) for name in PLAN_FIELDS}
    values["season"] = event.season_id
    values["starts_at"] = event.starts_at.isoformat() if event.starts_at else None
    values["stages"] = [
        {"format": row.format, "settings": row.settings, "takes": row.takes} for row in event.stages.order_by("number")
    ]
    return values


def _apply_plan(event: Event, plan: Plan, at: datetime) -> None:
    plan = replace(plan, name=" ".join(plan.name.split()), about=plan.about.strip(), delay_s=plan.delay_s or 0)
    bots_only = plan.bots_only or any(stage.format in keys_with("for_bots") for stage in plan.stages)
    plan = replace(plan, bots_only=bots_only, bot_accounts=plan.bot_accounts or bots_only)
    event.title = lock_usable_title(
        plan.game, league_id=event.league_id, owner_id=event.organiser_id, current_id=event.title_id
    )
    _check_plan(plan, at)
    if event.title is not None and plan.teams is None:
        plan = replace(plan, stages=[_with_series(stage, event.title.best_of) for stage in plan.stages])
    rules = parse_rules(plan.teams)
    stages = check_stages(plan.stages, plan.max_entrants, plan.tie_breaks, teams=rules is not None)
    for name in PLAN_FIELDS:
        setattr(event, name, getattr(plan, name))
    event.teams = None if rules is None else rules.dump()
    event.options, event.tie_breaks, event.control = dict(plan.options), list(plan.tie_breaks), plan.control.dump()
    if event.title is not None:  # Nothing but reported results could be rated.
        event.rated = event.rate_entered = event.rated and event.title.rated
    event.season_id, event.starts_at = check_season(event, plan.season_id), plan.starts_at
    event.save()
    event.stages.all().delete()
    Stage.objects.bulk_create(
        Stage(event=event, number=number, format=stage.format, settings=dict(stage.settings), takes=stage.takes)
        for number, stage in enumerate(stages, start=1)
    )
    announce(event.pk)


def _with_series(stage: StagePlan, best_of: int) -> StagePlan:
    """Return the stage with series of so many games, unless it says otherwise or its format has no series."""
    has_series = stage.format in FORMATS and any(field.key == "best_of" for field in FORMATS[stage.format].fields)
    return replace(stage, settings={"best_of": best_of, **stage.settings}) if has_series else stage


def _check_plan(plan: Plan, at: datetime) -> None:
    """Raise ActionError with the plan's invalid field."""
    if not 3 <= len(plan.name) <= 80:
        raise ActionError("bad-name", _("The name must have 3 to 80 characters."), "name")
    _check_game(plan)
    for name, (minimum, maximum) in RANGES.items():
        value = getattr(plan, name)
        if value is not None and not minimum <= value <= maximum:
            raise ActionError("out-of-range", _("Enter a number from {least} to {most}.", least=minimum, most=maximum), name)
    if plan.least_rating is not None and plan.most_rating is not None and plan.least_rating > plan.most_rating:
        raise ActionError(
            "out-of-range", _("The minimum rating is higher than the maximum. Change one of them."), "most_rating"
        )
    pools.check_own_name(plan.pool, plan.game)
    if plan.starts_at is not None and plan.starts_at <= at:
        raise ActionError("in-the-past", _("Choose a start time in the future."), "starts_at")
    if not SLOT_TIME.fullmatch(plan.slot_time):
        raise ActionError("bad-time", _("Enter a time such as 18:00."), "slot_time")
    check_zone(plan.slot_zone, "slot_zone")
    if plan.play_days and any(stage.format in keys_with("continuous") for stage in plan.stages):
        text = _("Matches of this format start at once. Set the play window to 0.")
        raise ActionError("not-possible", text, "play_days")
    if plan.duplicate:
        if plan.season_id is not None and plan.teams is None and fields_gamers(plan.game, plan.options):
            text = _(
                "Each franchise plays with its own Gamers, so the two matches of a duplicate wouldn't begin alike. "
                "Turn off duplicates, or play without Gamers."
            )
            raise ActionError("not-possible", text, "duplicate")
        check_duplicate(plan.game, plan.stages, bots_only=plan.bots_only)
    check_policy(NoShowPolicy(plan.no_show_warnings, plan.ban_length, plan.ban_unit))


def _check_game(plan: Plan) -> None:
    """Check the plan's options and stages with the game, which fills in defaults later."""
    if plan.game not in list_playable_games() and not is_reported(plan.game):
        raise ActionError("unknown-game", _("Game not found."), "game")
    engine = get_engine(plan.game)
    check_seats(plan.stages, engine.seat_counts)
    try:
        engine.options(plan.options)
    except BadOption as error:
        raise ActionError("bad-option", error.text, "options") from error
    has_berserk = any(stage.format in FORMATS and FORMATS[stage.format].has_berserk(stage.settings) for stage in plan.stages)
    if has_berserk and find_time_limit(plan.game, plan.options) is not None:  # players have no time of their own to halve
        raise ActionError(
            "bad-setting", _("With these rules, players share one clock. Turn off berserk or change the rules."), "berserk"
        )
