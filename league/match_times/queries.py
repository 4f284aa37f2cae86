"""Agreements as players, organisers and programs see them; players' weeks; and what is due."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from engines.i18n import translate as _
from league.events.models import Event, EventStatus, Pairing, SeriesMatch, Side
from league.events.queries import is_manager
from league.match_times.models import Availability, TimeAgreement
from league.match_times.rules.availability import WEEKDAYS, ExceptionDays, Week, assume_week
from league.match_times.rules.negotiation import MIN_NOTICE, Negotiation, Terms, TimeStatus
from league.match_times.rules.slots import MIN_DISTANCE, find_common_slots
from league.notifications.models import NotificationPreferences
from league.people.models import Player
from matches.errors import ActionError

MAX_LISTED = 500
ALWAYS = ((0, 24 * 60),)


@dataclass(frozen=True, slots=True)
class KnownWeek:
    """A player's week; unless `declared`, its hours are assumed, and unless `has_zone` its time zone too.

    A bot can always play, in any zone.
    """

    week: Week
    declared: bool
    has_zone: bool = True
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class TimeView:
    """The time of a pairing as its players and organisers see it. `answer` names what the viewer can do."""

    event_id: int
    event_name: str
    pairing_id: int
    round: str
    board: int
    players: tuple[str, ...]
    """Usernames by side."""
    names: tuple[str, ...]
    status: str
    time: datetime | None
    """When the match opens, once that is known."""
    closes_at: datetime
    policy_at: datetime | None
    """When the event's policy applies if nobody takes a step; None once a time is known."""
    proposed_by: str | None
    """Username of the player whose proposal is open; with a known time it is a proposed change."""
    slots: tuple[datetime, ...]
    common_slots: tuple[datetime, ...]
    """Times that suit both players, best first, to propose."""
    silent: tuple[str, ...]
    """Usernames of the players whose turn it is."""
    overdue: bool
    can_propose: bool
    can_answer: bool

    @property
    def state(self) -> str:
        """Return the state for organisers: agreed, proposed, silent or overdue."""
        if self.time is not None:
            return "agreed"
        return "overdue" if self.overdue else "proposed" if self.proposed_by else "silent"


def load_weeks(players: Collection[int]) -> dict[int, KnownWeek]:
    """Return the weeks of these players: what they have said, or what is assumed. Bots can always play."""
    zones = dict(NotificationPreferences.objects.filter(pk__in=players).exclude(zone="").values_list("pk", "zone"))
    rows = Availability.objects.in_bulk(list(players))
    bots = set(Player.objects.filter(pk__in=players).exclude(bot="").values_list("pk", flat=True))
    weeks = {}
    for player in players:
        zone, row = zones.get(player, "UTC"), rows.get(player)
        if player in bots:
            weeks[player] = KnownWeek(Week("UTC", (ALWAYS,) * len(WEEKDAYS)), True, has_zone=False, is_bot=True)
        elif row is None:
            weeks[player] = KnownWeek(assume_week(zone), False, player in zones)
        else:
            weeks[player] = KnownWeek(to_week(row, zone), True, player in zones)
    return weeks


def get_week(player_id: int) -> KnownWeek:
    """Return a player's own week."""
    return load_weeks([player_id])[player_id]


def to_week(row: Availability, zone: str) -> Week:
    """Return the stored availability as a value."""
    days = tuple(tuple((begins, ends) for begins, ends in day) for day in row.weekly)
    return Week(zone, days, tuple(ExceptionDays.from_json(item) for item in row.exceptions))


def list_common_slots(row: TimeAgreement, players: Sequence[int], at: datetime, *, only_known: bool = False) -> list[datetime]:
    """Return times for a pairing's match that suit both players and none of their other matches, best first.

    A player whose zone is not known is taken to live where the other one does. If neither's is known, there are none,
    as any hour could be night; with `only_known`, unless both are.
    """
    weeks = load_weeks(players)
    people = [known for known in weeks.values() if not known.is_bot]
    zones = [known.week.zone for known in people if known.has_zone]
    if not zones or (only_known and len(zones) < len(people)):
        return []
    others = Pairing.objects.filter(
        sides__entrant__player__in=players, starts_at__range=(at - MIN_DISTANCE, row.closes_at + MIN_DISTANCE), counted_at=None
    ).exclude(pk=row.pairing_id)
    busy = [moment for moment in others.values_list("starts_at", flat=True) if moment]
    one, other = (
        known.week if known.has_zone else replace(known.week, zone=zones[0]) for known in (weeks[player] for player in players)
    )
    slots = find_common_slots(one, other, at + MIN_NOTICE + timedelta(minutes=10), row.closes_at)
    return [slot for slot in slots if all(abs(slot - moment) >= MIN_DISTANCE for moment in busy)]


def get_terms(event: Event) -> Terms:
    """Return the event's settings for players who don't agree."""
    return Terms(event.time_hours, event.time_policy)


def to_negotiation(row: TimeAgreement) -> Negotiation:
    """Return the state of an agreement, read with its pairing."""
    return Negotiation(
        row.opened_at, row.closes_at, row.default_at, row.since, row.status, row.pairing.starts_at, row.proposer,
        tuple(datetime.fromisoformat(slot) for slot in row.slots), row.reminded, row.revision,
    )  # fmt: skip


