"""API views of matches: board, submissions, seats, actions, chat, replay, verification, lists and record keys."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import set_response_etag
from django.utils.decorators import method_decorator
from django.utils.module_loading import import_string
from django.views.decorators.gzip import gzip_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from matches.actions import chat, clocks, creation, endings, offers, submitting
from matches.api import serializers
from matches.api.files import FileView
from matches.api.paging import listed
from matches.api.validation import InputSerializer, validated
from matches.models import Submission
from matches.moment import arrival, now
from matches.offers import KINDS
from matches.queries.board import board
from matches.queries.chat import chat as rooms_of
from matches.queries.lessons import hint
from matches.queries.listing import page
from matches.queries.record_verification import published
from matches.queries.replay import record_of, replay
from matches.queries.seating import chance_of
from matches.queries.verdicts import WAITS_FOR, verdict_of, wait_s
from matches.refusals import Refused

JUDGED_OR_WAITING = {200: serializers.VerdictSerializer, 202: serializers.VerdictSerializer}
WAIT = OpenApiParameter("wait", OpenApiTypes.FLOAT, description="Seconds to wait for the verdict, at most 5.")


class BoardView(APIView):
    """The board of a match, at `/matches/{id}/`."""

    @extend_schema(responses=serializers.BoardSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """The match as you may see it."""
        return Response(board(match_id, request.user.pk))


class SubmissionsView(APIView):
    """The inbox of a match, at `/matches/{id}/submissions/`."""

    is_move = True

    @extend_schema(request=serializers.SubmissionSerializer, responses=JUDGED_OR_WAITING, parameters=[WAIT])
    def post(self, request: Request, match_id: int) -> Response:
        """Submit an action for your turn. With `wait`, the answer comes when it has been judged; 202: not yet.

        The same `key` again tells how it stands.
        """
        arrived, wait, given = arrival(request.META), wait_s(request.query_params), request.data
        if not isinstance(given, dict):
            raise Refused("malformed", say("Send a JSON object."))
        move: Any = {"nonce": given.get("nonce", ""), **{name: given.get(name) for name in ("turn", "text", "key")}}
        sent = submitting.submit(match_id=match_id, player_id=signed_in(request), received_at=arrived, **move)
        return _answer(sent, wait)


class ResignView(APIView):
    """Resignation, at `/matches/{id}/resign/`."""

    is_move = True

    @extend_schema(request=None, responses=JUDGED_OR_WAITING, parameters=[WAIT])
    def post(self, request: Request, match_id: int) -> Response:
        """Resign the match."""
        wait, arrived = wait_s(request.query_params), arrival(request.META)
        return _answer(endings.resign(match_id=match_id, player_id=signed_in(request), received_at=arrived), wait)


class SeatView(APIView):
    """Taking a seat, at `/matches/{id}/seat/`."""

    @extend_schema(request=serializers.SitSerializer, responses=serializers.BoardSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Take a free seat, as a guest if you have not signed in."""
        data = validated(serializers.SitSerializer, request.data)
        board(match_id)  # Do not create a guest for a match that does not exist.
        if not request.user.is_authenticated:
            SessionAuthentication().enforce_csrf(request)
            import_string(settings.SIGN_IN_GUEST)(request._request)
            request.user = request._request.user
        player_id = signed_in(request)
        creation.take_seat(match_id=match_id, player_id=player_id, at=now(), **data)
        return Response(board(match_id, player_id))


def _action(
    act: Callable[..., object], told: str, sent: type[InputSerializer] | None = None, **fixed: str
) -> Callable[..., HttpResponseBase]:
    """Return a view in which the player acts at the match and gets the board after it."""

    class ActionView(APIView):
        @extend_schema(request=sent, responses=serializers.BoardSerializer, description=told)
        def post(self, request: Request, match_id: int) -> Response:
            player_id = signed_in(request)
            data = {} if sent is None else validated(sent, request.data)
            act(match_id=match_id, player_id=player_id, at=now(), **fixed, **data)
            return Response(board(match_id, player_id))

    return ActionView.as_view()


ACTIONS = {
    "ready": _action(
        creation.make_ready, "Say that you are here; the match starts when everyone is.", serializers.NonceSerializer
    ),
    "berserk": _action(
        clocks.go_berserk, "In an arena that allows it, before your first move: half your time, a point more for a win."
    ),
    "vacation": _action(
        clocks.take_vacation,
        "Where a turn has days: take days of vacation, in which your clock stands still.",
        serializers.DaysSerializer,
    ),
    "abort": _action(endings.abort, "Call the match off before its second move: it counts for nothing."),
    "claim": _action(
        endings.claim,
        "End the match because another player has been gone for as long as the board's `gone` says.",
        serializers.ClaimSerializer,
    ),
} | {
    kind: _action(
        offers.agree,
        "Offer it to the other players, or accept, decline or withdraw what has been offered.",
        serializers.AgreeSerializer,
        kind=kind,
    )
    for kind in KINDS
}
"""Views by the last part of their URL."""


