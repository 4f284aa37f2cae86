"""A short way for most moves: stored by one statement and answered before Django is begun with.

Only what is beyond doubt goes this way: a well-formed move of somebody who is known to have signed in, with the CSRF
token, within the limits, to a match that takes it. Everything else changes nothing here and goes the usual way, which
knows every refusal. An answer has the head that the usual way gave to a move before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest
from django.db import Error as DatabaseFailure
from django.db import close_old_connections
from rest_framework.authentication import CSRFCheck

from matches.actions import submitting
from matches.api.throttling import COUNTED
from matches.auth_state import find_auth_state, forget_auth_state
from matches.moment import arrival
from matches.queries.verdicts import LONGEST_WAIT_S, WAITS_FOR, verdict_of
from matches.rate_limits import Bucket, RateLimitStatus, consume, move_buckets
from matches.refusals import Refused
from matches.wording import language_of

Head = list[tuple[str, str]]
Kind = tuple[bool, bool, str]
"""Of answers with one head: whether they go over https, whether a token asked, and their language."""
ENDPOINT = "api-submissions"
PATH = re.compile(r"/api/v1/matches/([0-9]{1,18})/submissions/")
QUERY = re.compile(r"(?:wait=([0-9](?:\.[0-9]{1,6})?))?")
KINDS = {"application/json", "application/json; charset=utf-8"}
ACCEPTED = {"*/*", "application/json", "application/json, */*"}
LONGEST_BODY = 8192
ASKED = {"turn", "text", "key"}
ASKED_WITH_NONCE = ASKED | {"nonce"}
OF_ONE_ANSWER = re.compile(rf"content-length|ratelimit-.*|retry-after|{WAITS_FOR}", re.IGNORECASE)
"""Headers that another answer has otherwise."""
_csrf: Any = CSRFCheck(lambda _: None)  # type: ignore[arg-type]


class Move(NamedTuple):
    match_id: int
    given: dict[str, Any]
    wait: float


class QuickMoves:
    """A WSGI application in front of the usual one."""

    def __init__(self, usual: Callable[..., Iterable[bytes]]) -> None:
        self.usual = usual
        self.heads: dict[Kind, Head] = {}

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        found = PATH.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
        if found is None:
            return self.usual(environ, start)
        request = WSGIRequest(environ)
        kind = request.is_secure(), "HTTP_AUTHORIZATION" in environ, _language(environ)
        try:
            move = _move(int(found[1]), request)
            answer = _answer(request, move, self.heads[kind]) if move and kind in self.heads else None
        except (Refused, DisallowedHost, DatabaseFailure, ValueError, RecursionError):
            answer = move = None
        if answer is not None:
            head, body = answer
            start("202 Accepted", head)
            return [body]
        environ["wsgi.input"].seek(0)
        return self.usual(environ, self._learning(kind, start) if move else start)

    def _learning(self, kind: Kind, start: Callable[..., Any]) -> Callable[..., Any]:
        def learn(status: str, headers: Head, exc_info: Any = None) -> Any:
            named = {name.lower() for name, _ in headers}
            if status.startswith("202") and "set-cookie" not in named:
                self.heads[kind] = [one for one in headers if not OF_ONE_ANSWER.fullmatch(one[0])]
            return start(status, headers, exc_info)

        return learn


def _language(environ: Mapping[str, Any]) -> str:
    return language_of(environ.get("HTTP_COOKIE", ""), environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def _move(match_id: int, request: WSGIRequest) -> Move | None:
    """What is asked, None unless it is asked in the simplest of ways; ValueError for what is no JSON."""
    meta = request.META
    query = QUERY.fullmatch(meta["QUERY_STRING"])
    wait = float(query[1] or 0) if query else -1.0
    simple = (
        0 <= wait <= LONGEST_WAIT_S
        and meta.get("CONTENT_TYPE", "").lower() in KINDS
        and meta.get("HTTP_ACCEPT", "*/*") in ACCEPTED
    )
    if not simple:
        return None
    given = json.loads(meta["wsgi.input"].read(LONGEST_BODY + 1).decode())
    return Move(match_id, given, wait) if type(given) is dict and given.keys() in (ASKED, ASKED_WITH_NONCE) else None


def _answer(request: WSGIRequest, move: Move, head: Head) -> tuple[Head, bytes] | None:
    """The move stored, and the answer; None where it is not stored, and nothing has changed."""
    arrived = arrival(request.META)
    request.get_host()  # DisallowedHost for that of another site
    submitting.check(**move.given)
    close_old_connections()
    headers = request.META.get("HTTP_COOKIE", ""), request.META.get("HTTP_AUTHORIZATION", "")
    who = find_auth_state(*headers, endpoint=ENDPOINT)
    if who is None or (not who.by_token and _forged(request)):
        return None
    status = _counted(request, move_buckets(who.player_id, move.match_id))
    if status is not None and status.is_exceeded:
        return None
    sent = submitting.take(match_id=move.match_id, who=who, received_at=arrived, **move.given)
    if sent is None:
        forget_auth_state(*headers, endpoint=ENDPOINT)
        return None
    body = json.dumps(verdict_of(sent), separators=(",", ":")).encode()
    waits = [(WAITS_FOR, str(sent.pk))] if move.wait else []
    limits = list(status.headers().items()) if status is not None else []
    return [*head, *limits, *waits, ("Content-Length", str(len(body)))], body


def _forged(request: WSGIRequest) -> bool:
    """Whether another site may have made the browser send it: as REST framework asks Django for its sessions."""
    _csrf.process_request(request)
    return _csrf.process_view(request, None, (), {}) is not None


def _counted(request: WSGIRequest, buckets: list[Bucket]) -> RateLimitStatus | None:
    """Count the move so that the usual way does not count it a second time."""
    status = consume(buckets)
    request.META[COUNTED] = buckets, status
    return status
