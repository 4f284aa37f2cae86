"""API views of a league's titles."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.leagues.queries.leagues import get_league_id
from league.people.sessions import require_player
from league.titles.actions import archive_title, change_title, create_title, delete_title
from league.titles.queries import get_title_line, list_titles
from league.titles.serializers import TITLES, EditTitleSerializer, NewTitleSerializer, TitleSerializer
from matches.api.idempotency import creates
from matches.api.validation import validate_input
from matches.server_time import now


class TitlesView(APIView):
    """The titles of a league: games without an engine, whose results are reported."""

    @extend_schema(operation_id="v1_leagues_titles_list", responses=TITLES)
    def get(self, request: Request, slug: str) -> Response:
        """Return the titles of a league by name, archived ones last. Name a title's `key` as the `game` of an event."""
        return Response({"titles": [asdict(line) for line in list_titles(get_league_id(slug))]})

    @extend_schema(request=NewTitleSerializer, responses={201: TitleSerializer})
    @creates("leagues/{slug}/titles/{title_id}/")
    def post(self, request: Request, slug: str) -> Response:
        """Create a title."""
        player, league_id = require_player(request), get_league_id(slug)
        data = validate_input(NewTitleSerializer, request.data)
        title = create_title(league_id=league_id, by=player.pk, data=data, at=now())
        return Response(asdict(get_title_line(title.pk, league=league_id)), status=201)


class TitleView(APIView):
    """A title of a league."""

    @extend_schema(responses=TitleSerializer)
    def get(self, request: Request, slug: str, title_id: int) -> Response:
        """Return a title."""
        return Response(asdict(get_title_line(title_id, league=get_league_id(slug))))

    @extend_schema(request=EditTitleSerializer, responses=TitleSerializer)
    def patch(self, request: Request, slug: str, title_id: int) -> Response:
        """Change a title or, with `archived`, archive or restore it. Sides and outcome of a title in use stay."""
        player, league_id = require_player(request), get_league_id(slug)
        data = validate_input(EditTitleSerializer, request.data)
        target: dict[str, Any] = {"league_id": league_id, "title_id": title_id, "by": player.pk, "at": now()}
        if "archived" in data:
            archive_title(**target, archived=data["archived"])
        else:
            change_title(**target, data=data)
        return Response(asdict(get_title_line(title_id, league=league_id)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, title_id: int) -> Response:
        """Delete a title that no event uses; archive one that is in use."""
        player, league_id = require_player(request), get_league_id(slug)
        delete_title(league_id=league_id, title_id=title_id, by=player.pk, at=now())
        return Response(status=204)
