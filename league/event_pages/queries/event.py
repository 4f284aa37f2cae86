"""The settings of an event for the API, and its entrants by page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Q

from league.event_pages.queries.viewer_event import ViewerEvent
from league.events.models import Entrant, EntrantStatus, Event
from league.pagination import paginate
from league.ratings.queries.players import get_rating_values
from league.standings.tables import Person
from matches.clock import TimeControl
from matches.engine_limits import find_time_limit
from matches.time_control import format_match_timing

PAGE_SIZE = 100
ENTERED_STATUSES = (EntrantStatus.ENTERED, EntrantStatus.WITHDRAWN)
COPIED_FIELDS = (
    "season_id", "about", "announcement", "announced_at", "registration", "bot_accounts", "bots_only", "duplicate",
    "start_by_min", "delay_s", "check_in_min", "auto_advance", "control", "options", "teams", "least_rating", "most_rating",
)  # fmt: skip


def build_entrants_page(view: ViewerEvent, page: int, query: str = "") -> dict[str, Any]:
    """Return the entrants by seed, before the start in order of joining; `queue`: requests, invited, waiting."""
    rows = Entrant.objects.filter(event=view.event)
    if query:
        rows = rows.filter(Q(player__username__icontains=query) | Q(player__display_name__icontains=query))
    order = rows.order_by(F("seed").asc(nulls_last=True), "joined_at", "pk").values_list("pk", "status", "rating")
    listed = list(order)
    entered, paging = paginate([row for row in listed if row[1] in ENTERED_STATUSES], page, PAGE_SIZE)
    queue = [row for row in listed if row[1] not in ENTERED_STATUSES][:PAGE_SIZE]
    view.prefetch(entrants=[row[0] for row in (*entered, *queue)])
    return {"entered": _rated(view, entered), "queue": _rated(view, queue), "paging": paging, "wanted": query}


def _rated(view: ViewerEvent, rows: Sequence[tuple[int, str, float | None]]) -> list[tuple[Person, int]]:
    """Add the rating at the start of the event; before the start, the current one."""
    people = [view.person(pk) for pk, _, _ in rows]
    unknown = [person.player_id for person, row in zip(people, rows, strict=True) if row[2] is None]
    current = get_rating_values(unknown, view.event.seeding_pool) if unknown else {}
    return [
        (person, round(rating if rating is not None else current[person.player_id]))
        for person, (_, _, rating) in zip(people, rows, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A stage as planned."""

    format: str
    settings: Mapping[str, Any]
    takes: int | None
    """Number of entrants from the previous stage."""


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The settings of an event beyond those of its card, and its next round."""

    league: str | None
    """Slug of the league."""
    season_id: int | None
    """The season whose franchises play in it."""
    about: str
    announcement: str
    announced_at: datetime | None
    registration: str
    bot_accounts: bool
    """Whether bot accounts may enter."""
    bots_only: bool
    """Whether nobody but bot accounts and the site's bots may enter."""
    duplicate: bool
    """Whether each match is played twice at once with the same draws and the sides swapped."""
    start_by_min: int
    delay_s: int
    check_in_min: int
    auto_advance: bool
    paused: bool
    next_round_at: datetime | None
    time: str
    """Time control in words."""
    speed: str
    """Speed of its matches, by the time control."""
    control: Mapping[str, Any]
    options: Mapping[str, Any]
    """Options of the game."""
    teams: Mapping[str, Any] | None
    """The rules of an event between teams; null: players enter on their own."""
    least_rating: int | None
    most_rating: int | None
    stages: list[PlannedStage]


def get_event_settings(event: Event) -> EventSettings:
    """Return the settings of an event."""
    return EventSettings(
        **{name: getattr(event, name) for name in COPIED_FIELDS},
        league=event.league.slug if event.league else None,
        paused=event.paused_at is not None,
        next_round_at=None if any(stage.traits.continuous for stage in event.stages.all()) else event.next_round_at,
        time=format_match_timing(find_time_limit(event.game, event.options), TimeControl(**event.control)),
        speed=event.speed,
        stages=[PlannedStage(stage.format, stage.settings, stage.takes) for stage in event.stages.all()],
    )
