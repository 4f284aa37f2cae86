"""The referee dashboard: matches that need a referee, with public information only (no positions)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery

from engines import registry
from engines.i18n import translate as _, translate_stored
from engines.referee_notation import CAUSES
from league.desk.models import RefereeCall
from league.desk.queries.access import list_refereeable_events, list_refereed_leagues
from league.desk.rules import UNCREDITED_SHOWN_FOR, Need, list_needs
from league.events.models import Event, SeriesMatch
from league.people.models import Player
from matches.models import Entry, Match, Outage, Seat, Status
from matches.queries.board_view import get_disconnection_marks

MAX_OUTAGES = 10
MAX_MATCHES = 500
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
class Dashboard:
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


def get_dashboard(person: Player, at: datetime) -> Dashboard:
    """Return what needs the person as a referee now: most urgent first, then oldest."""
    matches = list(_list_matches(person, at))
    offline = get_disconnection_marks(match.pk for match in matches)
    cases = [build_case(match, at, offline) for match in matches]
    order = list(Need)
    urgent = sorted(
        (row for row in cases if row.needs), key=lambda row: (order.index(row.needs[0]), row.quiet_since or at, row.match_id)
    )
    ended = (Status.CLOSED, Status.VOID)
    watched = sum(match.status not in ended for match in matches)
    events = {row.event_id: row.event_name for row in cases if row.event_id is not None and row.status not in ended}
    is_own = Q(organiser=person) | Q(league__in=list_refereed_leagues(person))
    own_events = Event.objects.filter(is_own, entrants__player=person, status="running")
    plays_in = tuple(own_events.order_by("pk").values_list("name", flat=True).distinct())
    outages = tuple(
        DeskOutage(
            row.began, round((row.ended - row.began).total_seconds(), 1), row.cause, _(CAUSES[row.cause]),
            row.matches, row.cut,
        )
        for row in Outage.objects.filter(ended__gt=at - UNCREDITED_SHOWN_FOR).order_by("-ended")[:MAX_OUTAGES]
    )  # fmt: skip
    return Dashboard(tuple(urgent), watched, plays_in, tuple(sorted(events.items())), outages)


def get_case(match_id: int, at: datetime) -> Case:
    """Return one match as its referee sees it, whether it needs attention or not."""
    return build_case(_with_details(Match.objects.filter(pk=match_id)).get(), at, get_disconnection_marks([match_id]))


def build_case(match: Match, at: datetime, offline: Collection[int]) -> Case:
    """Return the case of a row from `_with_details`. `offline` are matches with a disconnected player."""
    engine = registry.get_or_missing(match.game, match.engine_version)
    seats = list(match.seats.all())
    extra = vars(match)
    names = [_(name) for name in engine.seat_names]
    quiet = extra["last_at"] or match.started_at
    return Case(
        match_id=match.pk,
        game=match.game,
        game_name=engine.name,
        title=translate_stored(match.title),
        status=match.status,
        event_id=extra["event_id"],
        event_name=extra["event_name"] or "",
        seats=tuple(
            CaseSeat(
                seat.number, names[seat.number], str(seat.player or ""),
                seat.player.username if seat.player else "", seat.bot, seat.number in match.to_act,
            )
            for seat in seats
        ),
        needs=list_needs(
            match, at, called=extra["called"], offline=match.pk in offline, undecided=extra["undecided"], quiet=quiet,
            missing=any(seat.ready_at is None for seat in seats),
        ),
        calls=tuple(_build_call(call, names[call.seat]) for call in match.calls.all()),
        quiet_since=quiet,
        ruling=translate_stored((match.ruling or {}).get("text", "")),
        uncredited_ms=match.cut_ms,
    )  # fmt: skip


def _list_matches(person: Player, at: datetime) -> QuerySet[Match]:
    """Return matches of the person's events that may need a referee; for site admins also those outside events.

    They are running, have an open call, or ended recently with an overload that was not credited in full.
    """
    running = Q(status__in=[Status.OPEN, Status.PLAYING, Status.PAUSED, Status.REVIEW])
    undecided = Q(status=Status.VOID, series_match__pairing__counted_at=None)
    called = Q(pk__in=RefereeCall.objects.filter(answered_at=None).values("match"))
    is_own = Q(series_match__pairing__round__event__in=list_refereeable_events(person))
    is_cut = Q(cut_ms__gt=0, status=Status.CLOSED, closed_at__gte=at - UNCREDITED_SHOWN_FOR)
    scope = is_own & (running | undecided | called | is_cut)
    if person.is_superuser:
        stopped = Q(status__in=[Status.PAUSED, Status.REVIEW])
        is_player = Q(pk__in=person.seats.values("match"))
        is_cut_now = Q(cut_ms__gt=0, status=Status.PLAYING)
        scope |= Q(series_match__isnull=True) & (stopped | called | is_cut_now | is_cut) & ~is_player
    return _with_details(Match.objects.filter(scope)).order_by("pk")[:MAX_MATCHES]


def _with_details(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Add everything a case needs, without the position."""
    last = Entry.objects.filter(match=OuterRef("pk"), n=OuterRef("last_entry"))
    pairing = SeriesMatch.objects.filter(match=OuterRef("pk"))
    open_calls = RefereeCall.objects.filter(match=OuterRef("pk"), answered_at=None)
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
            Prefetch("calls", RefereeCall.objects.select_related("player", "answered_by")),
        )
    )


def _build_call(call: RefereeCall, seat_name: str) -> CaseCall:
    return CaseCall(
        call_id=call.pk, seat_name=seat_name, player=str(call.player), text=call.text, at=call.at, entry=call.entry,
        answer=call.answer, answered_at=call.answered_at, answered_by=str(call.answered_by or ""),
    )  # fmt: skip
