"""What the page of an arena or a ladder shows one reader beside what every event's page shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, NullIf
from django.urls import reverse

from engines.words import say
from league.events.models import Entrant, EntrantStatus, EventStatus, SeriesMatch, Stage
from league.events.queries import may_manage
from league.formats.ladder.state import Ladder, Open, within_reach
from league.formats.registry import keys_with
from league.standings.steps import Log, log_of
from league.standings.tables import Person, people_of
from matches.models import RUNNING, Seat, Status


@dataclass(frozen=True, slots=True)
class Own:
    """The reader's match that is to be played or finished."""

    url: str
    opponent: str
    waiting: bool
    """Whether it still waits for somebody to appear."""


@dataclass(frozen=True, slots=True)
class ArenaPart:
    event_id: int
    ends_at: datetime | None
    pairing: bool
    """Whether matches are still being made."""
    playing: int
    waiting: int
    inside: bool
    """Whether the reader takes part."""
    ready: bool
    """Whether the reader is to be paired."""
    own: Own | None
    may_end: bool


@dataclass(frozen=True, slots=True)
class Rung:
    rank: int
    person: Person
    you: bool
    may_challenge: bool
    busy: str
    """Why nobody can challenge at this place now, in words; empty otherwise."""


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    number: int
    challenger: Person
    challenged: Person
    made_at: datetime
    answer_by: datetime | None
    """Until when it can be answered; None once it has been accepted."""
    url: str
    """Of the match, once it has been accepted."""
    may_answer: bool


@dataclass(frozen=True, slots=True)
class LadderPart:
    event_id: int
    running: bool
    reach: int
    inside: bool
    rungs: tuple[Rung, ...]
    challenges: tuple[ChallengeLine, ...]
    may_end: bool


@dataclass(frozen=True, slots=True)
class Known:
    """What whoever shows an event has read of it already: the entrant that the reader is, unless it has left; whether
    the reader may manage it; the log of its stage; and how people are found by their entrants."""

    own: int | None
    manages: bool
    log: Log
    people: Callable[[Collection[int]], Mapping[int, Person]]


class Parts(NamedTuple):
    arena: ArenaPart | None = None
    ladder: LadderPart | None = None


def parts(event_id: int, reader: int | None, at: datetime, known: Known | None = None) -> Parts:
    """What the reader (a player's id) sees of an event without rounds that has begun: by challenge a ladder."""
    own = known.own if known else _own(event_id, reader)
    begun = Stage.objects.filter(event=event_id, format__in=keys_with("continuous"), started_at__isnull=False)
    stage = _with_match(begun.select_related("event"), own, reader).first()
    if stage is None:
        return Parts()
    seen = known or Known(
        own, may_manage(stage.event, reader), log_of(stage), lambda _: people_of([event_id])[event_id]
    )
    if stage.traits.by_challenge:
        return Parts(ladder=_ladder(stage, seen, at))
    return Parts(arena=_arena(stage, seen, at))


def _arena(stage: Stage, seen: Known, at: datetime) -> ArenaPart:
    event, log, own = stage.event, seen.log, seen.own
    moment = stage.finished_at or log.moment(at)
    now = log.arena(moment)
    running = event.status == EventStatus.RUNNING
    return ArenaPart(
        event_id=event.pk,
        ends_at=now.end,
        pairing=running and now.on(moment) and event.paused_at is None,
        playing=len(now.running),
        waiting=len(now.waiting),
        inside=own is not None,
        ready=own in now.ready,
        own=_match(stage) if own else None,
        may_end=running and not now.running and seen.manages,
    )


def _ladder(stage: Stage, seen: Known, at: datetime) -> LadderPart:
    event, log, own = stage.event, seen.log, seen.own
    moment = stage.finished_at or log.moment(at)
    now = log.ladder(moment)
    running = event.status == EventStatus.RUNNING and event.paused_at is None
    people = seen.people({*now.order, *(one for asked in now.open for one in (asked.challenger, asked.challenged))})
    reach = set(within_reach(now, own, moment)) if own and running else set()
    return LadderPart(
        event_id=event.pk,
        running=running,
        reach=now.settings.reach,
        inside=own is not None,
        rungs=tuple(
            Rung(rank, people[one], one == own, one in reach, _busy(now, one, moment))
            for rank, one in enumerate(now.order, 1)
        ),
        challenges=_challenges(stage, now, people, own if running else None) if not stage.finished_at else (),
        may_end=event.status == EventStatus.RUNNING and seen.manages,
    )


def _busy(now: Ladder, one: int, at: datetime) -> str:
    if any(one in (other.challenger, other.challenged) for other in now.open):
        return say("has a challenge")
    return say("rests") if now.protected_until.get(one, at) > at else ""


def _challenges(
    stage: Stage, now: Ladder, people: Mapping[int, Person], own: int | None
) -> tuple[ChallengeLine, ...]:  # fmt: skip
    rows = SeriesMatch.objects.filter(pairing__round__stage=stage, pairing__counted_at=None)
    matches = dict(rows.values_list("pairing__key", "match"))
    answer = timedelta(days=now.settings.answer_days)

    def line(one: Open) -> ChallengeLine:
        match = matches.get(str(one.number))
        return ChallengeLine(
            one.number, people[one.challenger], people[one.challenged], one.at,
            None if one.accepted else one.at + answer,
            reverse("match", args=[match]) if match else "",
            own == one.challenged and not one.accepted,
        )  # fmt: skip

    return tuple(line(one) for one in now.open)


def _own(event_id: int, reader: int | None) -> int | None:
    """The entrant that the reader is, unless it has left."""
    if reader is None:
        return None
    rows = Entrant.objects.filter(event=event_id, player=reader, status=EntrantStatus.ENTERED)
    return rows.values_list("pk", flat=True).first()


def _with_match(stages: QuerySet[Stage], own: int | None, reader: int | None) -> QuerySet[Stage]:
    """With the reader's match that is to be played or finished, as its opponent's seat tells it."""
    if own is None:
        return stages
    matches = SeriesMatch.objects.filter(
        pairing__round__stage=OuterRef(OuterRef("pk")), counted_at=None, pairing__sides__entrant=own,
        match__status__in=[Status.OPEN, *RUNNING],
    )  # fmt: skip
    seats = Seat.objects.filter(match__in=matches.values("match")).exclude(player=reader).order_by("match", "number")
    name = Coalesce(NullIf("player__display_name", Value("")), "player__username", Value(""))
    return stages.annotate(
        own_match=Subquery(seats.values("match")[:1]),
        own_status=Subquery(seats.values("match__status")[:1]),
        opponent=Subquery(seats.values(name=name)[:1]),
    )


def _match(stage: Stage) -> Own | None:
    found = vars(stage)
    if found["own_match"] is None:
        return None
    return Own(reverse("match", args=[found["own_match"]]), found["opponent"], found["own_status"] == Status.OPEN)
