"""The list of events, the form for a new one, and the buttons on event pages."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import say, told
from league.event_console.forms import EventForm
from league.event_console.organiser_actions import DEEDS
from league.event_pages.serializers import LadderChallengeSerializer
from league.events.actions import event_lifecycle
from league.events.models import Event, EventStatus
from league.events.queries import EventCard, card, counted, events, get_visible
from league.formats.registry import ALL, FIRST
from league.forms import refusals_as_404, refusals_as_messages, refusals_on
from league.leagues.models import Role
from league.leagues.queries.leagues import leagues_of
from league.leagues.views import signed_in
from league.pairings.actions import rounds
from league.people.sessions import reader
from league.quotas import within_quota
from league.registration.actions import continuous_entries, entries, waiting_list, withdrawals
from league.results.actions import event_start
from league.seasons.queries.rosters import open_seasons
from matches.api.validation import InputSerializer, validated
from matches.moment import now
from matches.page_cache import cached_fragment


@require_GET
def event_list(request: HttpRequest) -> HttpResponse:
    """Show public events and the viewer's drafts."""
    person = reader(request)
    own = Event.objects.filter(status=EventStatus.DRAFT, organiser=person) if person else Event.objects.none()
    drafts = [card(row) for row in counted(own).order_by("-pk")]
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
    """Show and process the form for a new event of one format."""
    format = request.GET.get("format", FIRST)
    if format not in ALL:
        raise Http404(say("Format not found."))
    person = signed_in(request)
    leagues = [(one.league_id, one.name) for one, role in leagues_of(person.pk) if role == Role.ORGANISER]
    seasons = open_seasons([pk for pk, _ in leagues])
    chosen = {name: request.GET[name] for name in ("league", "season_id", "game") if name in request.GET}
    form = EventForm(request.POST or None, format, leagues, seasons, chosen)
    if person.is_guest:
        messages.info(request, say("Guests can't organise events. Create an account first; you keep your matches."))
        return redirect("sign-up")
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            with within_quota("events", request.META):
                made = event_lifecycle.create_event(by=person.pk, plan=form.plan(), at=now())
            return redirect("event", made)
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


def _button(
    action: Callable[..., object], person: str = "by", takes: type[InputSerializer] = InputSerializer
) -> Callable[..., HttpResponse]:
    """Return the view of a button: run the action and return to the event, with a message if refused.

    `player_param` is the action's parameter for the player's id, `takes` the serializer of the form data.
    """

    @require_POST
    def press(request: HttpRequest, event_id: int, **parts: object) -> HttpResponse:
        player = reader(request)
        if player is None:
            return redirect("sign-in")
        with refusals_as_404():
            get_visible(Event.objects.filter(pk=event_id), player)
        parts[person] = player.pk
        with refusals_as_messages(request):
            action(event_id=event_id, at=now(), **parts, **validated(takes, request.POST))
        return redirect("event", event_id)

    return press


join = _button(entries.join, "player_id")
leave = _button(entries.leave, "player_id")
check_in = _button(entries.check_in, "player_id")
accept_place = _button(waiting_list.accept, "player_id")
decline_place = _button(waiting_list.decline, "player_id")
rest = _button(continuous_entries.rest, "player_id")
come_back = _button(continuous_entries.come_back, "player_id")
challenge = _button(continuous_entries.challenge, "player_id", LadderChallengeSerializer)
accept_challenge = _button(continuous_entries.accept, "player_id")
decline_challenge = _button(continuous_entries.decline, "player_id")
withdraw = _button(withdrawals.withdraw)
start = _button(event_start.start_event)
start_round = _button(rounds.start_round)
end_stage = _button(rounds.finish_stage)
enter_franchises = _button(entries.enter_franchises)
add_bot = _button(entries.add_bot, takes=DEEDS["add-bot"].takes)
cancel = _button(event_lifecycle.cancel_event)
