"""API views of the referee dashboard, and of players' calls."""

from dataclasses import asdict

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.desk import serializers
from league.desk.actions.referee_calls import answer_call, call_referee, look
from league.desk.actions.rulings import rule, rule_on_event
from league.desk.queries.access import checked, checked_event, is_referee, pairing_of
from league.desk.queries.available_rulings import held, possible, running
from league.desk.queries.cases import case, desk_list
from league.desk.queries.match_panel import on_match
from league.desk.serializers import HoldSerializer, LookSerializer, RulingSerializer, SentenceSerializer
from league.event_console.api import RULING, RulingParams
from league.event_console.organiser_actions import overturn_as_asked
from league.event_console.override_preview import ruling
from league.event_console.serializers import PairingResultSerializer
from league.people.sessions import reader, signed_in
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class DeskView(APIView):
    """The referee dashboard."""

    @extend_schema(responses=serializers.DESK)
    def get(self, request: Request) -> Response:
        """The matches that need a referee now, most urgent first."""
        person = signed_in(request)
        if not is_referee(person):
            raise Refused("not-allowed", say("Only referees can use the referee dashboard."))
        found = desk_list(person, now())
        body = {"matches": [asdict(one) for one in found.cases], "outages": [asdict(one) for one in found.outages]}
        return Response({**body, "watched": found.watched, "plays_in": found.plays_in})


class CaseView(APIView):
    """A match on the referee dashboard."""

    @extend_schema(responses=serializers.JUDGED)
    def get(self, request: Request, match_id: int) -> Response:
        """A match that you referee, with the available rulings."""
        checked(signed_in(request).pk, match_id)
        return _shown(match_id)


class RulingsView(APIView):
    """Rulings on a match."""

    @extend_schema(request=RulingSerializer, responses=serializers.JUDGED)
    def post(self, request: Request, match_id: int) -> Response:
        """Rule on a match that you referee. The ruling and its reason are recorded in the game log."""
        person = signed_in(request)
        data = validated(RulingSerializer, request.data)
        deed, why = data.pop("deed"), data.pop("why")
        rule(match_id=match_id, by=person.pk, deed=deed, given=data, why=why, at=now())
        return _shown(match_id)


class LookView(APIView):
    """Revealing a match's hidden information."""

    @extend_schema(request=LookSerializer, responses={200: {"type": "object"}})
    def post(self, request: Request, match_id: int) -> Response:
        """Reveal a running match's hidden information. This is logged, and players see the entry after the match."""
        person = signed_in(request)
        shown = look(match_id=match_id, by=person.pk, **validated(LookSerializer, request.data), at=now())
        return Response(shown, headers={"Cache-Control": "no-store"})


class AnswerView(APIView):
    """Answers to players' calls."""

    @extend_schema(request=SentenceSerializer, responses=serializers.ANSWERED)
    def post(self, request: Request, call_id: int) -> Response:
        """Answer a player's call."""
        person = signed_in(request)
        answer_call(call_id=call_id, by=person.pk, **validated(SentenceSerializer, request.data), at=now())
        return Response({"call_id": call_id, "answered": True})


class CallsView(APIView):
    """Calls of the referee at a match."""

    @extend_schema(responses=serializers.TOLD)
    def get(self, request: Request, match_id: int) -> Response:
        """Calls for a referee at a match and, after it, which referees revealed hidden information."""
        return Response(asdict(on_match(match_id, reader(request._request), now())))

    @extend_schema(request=SentenceSerializer, responses=serializers.TOLD)
    def post(self, request: Request, match_id: int) -> Response:
        """Call a referee to your match, with a short message."""
        person = signed_in(request)
        data = validated(SentenceSerializer, request.data)
        call_referee(match_id=match_id, player_id=person.pk, **data, at=now())
        return Response(asdict(on_match(match_id, person, now())))


class HoldView(APIView):
    """Pausing and resuming all matches of an event."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, event_id: int) -> Response:
        """Unfinished matches of an event that you referee, and those paused together with the event."""
        event = checked_event(signed_in(request).pk, event_id)
        return Response({"running": list(running(event.pk)), "held": list(held(event.pk))})

    @extend_schema(request=HoldSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Pause all matches of an event (`hold`), or resume those paused together (`go-on`), for one reason.

        `left` lists the matches that could not be paused or resumed, and why.
        """
        person = signed_in(request)
        data = validated(HoldSerializer, request.data)
        return Response(asdict(rule_on_event(event_id=event_id, by=person.pk, **data, at=now())))


class ResultView(APIView):
    """Overriding the result of a match's pairing."""

    @extend_schema(responses=RULING, parameters=[RulingParams])
    def get(self, request: Request, match_id: int) -> Response:
        """Preview another result of the match's pairing: a `result` (1-0), or `places` at a larger table."""
        event_id, pairing_id = pairing_of(checked(signed_in(request).pk, match_id))
        params = validated(RulingParams, request.query_params)
        return Response(asdict(ruling(event_id, pairing_id, **params)))

    @extend_schema(request=PairingResultSerializer, responses=serializers.RULED)
    def post(self, request: Request, match_id: int) -> Response:
        """Override the match's pairing: `result` or `places`, `why`, and ids of later pairings to `keep`."""
        person = signed_in(request)
        event_id, pairing_id = pairing_of(checked(person.pk, match_id))
        data = validated(PairingResultSerializer, request.data)
        made = overturn_as_asked(event_id=event_id, pairing_id=pairing_id, by=person.pk, at=now(), **data)
        return Response({"overturn_id": made})


def _shown(match_id: int) -> Response:
    """Return a match as its referee sees it."""
    return Response({**asdict(case(match_id, now())), "can": possible(match_id)})
