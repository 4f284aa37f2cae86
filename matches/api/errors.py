"""The one shape of every error: a code, a sentence, and the field at fault if there is one."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.defaults import server_error
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from engines.words import marked, say, told
from matches.api.validation import to_refusal
from matches.refusals import Refused

STATUS = {
    "not-found": 404,
    "not-your-seat": 403,
    "not-allowed": 403,
    "no-hints": 403,
    "not-your-turn": 409,
    "sign-in-needed": 401,
    "bad-token": 401,
    "token-revoked": 401,
    "token-expired": 401,
    "token-ended": 401,
    "scope-missing": 403,
    "no-token-here": 403,
    "too-many": 429,
    "too-many-requests": 429,
    "too-long": 413,
    "match-over": 409,
    "not-over": 409,
    "chat-closed": 409,
    "no-chat": 409,
    "not-played": 409,
    "not-started": 409,
    "not-open": 409,
    "in-preparation": 409,
    "already-drawn": 409,
    "accepted": 409,
    "no-berserk": 409,
    "already-berserk": 409,
    "already-moved": 409,
    "no-time-left": 409,
    "no-vacation": 409,
    "in-review": 409,
    "paused": 409,
    "not-paused": 409,
    "annulled": 409,
    "nothing-to-reinstate": 409,
    "nothing-to-hold": 409,
    "nothing-held": 409,
    "time-is-up": 409,
    "plays-here": 403,
    "already-called": 409,
    "already-answered": 409,
    "seat-taken": 409,
    "already-seated": 409,
    "key-reused": 409,
    "nonce-given": 409,
    "no-draws": 409,
    "no-takebacks": 409,
    "no-pauses": 409,
    "no-abort": 409,
    "nothing-to-give-back": 409,
    "asked-already": 409,
    "asked-too-soon": 409,
    "nothing-asked": 409,
    "own-question": 409,
    "not-your-question": 403,
    "agreed-already": 409,
    "not-gone": 409,
    "too-early": 409,
    "left-already": 409,
    "no-rematch": 409,
    "link-over": 410,
    "unavailable": 503,
    "too-many-webhooks": 409,
    "too-many-tests": 409,
    "too-many-devices": 409,
    "switched-off": 409,
    "playing": 409,
    "match-held": 409,
    "in-event": 409,
    "organises": 409,
    "owns-franchise": 409,
    "last-admin": 409,
}
"""Refusals that are more than bad input (400)."""


def as_one_shape(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: refusals of ours and errors of the framework in the same form."""
    if isinstance(error, exceptions.ValidationError):
        error = to_refusal(error.detail)
    if isinstance(error, Refused):
        status = STATUS.get(error.code, 400)
        headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
        return Response(_shape(error.code, error.text, error.field), status=status, headers=headers)
    answer = exception_handler(error, context)
    if answer is None:
        return None
    detail = getattr(error, "detail", None) or say("There is no such page.")
    code = getattr(detail, "code", "not-found")
    answer.data = _shape(str(code).replace("_", "-"), str(detail), None)
    return answer


def _shape(code: str, text: str, field: str | None) -> dict[str, str | None]:
    return {"code": code, "text": text, "field": field}


RETRY_AFTER_S = 5
UNAVAILABLE = _shape(
    "unavailable",
    marked(
        "The site cannot reach its database just now. What you sent may not have been stored: send it again in a few "
        "seconds. A move is never done twice under the same key."
    ),
    None,
)
"""What is answered while the database is away, with `Retry-After`."""


def unavailable() -> dict[str, str | None]:
    """The same, told now."""
    return {**UNAVAILABLE, "text": told(UNAVAILABLE["text"] or "")}


class NowhereView(APIView):
    schema = None
    permission_classes = []

    def http_method_not_allowed(self, request: HttpRequest, *_: Any, **__: Any) -> NoReturn:
        raise Refused("not-found", say("There is nothing at this address. All addresses are listed at /api/docs/."))


def fault(request: HttpRequest) -> HttpResponseBase:
    """What somebody is answered when our code has failed."""
    if not request.path_info.startswith("/api/v1/"):
        return server_error(request)
    text = say("Something failed here, and has been written down. Look whether it was done before you try it again.")
    return JsonResponse({"code": "fault", "text": text, "field": None}, status=500)
