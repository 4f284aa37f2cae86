"""The referee's desk, the page on which a match is ruled on, and what the page of a match tells of referees."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import say, told
from league.desk.actions.hidden_view import look
from league.desk.actions.referee_calls import answer_call, call_referee
from league.desk.actions.rulings import rule
from league.desk.forms import GRAVE, WORDS, WhyForm, form_of
from league.desk.queries.access import Access, checked, is_referee
from league.desk.queries.available_rulings import possible
from league.desk.queries.cases import Case, case, desk_list
from league.desk.queries.match_panel import on_match
from league.forms import add_refusal
from league.leagues.views.common import do, signed_in
from league.people.models import Player
from league.people.sessions import reader
from matches.moment import now
from matches.queries.record_verification import verify_match
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Offer:
    """A ruling that can be given now, with its form; `open` where it was refused."""

    deed: str
    title: str
    about: str
    button: str
    grave: bool
    form: WhyForm
    open: bool


@require_GET
@login_required
@never_cache
def desk_page(request: HttpRequest) -> HttpResponse:
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
    person, found = refereed(request, match_id)
    deed, form = request.POST.get("ruling", ""), None
    if request.method == "POST" and deed in WORDS:
        form = form_of(deed, found.seats, request.POST)
        if form.is_valid() and _given(form, match_id, person, deed):
            messages.success(request, say("Done. It stands in the match's log and in the audit log."))
            return redirect("desk-match", match_id)
        found = case(match_id, now()) or found
    context = {"case": found, "offers": _offers(found, deed, form), "look": WhyForm(deed="look")}
    return render(request, "league/desk/match.html", context, status=422 if form is not None else 200)


@require_POST
@login_required
@never_cache
def look_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """The board is the answer to the request itself: it has no address at which it could be seen again."""
    person, found = refereed(request, match_id)
    form = WhyForm(request.POST, deed="look")
    if form.is_valid():
        try:
            board = look(match_id=match_id, by=person.pk, why=form.cleaned_data["why"], at=now())
            return render(request, "league/desk/look.html", {"case": found, "board": board})
        except Refused as refusal:
            add_refusal(form, refusal)
    context = {"case": found, "offers": _offers(found, "", None), "look": form}
    return render(request, "league/desk/match.html", context, status=422)


@require_GET
@login_required
@never_cache
def verify_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """What the check of an ended match found, at once: a delay for spectators does not concern its referee."""
    _, found = refereed(request, match_id)
    try:
        context = {"case": found, "found": verify_match(match_id, at_once=True)}
    except Refused as refusal:
        return render(request, "league/desk/verify.html", {"case": found, "refusal": refusal}, status=409)
    return render(request, "league/desk/verify.html", context)


@require_POST
@login_required
def answer(request: HttpRequest, match_id: int, call_id: int) -> HttpResponse:
    person, _ = refereed(request, match_id)
    text = request.POST.get("text", "")
    if do(request, lambda: answer_call(call_id=call_id, match_id=match_id, by=person.pk, text=text, at=now())):
        messages.success(request, say("Answered."))
    return redirect("desk-match", match_id)


@require_http_methods(["GET", "POST"])
@never_cache
def on_match_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """For the page of a match: calls and answers, and a player's own call. Without htmx, a page of its own."""
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
    told = on_match(match_id, person, now())
    if told is None:
        raise Http404(say("There is no such match."))
    # htmx shows only answers that are no errors; the refusal stands in the fragment.
    template = "league/desk/_on_match.html" if part else "league/desk/on_match.html"
    status = 200 if part or refusal is None else 422
    return render(request, template, {"told": told, "refusal": refusal, "text": text}, status=status)


def refereed(request: HttpRequest, match_id: int) -> tuple[Player, Case]:
    """Who asks, and the match; 403 for those who may not referee it."""
    person, _ = admitted(request, match_id)
    found = case(match_id, now())
    assert found is not None
    return person, found


def admitted(request: HttpRequest, match_id: int) -> tuple[Player, Access]:
    """The same, without what a case tells."""
    person = signed_in(request)
    try:
        return person, checked(person.pk, match_id)
    except Refused as refusal:
        if refusal.code == "not-found":
            raise Http404(refusal.text) from None
        raise PermissionDenied(refusal.text) from None


def _given(form: WhyForm, match_id: int, person: Player, deed: str) -> bool:
    try:
        rule(
            match_id=match_id, by=person.pk, deed=deed, given=form.given(), why=form.cleaned_data["why"], at=now()
        )  # fmt: skip
    except Refused as refusal:
        add_refusal(form, refusal)
        return False
    return True


def _offers(found: Case, refused: str, form: WhyForm | None) -> list[Offer]:
    """What can be done now; a refused form stays, though it may be too late for it."""
    deeds = possible(found.match_id)
    shown = deeds if form is None or refused in deeds else (refused, *deeds)
    mine = {refused: form} if form is not None else {}
    return [
        Offer(
            deed,
            told(title),
            told(about),
            told(button),
            deed in GRAVE,
            mine.get(deed) or form_of(deed, found.seats),
            deed in mine,
        )
        for deed in shown
        for title, about, button in [WORDS[deed]]
    ]
