"""API views of the referee dashboard, and of players' calls."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.desk import serializers
from league.desk.actions.referee_calls import answer_call, call_referee, reveal_board
from league.desk.actions.rulings import apply_ruling, rule_on_event
from league.desk.queries.access import get_access, get_desk_event, get_pairing_ids, is_referee, list_refereeable_events
from league.desk.queries.available_rulings import list_held, list_rulings, list_running
from league.desk.queries.cases import get_case, get_dashboard
from league.desk.queries.match_panel import get_referee_panel
from league.desk.serializers import HoldSerializer, LookSerializer, RulingSerializer, SentenceSerializer
from league.event_console.api import RULING, OverridePreviewParams
from league.event_console.organiser_actions import override_by_code
from league.event_console.override_preview import preview_override
from league.event_console.serializers import PairingResultSerializer
from league.people.sessions import find_viewer, require_player
from league.result_reports.queries import list_disputes
from matches.api.validation import validate_input
from matches.errors import ActionError
from matches.server_time import now


class DeskView(APIView):
    """The referee dashboard."""

    @extend_schema(responses=serializers.DESK)
    def get(self, request: Request) -> Response:
        """Return the matches that need a referee now, most urgent first."""
        person = require_player(request)
        if not is_referee(person):
            raise ActionError("not-allowed", _("Only referees can use the referee dashboard."))
        desk = get_dashboard(person, now())
        disputes = list_disputes(list_refereeable_events(person))
        body: dict[str, Any] = {"results": [asdict(row) for row in disputes]}
        body |= {"matches": [asdict(row) for row in desk.cases], "outages": [asdict(row) for row in desk.outages]}
        return Response({**body, "watched": desk.watched, "plays_in": desk.plays_in})


class CaseView(APIView):
    """A match on the referee dashboard."""

    @extend_schema(responses=serializers.JUDGED)
    def get(self, request: Request, match_id: int) -> Response:
        """Return a match that you referee, with the available rulings."""
        get_access(require_player(request).pk, match_id)
        return _case_response(match_id)


class RulingsView(APIView):
    """Rulings on a match."""

    @extend_schema(request=RulingSerializer, responses=serializers.JUDGED)
    def post(self, request: Request, match_id: int) -> Response:
        """Rule on a match that you referee. The ruling and its reason are recorded in the game log."""
        person = require_player(request)
        data = validate_input(RulingSerializer, request.data)
        kind, why = data.pop("kind"), data.pop("why")
        apply_ruling(match_id=match_id, by=person.pk, kind=kind, data=data, why=why, at=now())
        return _case_response(match_id)


class HiddenViewView(APIView):
    """Revealing a match's hidden information."""

    @extend_schema(request=LookSerializer, responses={200: {"type": "object"}})
    def post(self, request: Request, match_id: int) -> Response:
        """Reveal a running match's hidden information. This is logged, and players see the entry after the match."""
        person = require_player(request)
        board = reveal_board(match_id=match_id, by=person.pk, **validate_input(LookSerializer, request.data), at=now())
        return Response(board, headers={"Cache-Control": "no-store"})


class CallAnswerView(APIView):
    """Answers to players' calls."""

    @extend_schema(request=SentenceSerializer, responses=serializers.ANSWERED)
    def post(self, request: Request, call_id: int) -> Response:
        """Answer a player's call."""
        person = require_player(request)
        answer_call(call_id=call_id, by=person.pk, **validate_input(SentenceSerializer, request.data), at=now())
        return Response({"call_id": call_id, "answered": True})


class CallsView(APIView):
    """Calls of the referee at a match."""

    @extend_schema(responses=serializers.PANEL)
    def get(self, request: Request, match_id: int) -> Response:
        """Return calls for a referee at a match and, after it, which referees revealed hidden information."""
        return Response(asdict(get_referee_panel(match_id, find_viewer(request._request), now())))

    @extend_schema(request=SentenceSerializer, responses=serializers.PANEL)
    def post(self, request: Request, match_id: int) -> Response:
        """Call a referee to your match, with a short message."""
        person = require_player(request)
        data = validate_input(SentenceSerializer, request.data)
        call_referee(match_id=match_id, player_id=person.pk, **data, at=now())
        return Response(asdict(get_referee_panel(match_id, person, now())))


class EventHoldView(APIView):
    """Pausing and resuming all matches of an event."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, event_id: int) -> Response:
        """Return unfinished matches of an event that you referee, and those paused together with the event."""
        event = get_desk_event(require_player(request).pk, event_id)
        return Response({"running": list(list_running(event.pk)), "held": list(list_held(event.pk))})

    @extend_schema(request=HoldSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Pause all matches of an event (`hold`), or resume those paused together (`go-on`), for one reason.

        `left` lists the matches that could not be paused or resumed, and why.
        """
        person = require_player(request)
        data = validate_input(HoldSerializer, request.data)
        return Response(asdict(rule_on_event(event_id=event_id, by=person.pk, **data, at=now())))


class ResultView(APIView):
    """Overriding the result of a match's pairing."""

    @extend_schema(responses=RULING, parameters=[OverridePreviewParams])
    def get(self, request: Request, match_id: int) -> Response:
        """Preview another result of the match's pairing: a `result` (1-0), or `places` at a larger table."""
        event_id, pairing_id = get_pairing_ids(get_access(require_player(request).pk, match_id))
        params = validate_input(OverridePreviewParams, request.query_params)
        return Response(asdict(preview_override(event_id, pairing_id, **params)))

    @extend_schema(request=PairingResultSerializer, responses=serializers.RULED)
    def post(self, request: Request, match_id: int) -> Response:
        """Override the match's pairing: `result` or `places`, `why`, and ids of later pairings to `keep`."""
        person = require_player(request)
        event_id, pairing_id = get_pairing_ids(get_access(person.pk, match_id))
        data = validate_input(PairingResultSerializer, request.data)
        overturn_id = override_by_code(event_id=event_id, pairing_id=pairing_id, by=person.pk, at=now(), **data)
        return Response({"overturn_id": overturn_id})


def _case_response(match_id: int) -> Response:
    """Return a match as its referee sees it."""
    return Response({**asdict(get_case(match_id, now())), "can": list_rulings(match_id)})
