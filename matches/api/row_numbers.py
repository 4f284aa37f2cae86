"""Numbers in addresses of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission

from engines.words import say
from matches.refusals import Refused

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView

LARGEST = 1 << 63


class RowNumbers(BasePermission):
    """Answers for numbers in addresses that no row can have, before a door asks the database for them."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if any(isinstance(value, int) and value >= LARGEST for value in view.kwargs.values()):
            raise Refused("not-found", say("There is nothing of this number."))
        return True
