"""The list of events, the form of a new one, and the buttons on the pages of an event."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import say, told
from league.event_console.event_form import EventForm
from league.event_pages.serializers import LadderChallengeSerializer
from league.events.actions import event_lifecycle
from league.events.models import EventStatus
from league.events.queries import EventCard, check_there, drafts_of, events
from league.formats.registry import ALL, FIRST
from league.forms import add_refusal, show_refusal
from league.leagues.models import Role
from league.leagues.queries.lists import leagues_of
from league.pairings.actions import rounds
from league.people.sessions import reader
from league.quotas import count_event
from league.registration.actions import continuous_entries, entries, ladder_challenges, waiting_list, withdrawals
from league.results.actions import event_start
from league.seasons.queries.squads import open_seasons
from matches.api.validation import validated
from matches.moment import now
from matches.page_cache import cached_fragment
from matches.refusals import Refused


@require_GET
def event_list(request: HttpRequest) -> HttpResponse:
    person = reader(request)
    drafts = drafts_of(person.pk) if person else []
    public = cached_fragment("league/events/_groups.html", (), lambda: {"groups": _public()}, topics=["home"])
    context = {"drafts": [(say("Your drafts"), drafts)], "public": public, "any": drafts or public.strip()}
    return render(request, "league/events/list.html", context)


def _public() -> list[tuple[str, list[EventCard]]]:
    return [
        (say("Open for registration"), events(EventStatus.REGISTRATION)),
        (say("About to start"), events(EventStatus.CHECK_IN, EventStatus.SEEDING)),
        (say("Running"), events(EventStatus.RUNNING)),
        (say("Finished"), events(EventStatus.FINISHED, EventStatus.CANCELLED, limit=20)),
    ]


@require_http_methods(["GET", "POST"])
@login_required
def new_event(request: HttpRequest) -> HttpResponse:
    format = request.GET.get("format", FIRST)
    if format not in ALL:
        raise Http404(say("There is no such format."))
    person = reader(request)
    assert person is not None
    leagues = [(one.league_id, one.name) for one, role in leagues_of(person.pk) if role == Role.ORGANISER]
    seasons = open_seasons([pk for pk, _ in leagues])
    chosen = {name: request.GET[name] for name in ("league", "season_id", "game") if name in request.GET}
    form = EventForm(request.POST or None, format=format, leagues=leagues, seasons=seasons, initial=chosen)
    if person.is_guest:
        messages.info(request, say("Sign up to organise an event; your matches stay with you."))
        return redirect("sign-up")
    if request.method == "POST" and form.is_valid():
        try:
            with count_event(request.META):
                made = event_lifecycle.create_event(by=person.pk, plan=form.plan(), at=now())
            return redirect("event", made)
        except Refused as refusal:
            add_refusal(form, refusal)
    formats = [(key, one.name, key == format) for key, one in ALL.items()]
    kept = urlencode(chosen)
    page = {
        "form": form,
        "kept": f"&{kept}" if kept else "",
        "formats": formats,
        "format": ALL[format],
        "about": told(ALL[format].about),
    }
    return render(request, "league/events/new.html", page, status=422 if form.errors else 200)


@require_POST
def join(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: entries.join(event_id=event_id, player_id=by, at=now()))


@require_POST
def leave(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: entries.leave(event_id=event_id, player_id=by, at=now()))


@require_POST
def check_in(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: entries.check_in(event_id=event_id, player_id=by, at=now()))


@require_POST
def accept_place(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: waiting_list.accept(event_id=event_id, player_id=by, at=now()))


@require_POST
def decline_place(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: waiting_list.decline(event_id=event_id, player_id=by, at=now()))


@require_POST
def withdraw(request: HttpRequest, event_id: int, entrant_id: int) -> HttpResponse:
    return do(
        request,
        event_id,
        lambda by: withdrawals.withdraw(event_id=event_id, entrant_id=entrant_id, by=by, at=now()),
    )


@require_POST
def start(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: event_start.start_event(event_id=event_id, by=by, at=now()))


@require_POST
def start_round(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    return do(request, event_id, lambda by: rounds.start_round(event_id=event_id, number=number, by=by, at=now()))


@require_POST
def enter_franchises(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: entries.enter_franchises(event_id=event_id, by=by, at=now()))


@require_POST
def add_bot(request: HttpRequest, event_id: int) -> HttpResponse:
    kind = request.POST.get("kind", "")
    return do(request, event_id, lambda by: entries.add_bot(event_id=event_id, by=by, kind=kind, at=now()))


@require_POST
def cancel(request: HttpRequest, event_id: int) -> HttpResponse:
    return do(request, event_id, lambda by: event_lifecycle.cancel_event(event_id=event_id, by=by, at=now()))


def do(request: HttpRequest, event_id: int, act: Callable[[int], object]) -> HttpResponse:
    """Run an action for the person who is signed in and go back to the event, with a sentence if it was refused."""
    person = reader(request)
    if person is None:
        return redirect("sign-in")
    try:
        check_there(event_id, person)
        act(person.pk)
    except Refused as refusal:
        if refusal.code == "not-found":
            raise Http404(refusal.text) from None
        show_refusal(request, refusal)
    return redirect("event", event_id)


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
