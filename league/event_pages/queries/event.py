"""The settings of an event for the API, and its entrants by page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Q

from league.event_pages.queries.view import View
from league.events.models import Entrant, EntrantStatus, Event
from league.paging import cut
from league.ratings.queries.players import values
from league.standings.tables import Person
from matches.clock import Control
from matches.time_control import time_text

SIZE = 100
INSIDE = (EntrantStatus.ENTERED, EntrantStatus.WITHDRAWN)
AS_STORED = (
    "season_id", "about", "announcement", "announced_at", "registration", "bot_accounts", "start_by_min", "delay_s",
    "check_in_min", "auto_advance", "control", "options", "least_rating", "most_rating",
)  # fmt: skip


def entrants_page(view: View, page: int, wanted: str = "") -> dict[str, Any]:
    """Return the entrants by seed, before the start in order of joining; `queue`: requests, invited, waiting."""
    rows = Entrant.objects.filter(event=view.event)
    if wanted:
        rows = rows.filter(Q(player__username__icontains=wanted) | Q(player__display_name__icontains=wanted))
    order = rows.order_by(F("seed").asc(nulls_last=True), "joined_at", "pk").values_list("pk", "status", "rating")
    found = list(order)
    entered, paging = cut([one for one in found if one[1] in INSIDE], page, SIZE)
    queue = [one for one in found if one[1] not in INSIDE][:SIZE]
    view.need(entrants=[one[0] for one in (*entered, *queue)])
    return {"entered": _lines(view, entered), "queue": _lines(view, queue), "paging": paging, "wanted": wanted}


def _lines(view: View, found: Sequence[tuple[int, str, float | None]]) -> list[tuple[Person, int]]:
    """Add the rating at the start of the event; before the start, the current one."""
    people = [view.person(pk) for pk, _, _ in found]
    unknown = [person.player_id for person, one in zip(people, found, strict=True) if one[2] is None]
    now = values(unknown, view.event.game) if unknown else {}
    return [
        (person, round(rating if rating is not None else now[person.player_id]))
        for person, (_, _, rating) in zip(people, found, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """A stage as planned."""

    format: str
    settings: Mapping[str, Any]
    takes: int | None
    """Number of entrants from the previous stage."""


@dataclass(frozen=True, slots=True)
class Decided:
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
    start_by_min: int
    delay_s: int
    check_in_min: int
    auto_advance: bool
    paused: bool
    next_round_at: datetime | None
    time: str
    """Time control in words."""
    control: Mapping[str, Any]
    options: Mapping[str, Any]
    """Options of the game."""
    least_rating: int | None
    most_rating: int | None
    stages: list[PlannedStage]


def decided(event: Event) -> Decided:
    """Return the settings of an event."""
    return Decided(
        **{name: getattr(event, name) for name in AS_STORED},
        league=event.league.slug if event.league else None,
        paused=event.paused_at is not None,
        next_round_at=None if any(stage.traits.continuous for stage in event.stages.all()) else event.next_round_at,
        time=time_text(event.game, event.options, Control(**event.control)),
        stages=[PlannedStage(stage.format, stage.settings, stage.takes) for stage in event.stages.all()],
    )
