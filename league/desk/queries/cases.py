"""The referee dashboard: matches that need a referee, with public information only (no positions)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery

from engines import registry
from engines.referee_notation import CAUSES
from engines.words import retell
from engines.words import told as told_now
from league.desk.models import Call
from league.desk.queries.access import events_of
from league.desk.rules import CUT_FOR, Need, needs
from league.events.models import Event, SeriesMatch
from league.leagues.models import Staff
from league.people.models import Player
from matches.models import Entry, Match, Outage, Seat, Status
from matches.queries.board import gone_in

MOST_OUTAGES = 10
MOST = 500
"""Maximum number of matches to check; larger events have more than one referee."""


@dataclass(frozen=True, slots=True)
class CaseSeat:
    """A seat of a match."""

    number: int
    name: str
    player: str
    username: str
    bot: str
    acts: bool


@dataclass(frozen=True, slots=True)
class CaseCall:
    """A player's call with its answer."""

    call_id: int
    seat_name: str
    player: str
    text: str
    at: datetime
    entry: int
    answer: str
    answered_at: datetime | None
    answered_by: str


@dataclass(frozen=True, slots=True)
class Case:
    """A match as its referee sees it."""

    match_id: int
    game: str
    game_name: str
    title: str
    status: str
    event_id: int | None
    event_name: str
    seats: tuple[CaseSeat, ...]
    calls: tuple[CaseCall, ...]
    quiet_since: datetime | None
    """Time of the last log entry, or when the match began."""
    ruling: str
    """Description of the last ruling, empty without one."""
    uncredited_ms: int
    """Overload time not credited because the match reached the limit (`OVERLOAD_CREDIT_S`)."""
    needs: tuple[Need, ...]

    @property
    def uncredited_seconds(self) -> float:
        return self.uncredited_ms / 1000


@dataclass(frozen=True, slots=True)
class DeskOutage:
    """An outage of the site. `cause` is database, restart, suspended or overload."""

    at: datetime
    seconds: float
    cause: str
    cause_text: str
    matches: int
    """Number of matches with credited time."""
    cut: int
    """Number of matches credited with less because they reached the limit."""


@dataclass(frozen=True, slots=True)
class DeskList:
    """The content of the referee dashboard."""

    cases: tuple[Case, ...]
    watched: int
    """Number of unfinished matches checked."""
    plays_in: tuple[str, ...]
    """Events that the viewer could referee, but plays in."""
    events: tuple[tuple[int, str], ...] = ()
    """Events of the checked matches, as id and name."""
    outages: tuple[DeskOutage, ...] = ()
    """Outages of the last day, newest first."""


def desk_list(person: Player, at: datetime) -> DeskList:
    """Return what needs the person as a referee now: most urgent first, then oldest."""
    looked_at = list(_rows(person, at))
    gone = gone_in(match.pk for match in looked_at)
    found = [case_of(match, at, gone) for match in looked_at]
    order = list(Need)
    pressing = sorted(
        (one for one in found if one.needs),
        key=lambda one: (order.index(one.needs[0]), one.quiet_since or at, one.match_id),
    )
    over = (Status.CLOSED, Status.VOID)
    watched = sum(match.status not in over for match in looked_at)
    events = {one.event_id: one.event_name for one in found if one.event_id is not None and one.status not in over}
    roles = Staff.objects.filter(player=person).values("league")
    own = Event.objects.filter(Q(organiser=person) | Q(league__in=roles), entrants__player=person, status="running")
    plays_in = tuple(own.order_by("pk").values_list("name", flat=True).distinct())
    outages = tuple(
        DeskOutage(
            one.began, round((one.ended - one.began).total_seconds(), 1), one.cause, told_now(CAUSES[one.cause]),
            one.matches, one.cut,
        )
        for one in Outage.objects.filter(ended__gt=at - CUT_FOR).order_by("-ended")[:MOST_OUTAGES]
    )  # fmt: skip
    return DeskList(tuple(pressing), watched, plays_in, tuple(sorted(events.items())), outages)


