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

from engines.i18n import translate as _
from matches.actions import chat, clocks, conditional_moves, creation, endings, offers, submission
from matches.api import serializers
from matches.api.files import FileView
from matches.api.pagination import build_page_response
from matches.api.validation import InputSerializer, validate_input
from matches.errors import ActionError
from matches.models import Submission
from matches.offers import OFFER_KINDS
from matches.queries.board_view import get_board
from matches.queries.chat import get_chat as rooms_of
from matches.queries.conditional_moves import get_conditional_moves
from matches.queries.lessons import get_hint
from matches.queries.match_lists import list_matches
from matches.queries.record_verification import list_keys
from matches.queries.replay import build_record, iter_frames
from matches.queries.seats import get_randomness
from matches.queries.submission_status import WAITS_FOR, build_verdict, parse_wait_s
from matches.server_time import now, received_at

VERDICT_RESPONSES = {200: serializers.VerdictSerializer, 202: serializers.VerdictSerializer}
WAIT = OpenApiParameter("wait", OpenApiTypes.FLOAT, description="Seconds to wait for the verdict, at most 5.")


class BoardView(APIView):
    """The board of a match, at `/matches/{id}/`."""

    @extend_schema(responses=serializers.BoardSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """Return a match with the information visible to you."""
        return Response(get_board(match_id, request.user.pk))


class SubmissionsView(APIView):
    """The inbox of a match, at `/matches/{id}/submissions/`."""

    is_move = True

    @extend_schema(request=serializers.SubmissionSerializer, responses=VERDICT_RESPONSES, parameters=[WAIT])
    def post(self, request: Request, match_id: int) -> Response:
        """Submit an action for your turn. With `wait`, the response has the verdict; 202 if there is none yet.

        Repeat the same `key` to get the current verdict.
        """
        arrived, wait, data = received_at(request.META), parse_wait_s(request.query_params), request.data
        if not isinstance(data, dict):
            raise ActionError("malformed", _("Send a JSON object."))
        move: Any = {"nonce": data.get("nonce", ""), **{name: data.get(name) for name in ("turn", "text", "key")}}
        stored = submission.submit(match_id=match_id, player_id=get_player_id(request), received_at=arrived, **move)
        return _build_verdict_response(stored, wait)


class ResignView(APIView):
    """Resignation, at `/matches/{id}/resign/`."""

    is_move = True

    @extend_schema(request=None, responses=VERDICT_RESPONSES, parameters=[WAIT])
    def post(self, request: Request, match_id: int) -> Response:
        """Resign the match."""
        wait, arrived = parse_wait_s(request.query_params), received_at(request.META)
        return _build_verdict_response(
            endings.resign(match_id=match_id, player_id=get_player_id(request), received_at=arrived), wait
        )


class SeatView(APIView):
    """Taking a seat, at `/matches/{id}/seat/`."""

    @extend_schema(request=serializers.SitSerializer, responses=serializers.BoardSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Take an open seat, as a guest if you are not signed in."""
        data = validate_input(serializers.SitSerializer, request.data)
        get_board(match_id)  # Do not create a guest for a match that does not exist.
        if not request.user.is_authenticated:
            SessionAuthentication().enforce_csrf(request)
            import_string(settings.SIGN_IN_GUEST)(request._request)
            request.user = request._request.user
        player_id = get_player_id(request)
        creation.take_seat(match_id=match_id, player_id=player_id, at=now(), **data)
        return Response(get_board(match_id, player_id))


def _build_action_view(
    action: Callable[..., object], description: str, serializer: type[InputSerializer] | None = None, **fixed_kwargs: str
) -> Callable[..., HttpResponseBase]:
    """Return a view in which the player acts at the match and gets the board after it."""

    class ActionView(APIView):
        @extend_schema(request=serializer, responses=serializers.BoardSerializer, description=description)
        def post(self, request: Request, match_id: int) -> Response:
            player_id = get_player_id(request)
            data = {} if serializer is None else validate_input(serializer, request.data)
            action(match_id=match_id, player_id=player_id, at=now(), **fixed_kwargs, **data)
            return Response(get_board(match_id, player_id))

    return ActionView.as_view()


ACTIONS = {
    "ready": _build_action_view(
        creation.set_ready, "Report that you are ready. The match starts when all players are.", serializers.NonceSerializer
    ),
    "berserk": _build_action_view(
        clocks.go_berserk, "Go berserk before your first move, if the arena allows it: half the time, an extra point for a win."
    ),
    "vacation": _build_action_view(
        clocks.take_vacation, "Start vacation in a correspondence match. Your clock stops.", serializers.DaysSerializer
    ),
    "abort": _build_action_view(endings.abort_match, "Abort the match before its second move. It doesn't count."),
    "claim": _build_action_view(
        endings.claim_result,
        "Claim a win or draw because another player is disconnected. `gone` of the board has the earliest time.",
        serializers.ClaimSerializer,
    ),
} | {
    kind: _build_action_view(
        offers.respond_to_offer,
        "Make an offer or request, or accept, decline or cancel the open one.",
        serializers.AgreeSerializer,
        kind=kind,
    )
    for kind in OFFER_KINDS
}
"""Views by the last part of their URL."""


class HintView(APIView):
    """A hint in a lesson, at `/matches/{id}/hint/`."""

    @extend_schema(request=None, responses=serializers.HintSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Return a bot's suggestion for your turn in a tutorial match."""
        return Response(asdict(get_hint(match_id, get_player_id(request))))


class ConditionalMovesView(APIView):
    """The player's own conditional moves, at `/matches/{id}/conditional-moves/`."""

    @extend_schema(responses=serializers.ConditionalMovesSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """Return your conditional moves. Nobody else can read them."""
        return Response({"lines": get_conditional_moves(match_id, get_player_id(request))})

    @extend_schema(request=serializers.ConditionalMovesSerializer, responses=serializers.ConditionalMovesSerializer)
    def put(self, request: Request, match_id: int) -> Response:
        """Replace your conditional moves, while an opponent is to act. An empty list deletes them.

        When an opponent's move begins a line, its answer is played for you, and the rest of the line stays. Lines that
        begin otherwise are deleted. Only games without hidden information have conditional moves.
        """
        player_id, data = get_player_id(request), validate_input(serializers.ConditionalMovesSerializer, request.data)
        lines = conditional_moves.set_conditional_moves(match_id=match_id, player_id=player_id, at=now(), **data)
        return Response({"lines": lines})


class ReplayView(APIView):
    """The replay of a finished match, at `/matches/{id}/replay/`."""

    @method_decorator(gzip_page)
    @extend_schema(responses=serializers.REPLAY, parameters=[serializers.ReplayParams])
    def get(self, request: Request, match_id: int) -> Response:
        """Return every position of a finished match. `viewer` is a seat number, `spectator` or `all`."""
        params = validate_input(serializers.ReplayParams, request.query_params)
        frames = list(iter_frames(match_id, params["viewer"], request.user.pk))
        response = Response({"match_id": match_id, "frames": frames})
        response.add_post_render_callback(set_response_etag)  # Before compression, whose output differs each time.
        return response


class RecordView(FileView):
    """The record of a finished match, at `/matches/{id}/record/`."""

    @extend_schema(responses={(200, "application/jsonl"): OpenApiTypes.STR})
    def get(self, request: Request, match_id: int) -> HttpResponse:
        """Return the signed record of a finished match, for `python -m engines verify`."""
        name = f'attachment; filename="match-{match_id}.jsonl"'
        return HttpResponse(
            build_record(match_id, request.user.pk), content_type="application/jsonl", headers={"Content-Disposition": name}
        )


def get_player_id(request: Request) -> int:
    """Return the player's id. Raises ActionError("sign-in-needed")."""
    if not request.user.is_authenticated:
        raise ActionError("sign-in-needed", _("Sign in first, or take a seat as a guest."))
    pk: int = request.user.pk
    return pk


def _build_verdict_response(submission: Submission, wait: float) -> Response:
    """Return the current verdict; `matches.stream.long_poll` delays the response if the request asks for that."""
    verdict = build_verdict(submission)
    if verdict["state"] != "waiting":
        return Response(verdict)
    return Response(verdict, status=202, headers={WAITS_FOR: str(submission.pk)} if wait else {})


class MatchListView(APIView):
    """The list of matches, at `/matches/`."""

    @extend_schema(responses=serializers.MATCH_LIST, parameters=[serializers.MatchesParams])
    def get(self, request: Request) -> Response:
        """List public matches (live, open or finished), newest first."""
        params = validate_input(serializers.MatchesParams, request.query_params)
        limit = params.pop("limit")
        matches = list_matches(**params, limit=limit + 1)
        before = matches[limit - 1].match_id if len(matches) > limit else None
        return build_page_response(request, {"matches": [asdict(match) for match in matches[:limit]]}, before=before)


class ChanceView(APIView):
    """Provably fair randomness and client seeds of a match, at `/matches/{id}/chance/`."""

    @extend_schema(responses=serializers.ChanceSerializer)
    def get(self, request: Request, match_id: int) -> Response:
        """Return the seed hash and the public client seeds of a match."""
        return Response(get_randomness(match_id))

    @extend_schema(request=serializers.NonceSerializer, responses=serializers.ChanceSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Set your client seed, once, before the match starts. Every draw uses it, except in a duplicate."""
        player_id, data = get_player_id(request), validate_input(serializers.NonceSerializer, request.data)
        creation.submit_client_seed(match_id=match_id, player_id=player_id, **data)
        return Response(get_randomness(match_id))


class ChatView(APIView):
    """The chat of a match, at `/matches/{id}/chat/`."""

    @extend_schema(responses=serializers.CHAT)
    def get(self, request: Request, match_id: int) -> Response:
        """Return the chat messages that you may read. Follow the topics at `/stream` for new ones."""
        return Response(rooms_of(match_id, request.user.pk, now()))

    @extend_schema(request=serializers.SaySerializer, responses=serializers.CHAT)
    def post(self, request: Request, match_id: int) -> Response:
        """Send a chat message to the other players, or to spectators."""
        player_id, at = get_player_id(request), now()
        data = validate_input(serializers.SaySerializer, request.data)
        chat.post_message(match_id=match_id, player_id=player_id, **data, at=at)
        return Response(rooms_of(match_id, player_id, at))


class MuteView(APIView):
    """Muting a player, at `/matches/{id}/chat/mute/`."""

    @extend_schema(request=serializers.MuteSerializer, responses=serializers.CHAT)
    def post(self, request: Request, match_id: int) -> Response:
        """Mute a player in all chats, or unmute them."""
        player_id = get_player_id(request)
        chat.mute_player(player_id=player_id, **validate_input(serializers.MuteSerializer, request.data))
        return Response(rooms_of(match_id, player_id, now()))


class ReportView(APIView):
    """Reporting a message, at `/matches/{id}/chat/report/`."""

    @extend_schema(request=serializers.ReportSerializer, responses=serializers.REPORTED)
    def post(self, request: Request, match_id: int) -> Response:
        """Report a message to the staff."""
        player_id, data = get_player_id(request), validate_input(serializers.ReportSerializer, request.data)
        chat.report_message(match_id=match_id, player_id=player_id, **data, at=now())
        return Response({"reported": True})


class LagView(APIView):
    """Measurement of the ping, at `/matches/{id}/lag/`."""

    is_move = True

    @extend_schema(request=serializers.EchoSerializer, responses=serializers.LagSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Measure your ping: send a request without `echo`, then immediately send back the token you get.

        Your clock is credited for the lag of each move: at most 1 s, or 2 s if time has run out.
        """
        arrived = received_at(request.META)
        data = validate_input(serializers.EchoSerializer, request.data)
        echo, lag_ms = clocks.record_ping(match_id=match_id, player_id=get_player_id(request), **data, at=arrived)
        return Response({"echo": echo, "lag_ms": lag_ms})


class RecordKeysView(APIView):
    """The keys that sign match records, at `/record-keys/`."""

    @extend_schema(responses=serializers.RECORD_KEYS)
    def get(self, request: Request) -> Response:
        """List all keys that sign or have signed match records, newest first."""
        response = Response({"algorithm": "Ed25519", "keys": serializers.RecordKeySerializer(list_keys(), many=True).data})
        response["Cache-Control"] = "no-cache"
        return response