def get_agreement(event_id: int, pairing_id: int, viewer_id: int) -> TimeAgreement:
    """Return the agreement of a pairing. Raises ActionError("not-found") unless the viewer plays in it or manages its event."""
    row = _agreements().filter(pairing=pairing_id, pairing__round__event=event_id).first()
    if row is None or not (is_player(row, viewer_id) or is_manager(row.pairing.round.event, viewer_id)):
        raise ActionError("not-found", _("Pairing not found in this event."))
    return row


def view_agreement(row: TimeAgreement, viewer_id: int | None, at: datetime, *, with_slots: bool = True) -> TimeView:
    """Return an agreement as this viewer sees it; common slots only if they are a player of it and can propose."""
    event, state = row.pairing.round.event, to_negotiation(row)
    players = [side.entrant.player for side in row.pairing.sides.all() if side.entrant]
    side = next((number for number, player in enumerate(players) if player.pk == viewer_id), None)
    is_open = is_negotiable(row, at)
    can_propose = is_open and side is not None
    silent = state.list_silent_sides() if is_open else ()
    slots = list_common_slots(row, [player.pk for player in players], at) if can_propose and with_slots else []
    waits = state.time is None and is_open
    usernames = tuple(player.username for player in players)
    return TimeView(
        event.pk, event.name, row.pairing_id, row.pairing.round.name, row.pairing.board, usernames,
        tuple(str(player) for player in players), row.status, state.time, row.closes_at,
        state.policy_at(get_terms(event)) if waits and row.status == TimeStatus.WAITING else None,
        None if state.proposer is None else usernames[state.proposer], state.slots, tuple(slots),
        tuple(usernames[number] for number in silent), waits and (state.reminded or row.status == TimeStatus.REFEREE),
        can_propose, can_propose and state.proposer is not None and state.proposer != side,
    )  # fmt: skip


def is_negotiable(row: TimeAgreement, at: datetime) -> bool:
    """Return whether its players can still propose times: neither result nor match exists, and its time has not come."""
    event, pairing = row.pairing.round.event, row.pairing
    started = pairing.starts_at is not None and pairing.starts_at <= at
    return event.status == EventStatus.RUNNING and pairing.counted_at is None and not started and not vars(row)["has_match"]


def is_player(row: TimeAgreement, viewer_id: int | None) -> bool:
    """Return whether the viewer plays in the pairing."""
    return any(side.entrant is not None and side.entrant.player_id == viewer_id for side in row.pairing.sides.all())


def list_own(player_id: int, at: datetime, event_id: int | None = None) -> list[TimeView]:
    """Return the player's pairings (of an event) whose match has not been opened, those first that wait for the player."""
    sides = Side.objects.filter(pairing=OuterRef("pairing"), entrant__player=player_id)
    found = _agreements().filter(Exists(sides), _OPEN)
    rows = list((found if event_id is None else found.filter(_of_event(event_id)))[:MAX_LISTED])
    if not rows:
        return []
    views = [view_agreement(row, player_id, at, with_slots=False) for row in rows]
    username = Player.objects.get(pk=player_id).username
    return sorted(views, key=lambda view: (username not in view.silent, view.time or view.closes_at))


def list_for_event(event_id: int, viewer_id: int, at: datetime) -> list[TimeView]:
    """Return the pairings of an event whose match has not been opened, for its organisers, overdue ones first."""
    rows = _agreements().filter(_OPEN, _of_event(event_id))[:MAX_LISTED]
    views = [view_agreement(row, viewer_id, at, with_slots=False) for row in rows]
    order = ("overdue", "silent", "proposed", "agreed")
    return sorted(views, key=lambda view: (order.index(view.state), view.time or view.closes_at, view.pairing_id))


def _of_event(event_id: int) -> Q:
    """Return the condition on pairings of an event and, if teams play in it, of its boards."""
    return Q(pairing__round__event=event_id) | Q(pairing__round__event__boards_of=event_id)


_OPEN = Q(pairing__counted_at=None, pairing__series=None, pairing__round__event__status=EventStatus.RUNNING)


def _agreements() -> QuerySet[TimeAgreement]:
    matches = SeriesMatch.objects.filter(pairing=OuterRef("pairing"))
    rows = TimeAgreement.objects.select_related("pairing__round__event").annotate(has_match=Exists(matches))
    return rows.prefetch_related("pairing__sides__entrant__player").order_by("pairing")


def list_due(at: datetime, limit: int = 100) -> list[int]:
    """Return pairings with a reminder or a deadline that is due."""
    rows = TimeAgreement.objects.filter(_OPEN, due_at__lte=at, pairing__round__event__paused_at=None)
    return list(rows.order_by("due_at").values_list("pairing", flat=True)[:limit])


def list_openings(at: datetime, limit: int = 100) -> list[int]:
    """Return pairings whose time has come and whose match has not been opened."""
    rows = TimeAgreement.objects.filter(_OPEN, opens_at__lte=at, pairing__round__event__paused_at=None)
    return list(rows.order_by("opens_at").values_list("pairing", flat=True)[:limit])


def waiting_for_time() -> Q:
    """Return the condition on pairings that are held until their agreed time (`deadlines.hold_for_times`)."""
    return Q(time_agreement__isnull=False) & (Q(starts_at=None) | Q(time_agreement__opens_at__isnull=False))
