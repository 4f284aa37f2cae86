"""Pages of the referee dashboard, and the referee panel of match pages."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import retell, say, say_in, say_many, told
from league.desk.actions.referee_calls import answer_call, call_referee, look
from league.desk.actions.rulings import EVENT_DEEDS, Ruled, rule, rule_on_event
from league.desk.forms import GRAVE, WORDS, WhyForm, form_of
from league.desk.queries.access import checked, checked_event, is_referee, pairing_of
from league.desk.queries.available_rulings import held, possible, running
from league.desk.queries.cases import Case, case, desk_list
from league.desk.queries.match_panel import on_match
from league.event_console.organiser_actions import overturn_as_asked
from league.event_console.override_preview import asked_ruling, read_known
from league.event_console.serializers import PairingResultSerializer
from league.forms import refusals_as_404, refusals_as_messages, refusals_as_pages, refusals_on
from league.games import name_of
from league.leagues.views import signed_in
from league.people.models import Player
from league.people.sessions import reader
from matches.api.validation import validated
from matches.moment import now
from matches.queries.record_verification import verify_match
from matches.refusals import Refused


@require_GET
@login_required
@never_cache
def desk_page(request: HttpRequest) -> HttpResponse:
    """Show the dashboard, or only its list for htmx."""
    person = signed_in(request)
    if not is_referee(person):
        raise PermissionDenied
    at = now()
    part = request.headers.get("HX-Request") == "true"
    template = "league/desk/_list.html" if part else "league/desk/desk.html"
    return render(request, template, {"desk": desk_list(person, at), "at": at})


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def case_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show a match with its rulings, and process them."""
    person, found = refereed(request, match_id)
    deed, form = request.POST.get("ruling", ""), None
    if request.method == "POST" and deed in WORDS:
        form = form_of(deed, found.seats, request.POST)
        if form.is_valid():
            given, why = form.given(), form.cleaned_data["why"]
            with refusals_on(form):
                rule(match_id=match_id, by=person.pk, deed=deed, given=given, why=why, at=now())
                messages.success(request, say("Ruling saved to the game log and the audit log."))
                return redirect("desk-match", match_id)
        found = case(match_id, now())
    context = {"case": found, "offers": _offers(found, deed, form), "look": WhyForm(deed="look")}
    return render(request, "league/desk/match.html", context, status=422 if form is not None else 200)


@require_POST
@login_required
@never_cache
def look_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show hidden information as the response of the POST request, so that it has no URL to revisit."""
    person, found = refereed(request, match_id)
    form = WhyForm(request.POST, deed="look")
    if form.is_valid():
        with refusals_on(form):
            board = look(match_id=match_id, by=person.pk, why=form.cleaned_data["why"], at=now())
            return render(request, "league/desk/look.html", {"case": found, "board": board})
    context = {"case": found, "offers": _offers(found, "", None), "look": form}
    return render(request, "league/desk/match.html", context, status=422)


@require_GET
@login_required
@never_cache
def verify_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the verification of an ended match at once: the spectator delay does not apply to referees."""
    _, found = refereed(request, match_id)
    try:
        context = {"case": found, "found": verify_match(match_id, at_once=True)}
    except Refused as refusal:
        return render(request, "league/desk/verify.html", {"case": found, "refusal": refusal}, status=409)
    return render(request, "league/desk/verify.html", context)


@require_POST
@login_required
def answer(request: HttpRequest, match_id: int, call_id: int) -> HttpResponse:
    """Answer a player's call."""
    person, _ = refereed(request, match_id)
    text = request.POST.get("text", "")
    with refusals_as_messages(request):
        answer_call(call_id=call_id, match_id=match_id, by=person.pk, text=text, at=now())
        messages.success(request, say("Answer sent."))
    return redirect("desk-match", match_id)


