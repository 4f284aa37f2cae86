"""The referee's desk for programs, and a player's call."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.desk import shapes
from league.desk.actions.hidden_view import look
from league.desk.actions.referee_calls import answer_call, call_referee
from league.desk.actions.rulings import rule
from league.desk.queries.access import checked, is_referee
from league.desk.queries.available_rulings import possible
from league.desk.queries.cases import Case, case, desk_list
from league.desk.queries.match_panel import on_match
from league.desk.serializers import LookSerializer, RulingSerializer, SentenceSerializer
from league.people.sessions import reader, signed_in
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class DeskView(APIView):
    @extend_schema(responses=shapes.DESK)
    def get(self, request: Request) -> Response:
        """The matches that need you as a referee now, the most pressing first."""
        person = signed_in(request)
        if not is_referee(person):
            raise Refused("not-allowed", say("Only referees have a desk."))
        found = desk_list(person, now())
        return Response(
            {
                "matches": [_case(one) for one in found.cases],
                "watched": found.watched,
                "plays_in": found.plays_in,
                "outages": [asdict(one) for one in found.outages],
            }
        )


class CaseView(APIView):
    @extend_schema(responses=shapes.JUDGED)
    def get(self, request: Request, match_id: int) -> Response:
        """A match that you referee, with the rulings that it can be given now."""
        return _shown(signed_in(request).pk, match_id)


class RulingsView(APIView):
    @extend_schema(request=RulingSerializer, responses=shapes.JUDGED)
    def post(self, request: Request, match_id: int) -> Response:
        """Give a ruling on a match that you referee. It stands in the match's log with its reason."""
        person = signed_in(request)
        data = validated(RulingSerializer, request.data)
        deed, why = data.pop("deed"), data.pop("why")
        rule(match_id=match_id, by=person.pk, deed=deed, given=data, why=why, at=now())
        found = case(match_id, now())
        assert found is not None
        return Response({**_case(found), "can": possible(match_id)})


class LookView(APIView):
    @extend_schema(request=LookSerializer, responses={200: {"type": "object"}})
    def post(self, request: Request, match_id: int) -> Response:
        """See all that a running match hides. It is written down, and the players read it after the match."""
        person = signed_in(request)
        shown = look(match_id=match_id, by=person.pk, **validated(LookSerializer, request.data), at=now())
        return Response(shown, headers={"Cache-Control": "no-store"})


class AnswerView(APIView):
    @extend_schema(request=SentenceSerializer, responses=shapes.ANSWERED)
    def post(self, request: Request, call_id: int) -> Response:
        """Answer a player's call."""
        person = signed_in(request)
        answer_call(call_id=call_id, by=person.pk, **validated(SentenceSerializer, request.data), at=now())
        return Response({"call_id": call_id, "answered": True})


class CallsView(APIView):
    @extend_schema(responses=shapes.TOLD)
    def get(self, request: Request, match_id: int) -> Response:
        """Calls of the referee at a match and, after it, who of the referees looked at what was hidden."""
        return _told(request, match_id)

    @extend_schema(request=SentenceSerializer, responses=shapes.TOLD)
    def post(self, request: Request, match_id: int) -> Response:
        """Call the referee to a match that you play, with a sentence."""
        person = signed_in(request)
        data = validated(SentenceSerializer, request.data)
        call_referee(match_id=match_id, player_id=person.pk, **data, at=now())
        return _told(request, match_id)


def _told(request: Request, match_id: int) -> Response:
    told = on_match(match_id, reader(request._request), now())
    if told is None:
        raise Refused("not-found", say("There is no such match."))
    return Response(asdict(told))


def _shown(player_id: int, match_id: int) -> Response:
    checked(player_id, match_id)
    found = case(match_id, now())
    assert found is not None
    return Response({**_case(found), "can": possible(match_id)})


def _case(one: Case) -> dict[str, Any]:
    return {**asdict(one), "needs": [need.name.lower() for need in one.needs]}
