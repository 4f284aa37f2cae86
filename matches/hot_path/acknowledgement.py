"""Outermost middleware that acknowledges valid moves before all other middleware and the view.

Everything else goes on to `SubmissionsView`, which reports errors. For the gain see docs/move-performance.md.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import parse_qsl

from django.db import Error as DatabaseFailure
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import APIException

from matches.actions.submission import submit
from matches.api.validation import parse_json
from matches.authentication import find_player_id
from matches.errors import ActionError
from matches.queries.submission_status import WAITS_FOR, build_verdict, parse_wait_s
from matches.rate_limits import consume, move_buckets, raise_if_exceeded
from matches.server_time import received_at

PATH = re.compile(r"/api/v1/matches/([0-9]{1,18})/submissions/")
JSON = "application/json"
MAX_BODY_BYTES = 16_384
FIELDS = frozenset({"turn", "text", "key", "nonce"})


class AcknowledgeMoves:
    """Acknowledgement of moves.

    It checks what the view checks: player (session and CSRF token, or bearer token), rate limits, fields of moves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        match = PATH.fullmatch(request.path_info) if request.method == "POST" else None
        response = None
        if match is not None:
            with suppress(ActionError, APIException, DatabaseFailure):
                response = acknowledge(request, int(match[1]))
        return response or self.get_response(request)


def acknowledge(request: HttpRequest, match_id: int) -> JsonResponse | None:
    """Store the move and return its state. If this returns None or raises anything, the view handles the request."""
    arrived, headers = received_at(request.META), request.META
    params = dict(parse_qsl(headers["QUERY_STRING"], keep_blank_values=True))
    is_json = headers.get("CONTENT_TYPE") == JSON and headers.get("HTTP_ACCEPT", JSON) in (JSON, "*/*")
    if params.keys() - {"wait"} or not is_json or int(headers.get("CONTENT_LENGTH") or 0) > MAX_BODY_BYTES:
        return None
    wait = parse_wait_s(params)
    player_id = _find_player_id(request)
    data = parse_json(request.body)
    if player_id is None or not isinstance(data, dict) or not FIELDS - {"nonce"} <= data.keys() <= FIELDS:
        return None
    status = consume(move_buckets(player_id, match_id))
    request.move_status = status  # type: ignore[attr-defined]  # so that the view does not count it again
    raise_if_exceeded(status)
    submission = submit(match_id=match_id, player_id=player_id, received_at=arrived, **data)
    verdict = build_verdict(submission)
    if verdict["state"] != "waiting":  # repeated key, adjudicated: the refusal needs the player's language
        return None
    response = JsonResponse(verdict, status=202, json_dumps_params={"separators": (",", ":"), "ensure_ascii": False})
    response["Content-Length"] = str(len(response.content))
    if wait:
        response[WAITS_FOR] = str(submission.pk)
    for name, value in status.headers().items() if status is not None else ():
        response[name] = value
    return response


def _find_player_id(request: HttpRequest) -> int | None:
    """Return the player of the bearer token, or of the session if the request has its CSRF token."""
    cookies, authorization = request.META.get("HTTP_COOKIE", ""), request.META.get("HTTP_AUTHORIZATION", "")
    if authorization and "HTTP_ORIGIN" in request.META:
        return None
    if authorization.partition(" ")[0].lower() != "bearer":
        SessionAuthentication().enforce_csrf(request)  # type: ignore[arg-type]  # accepts Django's requests, too
    return find_player_id(cookies, authorization, endpoint="api-submissions", method="POST")
