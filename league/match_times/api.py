"""API views of availability and match times."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.events.queries import get_managed_event
from league.match_times.actions.availability import set_availability
from league.match_times.actions.proposals import accept_time, decline_proposal, propose_times
from league.match_times.queries import get_agreement, get_week, list_for_event, list_own, view_agreement
from league.match_times.serializers import (
    AVAILABILITY,
    MATCH_TIME,
    MATCH_TIMES,
    AcceptanceSerializer,
    AvailabilitySerializer,
    ProposalSerializer,
    dump_availability,
    parse_exception,
    parse_weekly,
)
from league.people.models import Player
from league.people.sessions import require_account, require_player
from matches.api.validation import validate_input
from matches.server_time import now


class AvailabilityView(APIView):
    """When you can play."""

    @extend_schema(responses=AVAILABILITY)
    def get(self, request: Request) -> Response:
        """Return your time zone, the hours of each weekday in it, and exceptions."""
        return Response(dump_availability(get_week(require_account(request).pk)))

    @extend_schema(request=AvailabilitySerializer, responses=AVAILABILITY)
    def put(self, request: Request) -> Response:
        """Set the hours of each weekday. Without `zone` or `exceptions`, these stay."""
        player = require_account(request)
        data = validate_input(AvailabilitySerializer, request.data)
        exceptions = [parse_exception(row) for row in data["exceptions"]] if "exceptions" in data else None
        set_availability(
            player_id=player.pk, weekly=parse_weekly(data["weekly"]), zone=data.get("zone"), exceptions=exceptions, at=now()
        )
        return Response(dump_availability(get_week(player.pk)))


class OwnTimesView(APIView):
    """The times of your matches."""

    @extend_schema(responses=MATCH_TIMES)
    def get(self, request: Request) -> Response:
        """Return your pairings that have a time or need one, those first that wait for you."""
        return Response({"times": [asdict(view) for view in list_own(require_player(request).pk, now())]})


class EventTimesView(APIView):
    """The match times of an event."""

    @extend_schema(responses=MATCH_TIMES)
    def get(self, request: Request, event_id: int) -> Response:
        """Return the pairings of your event whose match has not been opened, overdue ones first. For organisers."""
        event, player = get_managed_event(event_id, require_player(request))
        return Response({"times": [asdict(view) for view in list_for_event(event.pk, player.pk, now())]})


class PairingTimeView(APIView):
    """The time of a pairing."""

    @extend_schema(responses=MATCH_TIME)
    def get(self, request: Request, event_id: int, pairing_id: int) -> Response:
        """Return the time of your pairing, or the proposal and times that suit both players, best first."""
        return _respond(event_id, pairing_id, require_player(request))


class TimeProposalView(APIView):
    """A proposal of times for a pairing."""

    @extend_schema(request=ProposalSerializer, responses=MATCH_TIME)
    def post(self, request: Request, event_id: int, pairing_id: int) -> Response:
        """Propose one to three times, or a change of the known time. A time that both have proposed is agreed at once."""
        player = _get_viewer(request, event_id, pairing_id)
        data = validate_input(ProposalSerializer, request.data)
        propose_times(event_id=event_id, pairing_id=pairing_id, player_id=player.pk, **data, at=now())
        return _respond(event_id, pairing_id, player)

    @extend_schema(responses={200: MATCH_TIME})
    def delete(self, request: Request, event_id: int, pairing_id: int) -> Response:
        """Decline your opponent's proposal, or withdraw your own."""
        player = _get_viewer(request, event_id, pairing_id)
        decline_proposal(event_id=event_id, pairing_id=pairing_id, player_id=player.pk, at=now())
        return _respond(event_id, pairing_id, player)


class TimeAcceptanceView(APIView):
    """The acceptance of a proposed time."""

    @extend_schema(request=AcceptanceSerializer, responses=MATCH_TIME)
    def post(self, request: Request, event_id: int, pairing_id: int) -> Response:
        """Accept one of the proposed times. The match opens then."""
        player = _get_viewer(request, event_id, pairing_id)
        data = validate_input(AcceptanceSerializer, request.data)
        accept_time(event_id=event_id, pairing_id=pairing_id, player_id=player.pk, **data, at=now())
        return _respond(event_id, pairing_id, player)


def _respond(event_id: int, pairing_id: int, player: Player) -> Response:
    row = get_agreement(event_id, pairing_id, player.pk)
    return Response(asdict(view_agreement(row, player.pk, now())))


def _get_viewer(request: Request, event_id: int, pairing_id: int) -> Player:
    """Return the user. Raises ActionError("not-found") unless they may see the time of the pairing."""
    player = require_player(request)
    get_agreement(event_id, pairing_id, player.pk)
    return player
