"""Addresses below the API's where nothing is: they answer in the one error shape, too."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import HttpRequest
from rest_framework.views import APIView

from matches.refusals import Refused


class NowhereView(APIView):
    schema = None
    permission_classes = []

    def http_method_not_allowed(self, request: HttpRequest, *_: Any, **__: Any) -> NoReturn:
        raise Refused("not-found", "There is nothing at this address. All addresses are listed at /api/docs/.")
