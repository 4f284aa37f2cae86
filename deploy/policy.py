"""The content security policy of every answer, put together once: the moves of all matches ask for it."""

from __future__ import annotations

from typing import Any

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponseBase


class UsualPolicy(CSPMiddleware):
    """Like the middleware that it is made of, which it asks wherever a page has a policy of its own."""

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        self.usual = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        asked = any(name.startswith("_csp_") for name in vars(response)) or hasattr(request, "_csp_nonce")
        if asked or HEADER in response:
            told: HttpResponseBase = super().process_response(request, response)
            return told
        response[HEADER] = self.usual
        return response
