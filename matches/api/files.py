"""API views that respond with a file. The Accept header is ignored: a file has one type, and a refusal is JSON."""

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


class IgnoreAcceptHeader(DefaultContentNegotiation):
    """Content negotiation that ignores `Accept`; DRF's own negotiation would refuse requests for the file's type."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class FileView(APIView):
    """Base class of API views that respond with a file."""

    content_negotiation_class = IgnoreAcceptHeader


def file_endpoint(
    view: Callable[..., HttpResponseBase], kind: str, description: str, /, *,
    parameters: Sequence[OpenApiParameter | type[InputSerializer]] = (), **fixed_kwargs: object,
) -> Callable[..., HttpResponseBase]:  # fmt: skip
    """Return an API view around a page view that returns a file, with the API's authentication and throttling."""
    schema = OpenApiTypes.OBJECT if kind == JSON else OpenApiTypes.STR

    class PageFileView(FileView):
        @extend_schema(responses={(200, kind): schema}, description=description, parameters=list(parameters))
        def get(self, request: Request, **kwargs: object) -> HttpResponseBase:
            request._request.method = "GET"  # Also for HEAD, because the pages only accept GET.
            return view(request._request, **kwargs, **fixed_kwargs)

    return PageFileView.as_view()
