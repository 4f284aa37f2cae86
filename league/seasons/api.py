"""Shared parts of the season API: lookups, the acting user, and views built from actions and answers."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.people.sessions import find_viewer, require_player
from league.seasons.models import SeasonSettings
from league.seasons.queries.settings import SeasonHeader, get_season_header, get_terms
from matches.api.idempotency import creates
from matches.api.validation import InputSerializer, validate_input
from matches.server_time import now

Action = Callable[..., Any]
SerializerClass = type[InputSerializer]


def get_header(request: Request, slug: str, season_id: int) -> SeasonHeader:
    """Return the header of a season as the user sees it."""
    return get_season_header(slug, season_id, find_viewer(request._request))


def get_season_terms(request: Request, slug: str, season_id: int) -> SeasonSettings:
    """Return the settings of a season of this league."""
    get_header(request, slug, season_id)
    return get_terms(season_id)


def get_actor_id(request: Request, slug: str, season_id: int) -> int:
    """Return the id of the signed-in user, for an existing season."""
    player = require_player(request)
    get_header(request, slug, season_id)
    return int(player.pk)


class EmptySerializer(InputSerializer):
    """An empty request body."""


class ResponseSpec(NamedTuple):
    """The response of an operation: its schema (`shape`), and the function that builds it from the request."""

    shape: Any
    respond: Callable[..., Response]


def respond_with(spec: ResponseSpec, description: str, **options: Any) -> Callable[..., Response]:
    """Return a read-only view method; `options` are passed to `extend_schema`."""

    @extend_schema(responses=spec.shape, description=description, **options)
    def show(view: APIView, request: Request, slug: str, season_id: int, **ids: Any) -> Response:
        return spec.respond(request, slug, season_id, **ids)

    return show


def run_action(
    action: Action, serializer: SerializerClass | None, spec: ResponseSpec, description: str, *,
    location: str = "", id_name: str = "", partial: bool = False, check_visible: bool = False,
) -> Callable[..., Response]:  # fmt: skip
    """Return a view method that runs an action on the season for the user, and then responds.

    `location` is the URL of a created object and `id_name` the name of its id, which the action returns. With
    `partial` all fields are optional. With `check_visible` a user who may not see the response gets its error first.
    """
    status = 201 if location else 200
    body = None if serializer is EmptySerializer else serializer

    @extend_schema(request=body, responses={status: spec.shape}, description=description)
    def run(view: APIView, request: Request, slug: str, season_id: int, **ids: Any) -> Response:
        by = get_actor_id(request, slug, season_id)
        if check_visible:
            spec.respond(request, slug, season_id, **ids)
        data = validate_input(serializer, request.data, partial=partial) if serializer else {}
        result = action(season_id=season_id, by=by, **ids, **data, at=now())
        return spec.respond(request, slug, season_id, **{**ids, **({id_name: result} if id_name else {})}, status=status)

    return creates(location)(run) if location else run


def endpoint(route: str, name: str, **methods: Callable[..., Response]) -> URLPattern:
    """Return a URL below a season's, with a view of these methods by lower-case name."""
    view = cast("type[APIView]", type("SeasonEndpoint", (APIView,), methods))
    return path(route, view.as_view(), name=name)
