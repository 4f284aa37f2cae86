"""The one shape of every API error: a code, a sentence, and the field at fault if there is one."""

from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.defaults import server_error
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from engines.i18n import translate as _
from matches.api.validation import to_action_error
from matches.costly_work import Overloaded
from matches.errors import ActionError

_CODES = {
    401: "sign-in-needed bad-token token-revoked token-expired token-ended bad-signature",
    403: "not-your-seat not-allowed no-hints scope-missing no-token-here plays-here not-your-question",
    404: "not-found",
    405: "method-not-allowed",
    409: """
        not-your-turn match-over not-over chat-closed no-chat not-played not-started not-open in-preparation
        already-drawn accepted no-berserk already-berserk already-moved no-time-left no-vacation in-review paused
        not-paused annulled nothing-to-reinstate nothing-to-hold nothing-held time-is-up already-called
        already-answered seat-taken already-seated key-reused nonce-given no-draws no-takebacks no-pauses no-abort
        nothing-to-give-back asked-already asked-too-soon nothing-asked own-question agreed-already not-gone
        too-early left-already no-rematch too-many-webhooks too-many-tests too-many-devices switched-off playing
        match-held in-event organises owns-franchise last-admin limit-reached
    """,
    410: "link-over",
    413: "too-long",
    429: "too-many too-many-requests too-many-streams",
    503: "unavailable",
}
RETRY_AFTER_S = 5
RETRY_LATER_S = 60
"""After a limit of how often something may be done, unless it is known better when that is possible again."""
STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}
"""HTTP status by refusal code; other codes are bad input (400)."""


def api_exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return refusals and framework errors in the same shape (DRF's EXCEPTION_HANDLER)."""
    if isinstance(error, exceptions.ValidationError):
        error = to_action_error(error.detail)
    if isinstance(error, ActionError):
        status = STATUS.get(error.code, 400)
        headers = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": str(RETRY_LATER_S)}}.get(status)
        return Response(_build_error(error.code, error.text, error.field), status=status, headers=headers)
    if isinstance(error, Overloaded):
        return Response(
            _build_error("overloaded", build_overloaded_text(), None), 503, headers={"Retry-After": str(RETRY_AFTER_S)}
        )
    response = exception_handler(error, context)
    if response is None:
        return None
    detail = getattr(error, "detail", None) or _("Page not found.")
    code = getattr(detail, "code", "not-found")
    response.data = _build_error(str(code).replace("_", "-"), str(detail), None)
    return response


def _build_error(code: str, text: str, field: str | None) -> dict[str, str | None]:
    return {"code": code, "text": text, "field": field}


def build_unavailable_error() -> dict[str, str | None]:
    """Return the body of the response while the database is down."""
    text = _(
        "The database is unavailable and your request may not have been saved. Try again in a few seconds. A "
        "move resent with the same key only counts once."
    )
    return _build_error("unavailable", text, None)


def build_overloaded_text() -> str:
    """Return the sentence about a request that was not begun, because this process does too much costly work."""
    return _("The site is busy. Nothing was changed. Try again in a few seconds.")


class FallbackView(APIView):
    """The 404 response to every unknown API URL."""

    schema = None
    permission_classes = []

    def http_method_not_allowed(self, request: HttpRequest, *_unused: Any, **__: Any) -> NoReturn:
        raise ActionError("not-found", _("Endpoint not found. See /api/docs/ for all endpoints."))


def render_server_error(request: HttpRequest) -> HttpResponseBase:
    """Return the 500 response: JSON for the API, the error page otherwise."""
    if not request.path_info.startswith("/api/v1/"):
        return server_error(request)
    text = _("Internal server error. We have logged it. Check whether your request took effect before retrying.")
    return JsonResponse(_build_error("fault", text, None), status=500)
