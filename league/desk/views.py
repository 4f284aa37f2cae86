"""Pages of the referee dashboard, and the referee panel of match pages."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import translate as _, translate_in, translate_n, translate_stored
from league.desk.actions.referee_calls import answer_call, call_referee, reveal_board
from league.desk.actions.rulings import EVENT_RULINGS, EventRuling, apply_ruling, rule_on_event
from league.desk.forms import DESTRUCTIVE, RULING_TEXTS, ReasonForm, RevealForm, build_ruling_form
from league.desk.queries.access import get_access, get_desk_event, get_pairing_ids, is_referee, list_refereeable_events
from league.desk.queries.available_rulings import list_held, list_rulings, list_running
from league.desk.queries.cases import Case, get_case, get_dashboard
from league.desk.queries.match_panel import get_referee_panel
from league.event_console.organiser_actions import override_by_code
from league.event_console.override_preview import preview_from_query, read_stage_data
from league.event_console.serializers import PairingResultSerializer
from league.forms import errors_as_404, errors_as_http, errors_as_messages, errors_on_form
from league.games import game_name
from league.htmx import is_htmx
from league.leagues.views import current_player
from league.people.models import Player
from league.people.sessions import find_viewer
from league.result_reports.queries import list_disputes
from matches.api.validation import validate_input
from matches.errors import ActionError
from matches.queries.record_verification import verify_match
from matches.server_time import now


@require_GET
@login_required
@never_cache
def desk_page(request: HttpRequest) -> HttpResponse:
    """Show the dashboard, or only its list for htmx."""
    person = current_player(request)
    if not is_referee(person):
        raise PermissionDenied
    at = now()
    template = "league/desk/_list.html" if is_htmx(request) else "league/desk/desk.html"
    disputes = list_disputes(list_refereeable_events(person))
    return render(request, template, {"desk": get_dashboard(person, at), "disputes": disputes, "at": at})


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def case_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show a match with its rulings, and process them."""
    person, current = get_refereed_case(request, match_id)
    kind, form = request.POST.get("ruling", ""), None
    if request.method == "POST" and kind in RULING_TEXTS:
        form = build_ruling_form(kind, current.seats, request.POST)
        if form.is_valid():
            data, why = form.to_data(), form.cleaned_data["why"]
            with errors_on_form(form):
                result = apply_ruling(match_id=match_id, by=person.pk, kind=kind, data=data, why=why, at=now())
                messages.success(request, _("Ruling saved."))
                return redirect("desk-match", result if kind == "play-again" else match_id)
        current = get_case(match_id, now())
    context = {"case": current, "offers": _build_offers(current, kind, form), "look": RevealForm(kind="look")}
    return render(request, "league/desk/match.html", context, status=422 if form is not None else 200)


@require_POST
@login_required
@never_cache
def hidden_view_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show hidden information as the response of the POST request, so that it has no URL to revisit."""
    person, case = get_refereed_case(request, match_id)
    form = RevealForm(request.POST, kind="look")
    if form.is_valid():
        with errors_on_form(form):
            board = reveal_board(match_id=match_id, by=person.pk, why=form.cleaned_data["why"], at=now())
            return render(request, "league/desk/look.html", {"case": case, "board": board})
    context = {"case": case, "offers": _build_offers(case, "", None), "look": form}
    return render(request, "league/desk/match.html", context, status=422)


@require_GET
@login_required
@never_cache
def verify_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the verification of an ended match at once: the spectator delay does not apply to referees."""
    _, case = get_refereed_case(request, match_id)
    try:
        context = {"case": case, "found": verify_match(match_id, at_once=True)}
    except ActionError as error:
        return render(request, "league/desk/verify.html", {"case": case, "refusal": error}, status=409)
    return render(request, "league/desk/verify.html", context)


@require_POST
@login_required
def answer_call_page(request: HttpRequest, match_id: int, call_id: int) -> HttpResponse:
    """Answer a player's call."""
    person, _unused = get_refereed_case(request, match_id)
    text = request.POST.get("text", "")
    with errors_as_messages(request):
        answer_call(call_id=call_id, match_id=match_id, by=person.pk, text=text, at=now())
        messages.success(request, _("Answer sent."))
    return redirect("desk-match", match_id)


