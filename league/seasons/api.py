"""Shared parts of the season API: lookups, the acting user, and views built from actions and answers."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.people.sessions import reader, signed_in
from league.seasons.models import SeasonTerms
from league.seasons.queries.settings import SeasonHead, get_terms, season_head
from matches.api.idempotency import creates
from matches.api.validation import InputSerializer, validated
from matches.moment import now

Act = Callable[..., Any]
Input = type[InputSerializer]


def head_of(request: Request, slug: str, season_id: int) -> SeasonHead:
    """Return the header of a season as the user sees it."""
    return season_head(slug, season_id, reader(request._request))


def terms_of(request: Request, slug: str, season_id: int) -> SeasonTerms:
    """Return the terms of a season of this league."""
    head_of(request, slug, season_id)
    return get_terms(season_id)


def actor(request: Request, slug: str, season_id: int) -> int:
    """Return the id of the signed-in user, for an existing season."""
    person = signed_in(request)
    head_of(request, slug, season_id)
    return int(person.pk)


class NothingSerializer(InputSerializer):
    """An empty request body."""


class Answer(NamedTuple):
    """The response of an operation: its schema (`shape`), and the function that builds it from the request."""

    shape: Any
    respond: Callable[..., Response]


def answer_with(answer: Answer, about: str, **options: Any) -> Callable[..., Response]:
    """Return a read-only view method; `options` are passed to `extend_schema`."""

    @extend_schema(responses=answer.shape, description=about, **options)
    def show(view: APIView, request: Request, slug: str, season_id: int, **ids: Any) -> Response:
        return answer.respond(request, slug, season_id, **ids)

    return show


def run_action(
    act: Act, takes: Input | None, answer: Answer, about: str, *,
    created: str = "", made: str = "", partial: bool = False, seen: bool = False,
) -> Callable[..., Response]:  # fmt: skip
    """Return a view method that runs an action on the season for the user, and then responds.

    `location` is the URL of a created object and `id_name` the name of its id, which the action returns. With
    `partial` all fields are optional. With `check_visible` a user who may not see the response gets its error first.
    """
    status = 201 if created else 200
    body = None if takes is NothingSerializer else takes

    @extend_schema(request=body, responses={status: answer.shape}, description=about)
    def run(view: APIView, request: Request, slug: str, season_id: int, **ids: Any) -> Response:
        by = actor(request, slug, season_id)
        if seen:
            answer.respond(request, slug, season_id, **ids)
        data = validated(takes, request.data, partial=partial) if takes else {}
        result = act(season_id=season_id, by=by, **ids, **data, at=now())
        return answer.respond(request, slug, season_id, **{**ids, **({made: result} if made else {})}, status=status)

    return creates(created)(run) if created else run


def endpoint(route: str, name: str, **methods: Callable[..., Response]) -> URLPattern:
    """Return a URL below a season's, with a view of these methods by lower-case name."""
    view = cast("type[APIView]", type("SeasonEndpoint", (APIView,), methods))
    return path(route, view.as_view(), name=name)
