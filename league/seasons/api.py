"""What the API views of a season share: the season, the person who asks, running actions, and answers."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engines.words import say
from league.people.sessions import reader, signed_in
from league.seasons.models import SeasonTerms
from league.seasons.queries.franchises import franchise_page
from league.seasons.queries.settings import SeasonHead, get_terms, season_head, settings_page
from matches.api.validation import InputSerializer, validated
from matches.moment import now
from matches.refusals import Refused

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


def perform(
    request: Request, slug: str, season_id: int, act: Act, serializer: Input | None = None, **parts: Any
) -> Any:
    """Run an action on the season for the person who asks, with what the request sends, and return its result."""
    by = actor(request, slug, season_id)
    data = validated(serializer, request.data) if serializer else {}
    return act(season_id=season_id, by=by, **parts, **data, at=now())


def shown_terms(request: Request, slug: str, season_id: int, status: int = 200) -> Response:
    terms = terms_of(request, slug, season_id)
    page = settings_page(terms, now())
    body = {
        "phase": terms.phase,
        "terms": {line.name: line.value for line in page.lines},
        "may_change": [line.name for line in page.lines if line.may_change],
        "windows": [asdict(one) for one in page.windows],
        "pool": page.pool,
        "steps": [asdict(one) for one in page.steps],
    }
    return Response(body, status=status)


def shown_franchise(terms: SeasonTerms, franchise_id: int, status: int = 200) -> Response:
    page = franchise_page(terms, franchise_id)
    if page is None:
        raise Refused("not-found", say("There is no such franchise in this season."))
    return Response(asdict(page), status=status)
