"""Where the API has no answer of its own: nothing at an address, or a fault of ours. Both have the one error shape."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.defaults import server_error
from rest_framework.views import APIView

from engines.words import say
from matches.refusals import Refused


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
