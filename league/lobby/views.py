"""The lobby, and quick play."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from league.forms import add_refusal, show_refusal
from league.lobby import actions
from league.lobby.forms import ChallengeForm, QuickPlayForm
from league.lobby.queries import lobby
from league.people.sessions import ensure_player, reader
from matches.moment import now
from matches.refusals import Refused


@require_GET
def lobby_page(request: HttpRequest) -> HttpResponse:
    return _page(request, ChallengeForm())


@require_GET
def lobby_fragment(request: HttpRequest) -> HttpResponse:
    return render(request, "league/lobby/_lists.html", {"lobby": lobby(request.user.pk)})


@require_POST
def new_challenge(request: HttpRequest) -> HttpResponse:
    form = ChallengeForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        person = ensure_player(request)
        match_id = actions.challenge(by=person.pk, offer=form.offer(), at=now())
    except Refused as refusal:
        add_refusal(form, refusal)
        return _page(request, form, status=422)
    return redirect("match", match_id)


@require_POST
def accept_challenge(request: HttpRequest, match_id: int) -> HttpResponse:
    try:
        actions.accept(match_id=match_id, player_id=ensure_player(request).pk, at=now())
    except Refused as refusal:
        show_refusal(request, refusal)
        return redirect("lobby")
    return redirect("match", match_id)


@require_POST
def cancel_challenge(request: HttpRequest, match_id: int) -> HttpResponse:
    person = reader(request)
    try:
        if person is None:
            raise Refused("sign-in-needed", "Sign in first.")
        actions.withdraw(match_id=match_id, by=person.pk, at=now())
    except Refused as refusal:
        show_refusal(request, refusal)
    return redirect("lobby")


@require_POST
def quick_play(request: HttpRequest) -> HttpResponse:
    form = QuickPlayForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused("unknown-bot", "There is no such bot.", "bot")
        person = ensure_player(request)
        match_id = actions.quick_play(player_id=person.pk, bot=form.cleaned_data["bot"], at=now())
    except Refused as refusal:
        show_refusal(request, refusal)
        return redirect("home")
    return redirect("match", match_id)


def _page(request: HttpRequest, form: ChallengeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "lobby": lobby(request.user.pk), "quick": QuickPlayForm()}
    return render(request, "league/lobby/lobby.html", context, status=status)
