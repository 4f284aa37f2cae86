"""API view of the search."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.people.sessions import reader
from league.search.help_index import Found
from league.search.queries import KINDS, LONGEST, MOST, SHORTEST, SHOWN, search
from matches.api.shapes import shape
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField, validated


class SearchParams(InputSerializer):
    """Query parameters of the search."""

    codes = {"text": "bad-search", "kind": "bad-filter"}
    text = CharField(
        min_length=SHORTEST, max_length=LONGEST, help_text=f"Words, all to be found: {SHORTEST} to {LONGEST} letters."
    )
    kind = ChoiceField(list(KINDS), required=False, help_text="Things of this kind alone.")
    limit = IntegerField(default=SHOWN, min_value=1, max_value=MOST, help_text="Things of each kind.")


class SearchView(APIView):
    """Search over all kinds."""

    @extend_schema(responses=shape(Found, "Search"), parameters=[SearchParams])
    def get(self, request: Request) -> Response:
        """Players, leagues, events, Gamers, games and help by words, the best of each kind first."""
        person = reader(request._request)
        params = validated(SearchParams, request.query_params)
        return Response(asdict(search(**params, reader_id=person.pk if person else None)))