@require_http_methods(["GET", "POST"])
@never_cache
def on_match_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the calls and answers of a match and process a player's call; without htmx as a page."""
    person, refusal, text = reader(request), None, request.POST.get("text", "")
    part = request.headers.get("HX-Request") == "true"
    if request.method == "POST":
        try:
            if person is None:
                raise Refused("sign-in-needed", say("Sign in first."))
            call_referee(match_id=match_id, player_id=person.pk, text=text, at=now())
            if not part:
                return redirect("match-referee", match_id)
        except Refused as refused:
            refusal = refused
    with refusals_as_404():
        told = on_match(match_id, person, now())
    # htmx discards error responses by default, so the error is part of the fragment.
    template = "league/desk/_on_match.html" if part else "league/desk/on_match.html"
    status = 200 if part or refusal is None else 422
    return render(request, template, {"told": told, "refusal": refusal, "text": text}, status=status)


def refereed(request: HttpRequest, match_id: int) -> tuple[Player, Case]:
    """Return the viewer and the match. Raises 403 unless they may referee it."""
    person = signed_in(request)
    with refusals_as_pages():
        checked(person.pk, match_id)
    return person, case(match_id, now())


def _offers(found: Case, refused: str, form: WhyForm | None) -> list[dict[str, object]]:
    """Return the available rulings; a rejected form stays open even if no longer available."""
    deeds = possible(found.match_id)
    shown = deeds if form is None or refused in deeds else (refused, *deeds)
    offers: list[dict[str, object]] = []
    for deed in shown:
        title, about, button = map(told, WORDS[deed])
        words = {"deed": deed, "title": title, "about": about, "button": button, "grave": deed in GRAVE}
        is_open = form is not None and deed == refused
        offers.append({**words, "form": form if is_open else form_of(deed, found.seats), "open": is_open})
    return offers


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def hold_page(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the matches of an event, and pause or resume all of them."""
    person = signed_in(request)
    with refusals_as_pages():
        event = checked_event(person.pk, event_id)
    forms = {do: WhyForm(deed=do) for do in EVENT_DEEDS}
    do, status = request.POST.get("do", ""), 200
    if request.method == "POST" and do in EVENT_DEEDS:
        form, status = WhyForm(request.POST, deed=do), 422
        forms[do] = form
        if form.is_valid():
            with refusals_on(form):
                ruled = rule_on_event(event_id=event.pk, by=person.pk, do=do, why=form.cleaned_data["why"], at=now())
                _tell(request, do, ruled)
                return redirect("desk-event", event.pk)
    context = {
        "event": event, "running": running(event.pk), "held": held(event.pk), "hold": forms["hold"],
        "go_on": forms["go-on"],
    }  # fmt: skip
    return render(request, "league/desk/event.html", context, status=status)


def _tell(request: HttpRequest, do: str, ruled: Ruled) -> None:
    count = len(ruled.match_ids)
    if do == "hold":
        done = say_many("{n} match paused.", "{n} matches paused.", count)
    else:
        done = say_many("{n} match resumed.", "{n} matches resumed.", count)
    messages.success(request, done)
    for one in ruled.left:
        name = one.title or say_in("an unnamed one", "match")
        messages.warning(
            request, say("Not changed: {name} ({number}). {why}", name=name, number=one.match_id, why=one.text)
        )


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def result_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show and process the override of a match's pairing."""
    person = signed_in(request)
    with refusals_as_pages():
        access = checked(person.pk, match_id)
    with refusals_as_404():
        event_id, pairing_id = pairing_of(access)
        known = read_known(event_id, pairing_id)
    match = next(one.match for one in known[2] if one.match_id == match_id)
    if request.method == "POST":
        try:
            asked = validated(PairingResultSerializer, request.POST)
            overturn_as_asked(event_id=event_id, pairing_id=pairing_id, by=person.pk, at=now(), **asked)
            messages.success(request, say("Ruling saved. You can revert it under Manage, Results."))
            return redirect("desk-match", match_id)
        except Refused as refused:
            shown, refusal = asked_ruling(event_id, pairing_id, QueryDict(), known)[0], refused.text
    else:
        shown, refusal = asked_ruling(event_id, pairing_id, request.GET, known)
    here = reverse("desk-result", args=[match_id])
    context = {
        "match_id": match_id, "title": retell(match.title) or name_of(match.game), "pairing_id": pairing_id,
        "ruling": shown, "refusal": refusal, "act": here, "leave": reverse("desk-match", args=[match_id]),
    }  # fmt: skip
    return render(request, "league/desk/result.html", context, status=422 if refusal else 200)
