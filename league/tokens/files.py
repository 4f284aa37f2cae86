"""Files for programs: an address that ends like a file's is read with a token as it is with a session.

The API takes tokens by itself; every other page is for people and takes none.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers

from engines.words import say
from league.tokens.actions import note_use
from league.tokens.authentication import bearer
from league.tokens.models import Token
from league.tokens.queries import token_in_force
from league.tokens.rules import READ
from matches.api.errors import STATUS
from matches.api.limits import address_purse, check, spend
from matches.moment import now
from matches.refusals import Refused

FILE = re.compile(r"^/(?!api/).*\.(csv|json|trf|ics)$")


class BearerFiles:
    """Middleware, after the one that knows sessions. Whoever bears a token is its owner, or refused."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = bearer(request.META.get("HTTP_AUTHORIZATION", ""))
        if given is None or request.method not in ("GET", "HEAD") or not FILE.match(request.path):
            return self.get_response(request)
        try:
            token = _admitted(request, given)
        except Refused as refusal:
            return _refusal(refusal)
        request.user = token.player
        answer = self.get_response(request)
        patch_vary_headers(answer, ["Authorization"])
        return answer


def _admitted(request: HttpRequest, given: str) -> Token:
    at = now()
    try:
        token = token_in_force(given, at)
    except Refused:
        check(spend([address_purse(request.META)]))
        raise
    check(spend([("person", str(token.player_id)), ("token", str(token.pk))]))
    if not token.may(READ):
        raise Refused(
            "scope-missing", say("This token may not do that: it lacks the scope `{read}`.", read=READ), "Authorization"
        )
    note_use(token_id=token.pk, at=at)
    return token


def _refusal(refusal: Refused) -> HttpResponse:
    told = {"code": refusal.code, "text": refusal.text, "field": refusal.field}
    status = STATUS.get(refusal.code, 400)
    return JsonResponse(told, status=status, headers={"WWW-Authenticate": "Bearer"} if status == 401 else None)
