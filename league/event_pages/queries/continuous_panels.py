"""The additional data of an arena's or ladder's page for one viewer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Value
from django.db.models.functions import Coalesce, NullIf
from django.urls import reverse

from engines.words import say
from league.event_pages.queries.view import View
from league.events.models import Entrant, EntrantStatus, EventStatus, SeriesMatch, Stage
from league.formats.ladder.state import Ladder, within_reach
from league.standings.rows import StageRows
from league.standings.tables import Person
from matches.models import RUNNING, Seat, Status


@dataclass(frozen=True, slots=True)
class Own:
    """The viewer's match to play or finish."""

    url: str
    opponent: str
    waiting: bool
    """Whether a player has not appeared yet."""


@dataclass(frozen=True, slots=True)
class ArenaPart:
    """The state of an arena."""

    event_id: int
    ends_at: datetime | None
    pairing: bool
    """Whether matches are still created."""
    playing: int
    waiting: int
    inside: bool
    """Whether the viewer takes part."""
    ready: bool
    """Whether the viewer is available for pairing."""
    own: Own | None
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
class LadderPart:
    """The state of a ladder."""

    event_id: int
    running: bool
    reach: int
    inside: bool
    rungs: tuple[Rung, ...]
    challenges: tuple[ChallengeLine, ...]
    may_end: bool


def parts(view: View, at: datetime) -> dict[str, ArenaPart | LadderPart]:
    """Return the `arena` or `ladder` of a started event without rounds, else an empty dict."""
    rows = view.current
    if rows is None or not rows.stage.traits.continuous:
        return {}
    own = view.own.pk if view.own and view.own.status == EntrantStatus.ENTERED else None
    if rows.stage.traits.by_challenge:
        return {"ladder": _ladder(view, rows, own, at)}
    return {"arena": _arena(view, rows, own, at)}


def _arena(view: View, rows: StageRows, own: int | None, at: datetime) -> ArenaPart:
    event, log = view.event, view.log_of(rows)
    moment = rows.stage.finished_at or log.moment(at)
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
        own=_match(rows.stage, view.own) if view.own and own else None,
        may_end=running and not now.running and view.manages,
    )


def _ladder(view: View, rows: StageRows, own: int | None, at: datetime) -> LadderPart:
    event, stage, log = view.event, rows.stage, view.log_of(rows)
    moment = stage.finished_at or log.moment(at)
    now = log.ladder(moment)
    running = event.status == EventStatus.RUNNING and event.paused_at is None
    asked = {one for open_ in now.open for one in (open_.challenger, open_.challenged)}
    busy = {one: say("protected") for one, until in now.protected_until.items() if until > moment}
    busy |= {one: say("open challenge") for one in asked}
    people = view.people({*now.order, *asked})
    reach = set(within_reach(now, own, moment)) if own and running else set()
    return LadderPart(
        event_id=event.pk,
        running=running,
        reach=now.settings.reach,
        inside=own is not None,
        rungs=tuple(
            Rung(rank, people[one], one == own, one in reach, busy.get(one, ""))
            for rank, one in enumerate(now.order, 1)
        ),
        challenges=_challenges(stage, now, people, own if running else None) if not stage.finished_at else (),
        may_end=event.status == EventStatus.RUNNING and view.manages,
    )


def _challenges(
    stage: Stage, now: Ladder, people: Mapping[int, Person], own: int | None
) -> tuple[ChallengeLine, ...]:  # fmt: skip
    rows = SeriesMatch.objects.filter(pairing__round__stage=stage, pairing__counted_at=None)
    urls = {key: reverse("match", args=[match]) for key, match in rows.values_list("pairing__key", "match")}
    answer = timedelta(days=now.settings.answer_days)
    return tuple(
        ChallengeLine(
            one.number, people[one.challenger], people[one.challenged], one.at,
            None if one.accepted else one.at + answer, urls.get(str(one.number), ""),
            own == one.challenged and not one.accepted,
        )
        for one in now.open
    )  # fmt: skip


def _match(stage: Stage, own: Entrant) -> Own | None:
    """Return an entrant's match to play or finish, with the opponent from its seats."""
    matches = SeriesMatch.objects.filter(
        pairing__round__stage=stage, counted_at=None, pairing__sides__entrant=own,
        match__status__in=[Status.OPEN, *RUNNING],
    )  # fmt: skip
    seats = Seat.objects.filter(match__in=matches.values("match")).exclude(player=own.player_id)
    name = Coalesce(NullIf("player__display_name", Value("")), "player__username", Value(""))
    found = seats.order_by("match", "number").values_list("match", "match__status", name).first()
    return Own(reverse("match", args=[found[0]]), found[2], found[1] == Status.OPEN) if found else None
