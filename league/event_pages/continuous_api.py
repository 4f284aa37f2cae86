"""Arenas and ladders for programs."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.event_pages import serializers
from league.event_pages.queries.continuous_panels import Parts, parts
from league.events.queries.managing import check_there
from league.people.sessions import reader
from league.registration.actions import continuous_entries, ladder_challenges
from matches.api.idempotency import creates
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


class ArenaView(APIView):
    @extend_schema(responses=serializers.ARENA)
    def get(self, request: Request, event_id: int) -> Response:
        """An arena: when it ends, how many play and wait, and your own match."""
        return _arena(request, event_id)


class ArenaPauseView(APIView):
    @extend_schema(request=None, responses=serializers.ARENA)
    def post(self, request: Request, event_id: int) -> Response:
        """Stop being paired in an arena. A match that runs goes on."""
        continuous_entries.rest(event_id=event_id, player_id=_player(request, event_id), at=now())
        return _arena(request, event_id)


class ArenaComeBackView(APIView):
    @extend_schema(request=None, responses=serializers.ARENA)
    def post(self, request: Request, event_id: int) -> Response:
        """Be paired again in an arena."""
        continuous_entries.come_back(event_id=event_id, player_id=_player(request, event_id), at=now())
        return _arena(request, event_id)


class ChallengesView(APIView):
    @extend_schema(responses=serializers.LADDER)
    def get(self, request: Request, event_id: int) -> Response:
        """A ladder: its places from the top, whom you may challenge, and the open challenges."""
        return _ladder(request, event_id)

    @extend_schema(request=serializers.LadderChallengeSerializer, responses={201: serializers.CHALLENGED})
    @creates("events/{event_id}/challenges/")
    def post(self, request: Request, event_id: int) -> Response:
        """Challenge an entrant of a ladder (`entrant_id`) who stands above you."""
        by = _player(request, event_id)
        data = validated(serializers.LadderChallengeSerializer, request.data)
        number = ladder_challenges.challenge(event_id=event_id, player_id=by, **data, at=now())
        return Response({"number": number}, status=201)


class ChallengeAcceptView(APIView):
    @extend_schema(request=None, responses=serializers.LADDER)
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """Accept a challenge that was made to you; its match opens at once."""
        ladder_challenges.accept(event_id=event_id, player_id=_player(request, event_id), number=number, at=now())
        return _ladder(request, event_id)


class ChallengeDeclineView(APIView):
    @extend_schema(request=None, responses=serializers.LADDER)
    def post(self, request: Request, event_id: int, number: int) -> Response:
        """Decline a challenge that was made to you."""
        ladder_challenges.decline(event_id=event_id, player_id=_player(request, event_id), number=number, at=now())
        return _ladder(request, event_id)


def _arena(request: Request, event_id: int) -> Response:
    part = _parts(request, event_id).arena
    if part is None:
        raise Refused("not-found", say("There is no such arena, or it has not begun."))
    return Response(asdict(part))


def _ladder(request: Request, event_id: int) -> Response:
    part = _parts(request, event_id).ladder
    if part is None:
        raise Refused("not-found", say("There is no such ladder, or it has not begun."))
    return Response(asdict(part))


def _parts(request: Request, event_id: int) -> Parts:
    person = reader(request._request)
    return parts(event_id, person.pk if person else None, now())


def _player(request: Request, event_id: int) -> int:
    """Who asks, signed in, about an event that they may know of."""
    person = reader(request._request)
    if person is None:
        raise Refused("sign-in-needed", say("Sign in first."))
    check_there(event_id, person)
    return int(person.pk)
