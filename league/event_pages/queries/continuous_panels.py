"""The additional data of an arena's or ladder's page for one viewer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Value
from django.db.models.functions import Coalesce, NullIf
from django.urls import reverse

from engines.i18n import translate as _
from league.event_pages.queries.viewer_event import ViewerEvent
from league.events.models import Entrant, EntrantStatus, EventStatus, SeriesMatch, Stage
from league.formats.ladder.state import Ladder, list_challengeable
from league.standings.rows import StageRows
from league.standings.tables import Person
from matches.models import RUNNING, Seat, Status


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """The viewer's match to play or finish."""

    url: str
    opponent: str
    waiting: bool
    """Whether a player has not appeared yet."""


@dataclass(frozen=True, slots=True)
class ArenaPanel:
    """The state of an arena, or of another format that pairs waiting entrants."""

    event_id: int
    name: str
    """Name of the format."""
    ends_at: datetime | None
    """When it ends; null if it ends only when its organiser ends it."""
    pairing: bool
    """Whether matches are still created."""
    playing: int
    waiting: int
    inside: bool
    """Whether the viewer takes part."""
    ready: bool
    """Whether the viewer is available for pairing."""
    own: OwnMatch | None
    may_end: bool


@dataclass(frozen=True, slots=True)
class Rung:
    """A place on a ladder."""

    rank: int
    person: Person
    you: bool
    may_challenge: bool
    busy: str
    """Why this entrant can't be challenged now, in words, else ""."""


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """An open challenge on a ladder."""

    number: int
    challenger: Person
    challenged: Person
    made_at: datetime
    answer_by: datetime | None
    """Deadline for the answer; None once accepted."""
    url: str
    """URL of the match, once accepted."""
    may_answer: bool


@dataclass(frozen=True, slots=True)
class LadderPanel:
    """The state of a ladder."""

    event_id: int
    running: bool
    reach: int
    inside: bool
    rungs: tuple[Rung, ...]
    challenges: tuple[ChallengeLine, ...]
    may_end: bool


def build_panels(view: ViewerEvent, at: datetime) -> dict[str, ArenaPanel | LadderPanel]:
    """Return the `arena` or `ladder` of a started event without rounds, else an empty dict."""
    rows = view.current
    if rows is None or not rows.stage.traits.continuous:
        return {}
    own_id = view.own.pk if view.own and view.own.status == EntrantStatus.ENTERED else None
    if rows.stage.traits.by_challenge:
        return {"ladder": _build_ladder_panel(view, rows, own_id, at)}
    return {"arena": _build_arena_panel(view, rows, own_id, at)}


def _build_arena_panel(view: ViewerEvent, rows: StageRows, own_id: int | None, at: datetime) -> ArenaPanel:
    event, log = view.event, view.log_of(rows)
    moment = rows.stage.finished_at or log.moment(at)
    arena = log.arena(moment)
    running = event.status == EventStatus.RUNNING
    return ArenaPanel(
        event_id=event.pk,
        name=rows.stage.traits.name,
        ends_at=arena.end,
        pairing=running and arena.on(moment) and event.paused_at is None,
        playing=len(arena.running),
        waiting=len(arena.waiting),
        inside=own_id is not None,
        ready=own_id in arena.ready,
        own=_find_own_match(rows.stage, view.own) if view.own and own_id else None,
        may_end=running and not arena.running and view.manages,
    )


def _build_ladder_panel(view: ViewerEvent, rows: StageRows, own_id: int | None, at: datetime) -> LadderPanel:
    event, stage, log = view.event, rows.stage, view.log_of(rows)
    moment = stage.finished_at or log.moment(at)
    ladder = log.ladder(moment)
    running = event.status == EventStatus.RUNNING and event.paused_at is None
    challenged = {entrant for open_ in ladder.open for entrant in (open_.challenger, open_.challenged)}
    busy = {entrant: _("protected") for entrant, until in ladder.protected_until.items() if until > moment}
    busy |= {entrant: _("open challenge") for entrant in challenged}
    people = view.people({*ladder.order, *challenged})
    reach = set(list_challengeable(ladder, own_id, moment)) if own_id and running else set()
    return LadderPanel(
        event_id=event.pk,
        running=running,
        reach=ladder.settings.reach,
        inside=own_id is not None,
        rungs=tuple(
            Rung(rank, people[entrant], entrant == own_id, entrant in reach, busy.get(entrant, ""))
            for rank, entrant in enumerate(ladder.order, 1)
        ),
        challenges=_list_open(stage, ladder, people, own_id if running else None) if not stage.finished_at else (),
        may_end=event.status == EventStatus.RUNNING and view.manages,
    )


def _list_open(
    stage: Stage, ladder: Ladder, people: Mapping[int, Person], own_id: int | None
) -> tuple[ChallengeLine, ...]:  # fmt: skip
    rows = SeriesMatch.objects.filter(pairing__round__stage=stage, pairing__counted_at=None)
    urls = {key: reverse("match", args=[match]) for key, match in rows.values_list("pairing__key", "match")}
    answer_time = timedelta(days=ladder.settings.answer_days)
    return tuple(
        ChallengeLine(
            challenge.number, people[challenge.challenger], people[challenge.challenged], challenge.at,
            None if challenge.accepted else challenge.at + answer_time, urls.get(str(challenge.number), ""),
            own_id == challenge.challenged and not challenge.accepted,
        )
        for challenge in ladder.open
    )  # fmt: skip


def _find_own_match(stage: Stage, entrant: Entrant) -> OwnMatch | None:
    """Return an entrant's match to play or finish, with the opponent from its seats."""
    matches = SeriesMatch.objects.filter(
        pairing__round__stage=stage, counted_at=None, pairing__sides__entrant=entrant,
        match__status__in=[Status.OPEN, *RUNNING],
    )  # fmt: skip
    seats = Seat.objects.filter(match__in=matches.values("match")).exclude(player=entrant.player_id)
    name = Coalesce(NullIf("player__display_name", Value("")), "player__username", Value(""))
    row = seats.order_by("match", "number").values_list("match", "match__status", name).first()
    return OwnMatch(reverse("match", args=[row[0]]), row[2], row[1] == Status.OPEN) if row else None