@require_http_methods(["GET", "POST"])
@never_cache
def referee_panel_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the calls and answers of a match and process a player's call; without htmx as a page."""
    person, error, text = find_viewer(request), None, request.POST.get("text", "")
    is_fragment = is_htmx(request)
    if request.method == "POST":
        try:
            if person is None:
                raise ActionError("sign-in-needed", _("Sign in first."))
            call_referee(match_id=match_id, player_id=person.pk, text=text, at=now())
            if not is_fragment:
                return redirect("match-referee", match_id)
        except ActionError as raised:
            error = raised
    with errors_as_404():
        panel = get_referee_panel(match_id, person, now())
    # htmx discards error responses by default, so the error is part of the fragment.
    template = "league/desk/_on_match.html" if is_fragment else "league/desk/on_match.html"
    status = 200 if is_fragment or error is None else 422
    return render(request, template, {"told": panel, "refusal": error, "text": text}, status=status)


def get_refereed_case(request: HttpRequest, match_id: int) -> tuple[Player, Case]:
    """Return the viewer and the match. Raises 403 unless they may referee it."""
    person = current_player(request)
    with errors_as_http():
        get_access(person.pk, match_id)
    return person, get_case(match_id, now())


def _build_offers(case: Case, rejected: str, form: ReasonForm | None) -> list[dict[str, object]]:
    """Return the available rulings; a rejected form stays open even if no longer available."""
    rulings = list_rulings(case.match_id)
    displayed = rulings if form is None or rejected in rulings else (rejected, *rulings)
    offers: list[dict[str, object]] = []
    for kind in displayed:
        title, help_text, button = map(_, RULING_TEXTS[kind])
        offer = {"kind": kind, "title": title, "about": help_text, "button": button, "destructive": kind in DESTRUCTIVE}
        is_open = form is not None and kind == rejected
        offers.append({**offer, "form": form if is_open else build_ruling_form(kind, case.seats), "open": is_open})
    return offers


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def event_hold_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the matches of an event, and pause or resume all of them."""
    person = current_player(request)
    with errors_as_http():
        event = get_desk_event(person.pk, event_id)
    forms = {do: ReasonForm(kind=do) for do in EVENT_RULINGS}
    do, status = request.POST.get("do", ""), 200
    if request.method == "POST" and do in EVENT_RULINGS:
        form, status = ReasonForm(request.POST, kind=do), 422
        forms[do] = form
        if form.is_valid():
            with errors_on_form(form):
                ruled = rule_on_event(event_id=event.pk, by=person.pk, do=do, why=form.cleaned_data["why"], at=now())
                _add_messages(request, do, ruled)
                return redirect("desk-event", event.pk)
    context = {
        "event": event, "running": list_running(event.pk), "held": list_held(event.pk), "hold": forms["hold"],
        "go_on": forms["go-on"],
    }  # fmt: skip
    return render(request, "league/desk/event.html", context, status=status)


def _add_messages(request: HttpRequest, do: str, ruled: EventRuling) -> None:
    count = len(ruled.match_ids)
    if do == "hold":
        done = translate_n("{n} match paused.", "{n} matches paused.", count)
    else:
        done = translate_n("{n} match resumed.", "{n} matches resumed.", count)
    messages.success(request, done)
    for match in ruled.left:
        name = match.title or translate_in("an unnamed one", "match")
        messages.warning(request, _("Not changed: {name} ({number}). {why}", name=name, number=match.match_id, why=match.text))


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def result_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show and process the override of a match's pairing."""
    person = current_player(request)
    with errors_as_http():
        access = get_access(person.pk, match_id)
    with errors_as_404():
        event_id, pairing_id = get_pairing_ids(access)
        known = read_stage_data(event_id, pairing_id)
    match = next(row.match for row in known[2] if row.match_id == match_id)
    if request.method == "POST":
        try:
            data = validate_input(PairingResultSerializer, request.POST)
            override_by_code(event_id=event_id, pairing_id=pairing_id, by=person.pk, at=now(), **data)
            messages.success(request, _("Ruling saved. You can revert it under Manage, Results."))
            return redirect("desk-match", match_id)
        except ActionError as raised:
            preview, error_text = preview_from_query(event_id, pairing_id, QueryDict(), known)[0], raised.text
    else:
        preview, error_text = preview_from_query(event_id, pairing_id, request.GET, known)
    path = reverse("desk-result", args=[match_id])
    context = {
        "match_id": match_id, "title": translate_stored(match.title) or game_name(match.game), "pairing_id": pairing_id,
        "ruling": preview, "refusal": error_text, "act": path, "leave": reverse("desk-match", args=[match_id]),
    }  # fmt: skip
    return render(request, "league/desk/result.html", context, status=422 if error_text else 200)
