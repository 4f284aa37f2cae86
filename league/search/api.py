"""API view of the search."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.people.sessions import find_viewer
from league.search.help_index import SearchResults
from league.search.queries import DEFAULT_LIMIT, KINDS, MAX_LENGTH, MAX_LIMIT, MIN_LENGTH, search
from matches.api.dataclass_schemas import get_serializer_class
from matches.api.validation import CharField, ChoiceField, InputSerializer, IntegerField, validate_input


class SearchParams(InputSerializer):
    """Query parameters of the search."""

    codes = {"text": "bad-search", "kind": "bad-filter"}
    text = CharField(
        min_length=MIN_LENGTH, max_length=MAX_LENGTH, help_text=f"Words, all to be found: {MIN_LENGTH} to {MAX_LENGTH} letters."
    )
    kind = ChoiceField(list(KINDS), required=False, help_text="Only this kind of result.")
    limit = IntegerField(default=DEFAULT_LIMIT, min_value=1, max_value=MAX_LIMIT, help_text="Results per kind.")


class SearchView(APIView):
    """Search over all kinds."""

    @extend_schema(responses=get_serializer_class(SearchResults, "Search"), parameters=[SearchParams])
    def get(self, request: Request) -> Response:
        """Search players, leagues, events, Gamers, games and help; best matches of each kind first."""
        viewer = find_viewer(request._request)
        params = validate_input(SearchParams, request.query_params)
        return Response(asdict(search(**params, viewer_id=viewer.pk if viewer else None)))
