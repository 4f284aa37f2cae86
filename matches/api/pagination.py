"""Pagination of every list: `next` in the body, and a `Link` header with the URL of the next page."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.validation import InputSerializer, IntegerField


class BeforeParams(InputSerializer):
    """The query of a list that is paged backwards by a cursor."""

    before = IntegerField(required=False, min_value=1, help_text="`next` from the previous page.")


class PageParams(InputSerializer):
    """The query of a list with numbered pages."""

    page = IntegerField(default=1, min_value=1, max_value=1_000_000)


def build_page_response(request: Request, body: Mapping[str, Any], *, status: int = 200, **following: object) -> Response:
    """Return the response with one page of a list.

    `following` maps the query parameter of the next page to its value, None on the last page. The Link header (RFC
    8288) keeps all other parameters, so that a client can read the whole list by following it.
    """
    [(name, value)] = following.items()
    headers = {}
    if value is not None:
        query = request._request.GET.copy()
        query[name] = str(value)
        headers["Link"] = f'<{request.build_absolute_uri(request.path)}?{query.urlencode()}>; rel="next"'
    return Response({**body, "next": value}, status=status, headers=headers)


def find_next_page(page: int, pages: int) -> int | None:
    """Return the number of the next page, None on the last page."""
    return page + 1 if page < pages else None