class HintView(APIView):
    """A hint in a lesson, at `/matches/{id}/hint/`."""

    @extend_schema(request=None, responses=serializers.HintSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """In a match to learn, on your turn: what a bot would do in your place."""
        return Response(asdict(hint(match_id, signed_in(request))))


class ReplayView(APIView):
    """The replay of a finished match, at `/matches/{id}/replay/`."""

    @method_decorator(gzip_page)
    @extend_schema(responses=serializers.REPLAY, parameters=[serializers.ReplayParams])
    def get(self, request: Request, match_id: int) -> Response:
        """Every position of a finished match: `viewer` is a seat number, `spectator` or `all`."""
        params = validated(serializers.ReplayParams, request.query_params)
        frames = list(replay(match_id, params["viewer"], request.user.pk))
        answer = Response({"match_id": match_id, "frames": frames})
        answer.add_post_render_callback(set_response_etag)  # Before compression, whose output differs each time.
        return answer


class RecordView(FileView):
    """The record of a finished match, at `/matches/{id}/record/`."""

    @extend_schema(responses={(200, "application/jsonl"): OpenApiTypes.STR})
    def get(self, request: Request, match_id: int) -> HttpResponse:
        """The signed record of a finished match, for `python -m engines verify`."""
        name = f'attachment; filename="match-{match_id}.jsonl"'
        return HttpResponse(
            record_of(match_id, request.user.pk),
            content_type="application/jsonl",
            headers={"Content-Disposition": name},
        )


def signed_in(request: Request) -> int:
    """Return the player's id. Raises Refused("sign-in-needed")."""
    if not request.user.is_authenticated:
        raise Refused("sign-in-needed", say("Sign in first, or take a seat as a guest."))
    pk: int = request.user.pk
    return pk


def _answer(sent: Submission, wait: float) -> Response:
    """Return the current verdict; `matches.stream.waiting` delays the response if the request asks for that."""
    told = verdict_of(sent)
    if told["state"] != "waiting":
        return Response(told)
    return Response(told, status=202, headers={WAITS_FOR: str(sent.pk)} if wait else {})


class MatchListView(APIView):
    """The list of matches, at `/matches/`."""

    @extend_schema(responses=serializers.MATCH_LIST, parameters=[serializers.MatchesParams])
    def get(self, request: Request) -> Response:
        """Matches that are played, wait for players, or are over, as everybody may know; newest first."""
        params = validated(serializers.MatchesParams, request.query_params)
        limit = params.pop("limit")
        found = page(**params, limit=limit + 1)
        following = found[limit - 1].match_id if len(found) > limit else None
        return listed(request, {"matches": [asdict(one) for one in found[:limit]]}, before=following)


class ChanceView(APIView):
    """Provably fair randomness and client seeds of a match, at `/matches/{id}/chance/`."""

    @extend_schema(responses=serializers.ChanceSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """What the draws of the match are made of, as far as it is public."""
        return Response(chance_of(match_id))

    @extend_schema(request=serializers.NonceSerializer, responses=serializers.ChanceSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Give your seat's number, once, before the match starts. It goes into every draw."""
        player_id, data = signed_in(request), validated(serializers.NonceSerializer, request.data)
        creation.give_nonce(match_id=match_id, player_id=player_id, **data)
        return Response(chance_of(match_id))


class ChatView(APIView):
    """The chat of a match, at `/matches/{id}/chat/`."""

    @extend_schema(responses=serializers.CHAT)
    def get(self, request: Request, match_id: int) -> Response:
        """What is said at the match, as far as you may read it. Topics are to be followed at `/stream`."""
        return Response(rooms_of(match_id, request.user.pk, now()))

    @extend_schema(request=serializers.SaySerializer, responses=serializers.CHAT)
    def post(self, request: Request, match_id: int) -> Response:
        """Say something to the other players, or to those who watch."""
        player_id, at = signed_in(request), now()
        data = validated(serializers.SaySerializer, request.data)
        chat.send_message(match_id=match_id, player_id=player_id, **data, at=at)
        return Response(rooms_of(match_id, player_id, at))


class MuteView(APIView):
    """Muting a player, at `/matches/{id}/chat/mute/`."""

    @extend_schema(request=serializers.MuteSerializer, responses=serializers.CHAT)
    def post(self, request: Request, match_id: int) -> Response:
        """Read nothing of a player any more, at any match, or read it again."""
        player_id = signed_in(request)
        chat.mute(player_id=player_id, **validated(serializers.MuteSerializer, request.data))
        return Response(rooms_of(match_id, player_id, now()))


class ReportView(APIView):
    """Reporting a message, at `/matches/{id}/chat/report/`."""

    @extend_schema(request=serializers.ReportSerializer, responses=serializers.REPORTED)
    def post(self, request: Request, match_id: int) -> Response:
        """Ask the staff to look at a message."""
        player_id, data = signed_in(request), validated(serializers.ReportSerializer, request.data)
        chat.report(match_id=match_id, player_id=player_id, **data, at=now())
        return Response({"reported": True})


class LagView(APIView):
    """Measurement of the ping, at `/matches/{id}/lag/`."""

    is_move = True

    @extend_schema(request=serializers.EchoSerializer, responses=serializers.LagSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Have your line measured: ask without `echo`, and send the token you get back at once.

        What a move is under way is given back to your clock, at most a second a move and two at the flag.
        """
        arrived = arrival(request.META)
        data = validated(serializers.EchoSerializer, request.data)
        echo, lag_ms = clocks.measure(match_id=match_id, player_id=signed_in(request), **data, at=arrived)
        return Response({"echo": echo, "lag_ms": lag_ms})


class RecordKeysView(APIView):
    """The keys that sign match records, at `/record-keys/`."""

    @extend_schema(responses=serializers.RECORD_KEYS)
    def get(self, request: Request) -> Response:
        """Every key that signs records of this site, or has signed some; the newest first."""
        answer = Response(
            {"algorithm": "Ed25519", "keys": serializers.RecordKeySerializer(published(), many=True).data}
        )
        answer["Cache-Control"] = "no-cache"
        return answer
