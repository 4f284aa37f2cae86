"""What the API of a season shares: the season, the person who asks, and operations made of actions and answers."""

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
    return season_head(slug, season_id, reader(request._request))


def terms_of(request: Request, slug: str, season_id: int) -> SeasonTerms:
    """The terms of a season of this league."""
    head_of(request, slug, season_id)
    return get_terms(season_id)


def actor(request: Request, slug: str, season_id: int) -> int:
    """Who asks, signed in, for a season that is there."""
    person = signed_in(request)
    head_of(request, slug, season_id)
    return int(person.pk)


class NothingSerializer(InputSerializer):
    """For an act without anything to say."""


class Answer(NamedTuple):
    """What operations answer: `respond` makes it of the request, the season, and the ids of the path by their names."""

    shape: Any
    respond: Callable[..., Response]


def answer_with(answer: Answer, about: str, **options: Any) -> Callable[..., Response]:
    """Return the method of a view that only answers; `options` are those of `extend_schema`."""

    @extend_schema(responses=answer.shape, description=about, **options)
    def show(view: APIView, request: Request, slug: str, season_id: int, **ids: Any) -> Response:
        return answer.respond(request, slug, season_id, **ids)

    return show


def run_action(
    act: Act, takes: Input | None, answer: Answer, about: str, *,
    created: str = "", made: str = "", partial: bool = False, seen: bool = False,
) -> Callable[..., Response]:  # fmt: skip
    """Return the method of a view that runs an action on the season for the person who asks, and then answers.

    `created` is the address of what it creates, and `made` the name of its id, which the action returns. With `partial`
    everything may be left out; with `seen` who could not have the answer before is told so first.
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
    """Return an address below a season's with a view of these methods, by their names in small letters."""
    view = cast("type[APIView]", type("SeasonEndpoint", (APIView,), methods))
    return path(route, view.as_view(), name=name)
