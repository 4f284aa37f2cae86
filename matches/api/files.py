"""Doors that answer with a file. Whatever somebody accepts: a file has one type, and a refusal is JSON."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from matches.api.validation import InputSerializer

JSON = "application/json"


class AsItIs(DefaultContentNegotiation):
    """The framework's own compares `Accept` with what it renders itself, and refuses who asks for the file's type."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class FileView(APIView):
    content_negotiation_class = AsItIs


def file_door(
    page: Callable[..., HttpResponseBase], kind: str, told: str, /, *,
    parameters: Sequence[OpenApiParameter | type[InputSerializer]] = (), **fixed: object,
) -> Callable[..., HttpResponseBase]:  # fmt: skip
    """A door with a file that has an address beside the pages, too: who asks, how often, and refusals are the API's."""
    shape = OpenApiTypes.OBJECT if kind == JSON else OpenApiTypes.STR

    class PageFileView(FileView):
        @extend_schema(responses={(200, kind): shape}, description=told, parameters=list(parameters))
        def get(self, request: Request, **named: object) -> HttpResponseBase:
            request._request.method = "GET"  # of a HEAD, too: the pages know GET alone
            return page(request._request, **named, **fixed)

    return PageFileView.as_view()
