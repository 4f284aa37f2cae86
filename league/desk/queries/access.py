"""Permission to referee a match: the role, without taking part."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, IntegerField, OuterRef, Q, QuerySet, Value

from engines.i18n import translate as _
from league.events.models import Entrant, Event
from league.events.queries import can_rule, get_visible_event
from league.leagues.models import Staff
from league.leagues.queries.roles import is_site_admin
from league.leagues.rules import PERMISSIONS
from league.people.models import Player
from matches.errors import ActionError
from matches.models import Match, Seat

_MAX_ID = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class Access:
    """A person's relation to a match. `event` is None for a match outside events; a replaced match keeps it."""

    event: Event | None
    has_role: bool
    plays: bool
    """Whether the person plays in the match or is entered in its event."""
    pairing: int | None = None
    """The match's pairing in its event; None for a match that was replaced."""

    @property
    def league_id(self) -> int | None:
        return self.event.league_id if self.event else None

    @property
    def may(self) -> bool:
        return self.has_role and not self.plays

    @property
    def is_replaced(self) -> bool:
        """Return whether the match belonged to its event once, but counts no longer: it can only be read."""
        return self.event is not None and self.pairing is None


def build_access(player_id: int, match_id: int) -> Access:
    """Return the relation. Only site admins referee matches outside events."""
    seat = Seat.objects.filter(match=match_id, player=player_id)
    entered = Entrant.objects.filter(event=OuterRef("pk"), player=player_id)
    events = Event.objects.annotate(plays=Exists(seat) | Exists(entered))
    event = events.filter(rounds__pairings__series__match=match_id).annotate(pairing=F("rounds__pairings")).first()
    if event is None and (replaced := Match.objects.filter(pk=match_id).values_list("about__event__id", flat=True).first()):
        event = events.filter(pk=replaced).annotate(pairing=Value(None, IntegerField())).first()
    if event is None:
        return Access(None, is_site_admin(player_id), seat.exists())
    return Access(event, can_rule(event, player_id), vars(event)["plays"], vars(event)["pairing"])


def get_access(player_id: int, match_id: int) -> Access:
    """Return the relation of a referee. Raises ActionError for everyone else or an unknown match."""
    relation = build_access(player_id, match_id) if match_id <= _MAX_ID else None
    if relation is None or (relation.event is None and not Match.objects.filter(pk=match_id).exists()):
        raise ActionError("not-found", _("Match not found."))
    if not relation.has_role:
        raise ActionError("not-allowed", _("Only referees of this match can do this."))
    if relation.plays:
        raise ActionError("plays-here", _("You're playing in this event. Another referee has to handle its matches."))
    return relation


def get_pairing_ids(access: Access) -> tuple[int, int]:
    """Return event and pairing ids of a match. Raises ActionError outside events, which have no pairings."""
    if access.event is None or access.pairing is None:
        raise ActionError("no-contest", _("This match isn't part of an event, so its result is final."))
    return access.event.pk, access.pairing


def get_desk_event(player_id: int, event_id: int) -> Event:
    """Return the event for a referee of all its matches. Raises ActionError for others or an unknown event."""
    rows = Event.objects.filter(pk=event_id) if event_id <= _MAX_ID else Event.objects.none()
    event = get_visible_event(rows, Player.objects.filter(pk=player_id).first())
    if not can_rule(event, player_id):
        raise ActionError("not-allowed", _("Only referees of this event can do this."))
    if Entrant.objects.filter(event=event, player=player_id).exists():
        raise ActionError("plays-here", _("You're playing in this event. Another referee has to handle its matches."))
    return event


def list_refereeable_events(person: Player) -> QuerySet[Event]:
    """Return the events that a person may referee, without those that they play in."""
    events = Event.objects.exclude(entrants__player=person)
    if person.is_staff or person.is_superuser:
        return events
    return events.filter(Q(organiser=person) | Q(league__in=list_refereed_leagues(person)))


def list_refereed_leagues(person: Player) -> QuerySet[Staff, Any]:
    """Return the ids of the leagues whose matches the person may rule on, as values."""
    return Staff.objects.filter(player=person, role__in=PERMISSIONS["rule on matches"]).values("league")


def is_referee(person: Player | None) -> bool:
    """Return whether a person has a referee dashboard."""
    if person is None or person.is_guest or not person.is_active:
        return False
    if person.is_staff or person.is_superuser or list_refereed_leagues(person).exists():
        return True
    return Event.objects.filter(organiser=person).exists()
