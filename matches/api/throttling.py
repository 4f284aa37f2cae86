"""Rate limits of the API. Moves have buckets of their own, which other requests do not use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.throttling import BaseThrottle

from matches.rate_limits import Bucket, address_bucket, consume, move_buckets, raise_if_exceeded

if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView


class ApiThrottle(BaseThrottle):
    """Throttle of every endpoint. Responses report the remaining uses of the scarcest bucket."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        counted = getattr(request._request, "move_status", None)
        status = consume(_buckets(request, view)) if counted is None else counted
        if status is not None:
            view.headers.update(status.headers())
            raise_if_exceeded(status)
        return True


def _buckets(request: Request, view: APIView) -> list[Bucket]:
    if not request.user.is_authenticated:
        return [address_bucket(request.META)]
    if getattr(view, "is_move", False):
        return move_buckets(request.user.pk, view.kwargs.get("match_id"))
    token = [("token", str(request.auth.pk))] if request.auth is not None else []
    return [("person", str(request.user.pk)), *token]
