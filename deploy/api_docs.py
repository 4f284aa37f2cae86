"""The OpenAPI document, as it is checked in (`make api` makes it, and a test compares them)."""

from functools import cache

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from deploy.settings.env import ROOT


class SchemaView(APIView):
    """Making the document takes half a second of CPU time, reading it none."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(_read_document(), content_type="application/vnd.oai.openapi+json")


@cache
def _read_document() -> bytes:
    return (ROOT / "docs" / "openapi.json").read_bytes()