def case(match_id: int, at: datetime) -> Case:
    """Return one match as its referee sees it, whether it needs attention or not."""
    return case_of(_with_details(Match.objects.filter(pk=match_id)).get(), at, gone_in([match_id]))


def case_of(match: Match, at: datetime, gone: Collection[int]) -> Case:
    """Return the case of a row from `_with_details`. `offline` are matches with a disconnected player."""
    engine = registry.get(match.game, match.engine_version)
    seats = list(match.seats.all())
    kept = vars(match)
    names = [told_now(name) for name in engine.seat_names]
    quiet = kept["last_at"] or match.started_at
    return Case(
        match_id=match.pk,
        game=match.game,
        game_name=engine.name,
        title=retell(match.title),
        status=match.status,
        event_id=kept["event_id"],
        event_name=kept["event_name"] or "",
        seats=tuple(
            CaseSeat(
                seat.number, names[seat.number], str(seat.player or ""),
                seat.player.username if seat.player else "", seat.bot, seat.number in match.to_act,
            )
            for seat in seats
        ),
        needs=needs(
            match, at, called=kept["called"], gone=match.pk in gone, undecided=kept["undecided"], quiet=quiet,
            missing=any(seat.ready_at is None for seat in seats),
        ),
        calls=tuple(_call(call, names[call.seat]) for call in match.calls.all()),
        quiet_since=quiet,
        ruling=retell((match.ruling or {}).get("text", "")),
        uncredited_ms=match.cut_ms,
    )  # fmt: skip


def _rows(person: Player, at: datetime) -> QuerySet[Match]:
    """Return matches of the person's events that may need a referee; for site admins also those outside events.

    They are running, have an open call, or ended recently with an overload that was not credited in full.
    """
    running = Q(status__in=[Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW])
    undecided = Q(status=Status.VOID, series_match__pairing__counted_at=None)
    called = Q(pk__in=Call.objects.filter(answered_at=None).values("match"))
    mine = Q(series_match__pairing__round__event__in=events_of(person))
    cut = Q(cut_ms__gt=0, status=Status.CLOSED, closed_at__gte=at - CUT_FOR)
    scope = mine & (running | undecided | called | cut)
    if person.is_superuser:
        stopped = Q(status__in=[Status.PAUSED, Status.REVIEW])
        own = Q(pk__in=person.seats.values("match"))
        missed = Q(cut_ms__gt=0, status=Status.PLAYING)
        scope |= Q(series_match__isnull=True) & (stopped | called | missed | cut) & ~own
    return _with_details(Match.objects.filter(scope)).order_by("pk")[:MOST]


def _with_details(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Add everything a case needs, without the position."""
    last = Entry.objects.filter(match=OuterRef("pk"), n=OuterRef("last_entry"))
    pairing = SeriesMatch.objects.filter(match=OuterRef("pk"))
    open_calls = Call.objects.filter(match=OuterRef("pk"), answered_at=None)
    return (
        rows.defer("state", "behind", "clock", "seed")
        .annotate(
            last_at=Subquery(last.values("at")[:1]),
            called=Exists(open_calls),
            undecided=Exists(pairing.filter(pairing__counted_at=None)),
            event_id=Subquery(pairing.values("pairing__round__event")[:1]),
            event_name=Subquery(pairing.values("pairing__round__event__name")[:1]),
        )
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("player")),
            Prefetch("calls", Call.objects.select_related("player", "answered_by")),
        )
    )


def _call(call: Call, seat_name: str) -> CaseCall:
    return CaseCall(
        call_id=call.pk, seat_name=seat_name, player=str(call.player), text=call.text, at=call.at, entry=call.entry,
        answer=call.answer, answered_at=call.answered_at, answered_by=str(call.answered_by or ""),
    )  # fmt: skip
