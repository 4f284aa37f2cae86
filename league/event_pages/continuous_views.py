"""Buttons of players in arenas and ladders, and the organiser's that ends them."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from league.event_pages.serializers import LadderChallengeSerializer
from league.event_pages.views import do
from league.pairings.actions import rounds
from league.registration.actions import continuous_entries, ladder_challenges
from matches.api.validation import validated
from matches.moment import now


@require_POST
def challenge(request: HttpRequest, event_id: int) -> HttpResponse:
    def act(by: int) -> object:
        data = validated(LadderChallengeSerializer, request.POST)
        return ladder_challenges.challenge(event_id=event_id, player_id=by, **data, at=now())

    return do(request, event_id, act)


@require_POST
def accept(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    return do(
        request,
        event_id,
        lambda by: ladder_challenges.accept(event_id=event_id, player_id=by, number=number, at=now()),
    )


@require_POST
def decline(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    return do(
        request,
        event_id,
        lambda by: ladder_challenges.decline(event_id=event_id, player_id=by, number=number, at=now()),
    )


@require_POST
def rest(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: continuous_entries.rest(event_id=event_id, player_id=by, at=now()))


@require_POST
def come_back(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: continuous_entries.come_back(event_id=event_id, player_id=by, at=now()))


@require_POST
def end(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: rounds.finish_stage(event_id=event_id, by=by, at=now()))
