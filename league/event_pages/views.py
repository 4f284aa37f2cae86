"""The list of events, the form for a new one, and the buttons on event pages."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import translate as _
from league.event_console.new_event_form import EventForm
from league.event_console.organiser_actions import ACTIONS
from league.event_pages.serializers import LadderChallengeSerializer
from league.events.actions import event_lifecycle
from league.events.models import Event, EventStatus
from league.events.queries import EventCard, annotate_counts, build_card, get_visible_event, list_events
from league.formats.registry import DEFAULT_FIRST, FORMATS
from league.forms import errors_as_404, errors_as_messages, errors_on_form
from league.leagues.queries.leagues import list_leagues_of_player
from league.leagues.rules import has_permission
from league.leagues.views import current_player
from league.pairings.actions import rounds
from league.people.sessions import find_viewer
from league.quotas import within_quota
from league.registration.actions import continuous_entries, entries, waiting_list, withdrawals
from league.registration.actions.placeholders import parse_names
from league.results.actions import event_start
from league.results.actions.quick_events import create_event_with_players
from league.seasons.queries.rosters import list_plannable_seasons
from league.titles.queries import list_title_choices
from matches.api.validation import InputSerializer, validate_input
from matches.page_cache import render_fragment
from matches.server_time import now


@require_GET
def event_list(request: HttpRequest) -> HttpResponse:
    """Show public events and the viewer's drafts."""
    viewer = find_viewer(request)
    own_drafts = Event.objects.filter(status=EventStatus.DRAFT, organiser=viewer) if viewer else Event.objects.none()
    drafts = [build_card(row) for row in annotate_counts(own_drafts).order_by("-pk")]
    public = render_fragment("league/events/_groups.html", (), lambda: {"groups": _list_groups()}, topics=["home"])
    context = {"drafts": [(_("Your drafts"), drafts)], "public": public, "any": drafts or public.strip()}
    return render(request, "league/events/list.html", context)


def _list_groups() -> list[tuple[str, list[EventCard]]]:
    return [
        (_("Open for registration"), list_events(EventStatus.REGISTRATION)),
        (_("About to start"), list_events(EventStatus.CHECK_IN, EventStatus.SEEDING)),
        (_("Running"), list_events(EventStatus.RUNNING)),
        (_("Finished"), list_events(EventStatus.FINISHED, EventStatus.CANCELLED, limit=20)),
    ]


@require_http_methods(["GET", "POST"])
@login_required
def new_event(request: HttpRequest) -> HttpResponse:
    """Show and process the form for a new event of one format."""
    format = request.POST.get("format", request.GET.get("format", DEFAULT_FIRST))
    if format not in FORMATS:
        raise Http404(_("Format not found."))
    person = current_player(request)
    leagues = [
        (item.league_id, item.name)
        for item, role in list_leagues_of_player(person.pk)
        if has_permission(role, "edit the league")
    ]
    seasons = list_plannable_seasons([pk for pk, _unused in leagues])
    chosen = {name: request.GET[name] for name in ("league", "season_id", "game") if name in request.GET}
    titles = list_title_choices(person.pk, [pk for pk, _unused in leagues])
    form = EventForm(request.POST or None, format, leagues, seasons, chosen, titles=titles)
    if person.is_guest:
        messages.info(request, _("Guests can't organise events. Create an account first; you keep your matches."))
        return redirect(reverse("sign-up", query={"next": request.get_full_path()}))
    if request.method == "POST" and form.is_valid():
        with errors_on_form(form):
            names, starts = parse_names(form.cleaned_data["names"]), "start" in request.POST
            with within_quota("events", request.META):
                event_id = create_event_with_players(by=person.pk, plan=form.plan(), names=names, starts=starts, at=now())
            return redirect("event", event_id)
    formats = [(key, item.name, _(item.about), key == format) for key, item in FORMATS.items()]
    return render(request, "league/events/new.html", {"form": form, "formats": formats}, status=422 if form.errors else 200)


def _build_button_view(
    action: Callable[..., object], player_param: str = "by", takes: type[InputSerializer] = InputSerializer
) -> Callable[..., HttpResponse]:
    """Return the view of a button: run the action and return to the event, with a message if refused.

    `player_param` is the action's parameter for the player's id, `takes` the serializer of the form data.
    """

    @require_POST
    def press(request: HttpRequest, event_id: int, **params: object) -> HttpResponse:
        player = find_viewer(request)
        if player is None:
            return redirect(reverse("sign-in", query={"next": reverse("event", args=[event_id])}))
        with errors_as_404():
            get_visible_event(Event.objects.filter(pk=event_id), player)
        params[player_param] = player.pk
        with errors_as_messages(request):
            action(event_id=event_id, at=now(), **params, **validate_input(takes, request.POST))
        return redirect("event", event_id)

    return press


join = _build_button_view(entries.join_event, "player_id")
leave = _build_button_view(entries.leave_event, "player_id")
check_in = _build_button_view(entries.check_in, "player_id")
accept_spot = _build_button_view(waiting_list.accept_spot, "player_id")
decline_spot = _build_button_view(waiting_list.decline_spot, "player_id")
pause_entry = _build_button_view(continuous_entries.pause_entry, "player_id")
resume_entry = _build_button_view(continuous_entries.resume_entry, "player_id")
challenge = _build_button_view(continuous_entries.create_challenge, "player_id", LadderChallengeSerializer)
accept_challenge = _build_button_view(continuous_entries.accept_challenge, "player_id")
decline_challenge = _build_button_view(continuous_entries.decline_challenge, "player_id")
withdraw = _build_button_view(withdrawals.withdraw)
start = _build_button_view(event_start.start_event)
start_round = _build_button_view(rounds.publish_round_manually)
end_stage = _build_button_view(rounds.finish_stage)
enter_franchises = _build_button_view(entries.enter_franchises)
add_bot = _build_button_view(entries.add_bot, takes=ACTIONS["add-bot"].takes)
cancel = _build_button_view(event_lifecycle.cancel_event)
