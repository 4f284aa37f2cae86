"""The lobby, quick play and lessons."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from league.forms import add_refusal, show_refusal
from league.games import game, games
from league.lobby import actions
from league.lobby.forms import ChallengeForm, QuickPlayForm, challenge_form
from league.lobby.queries import lobby
from league.people.sessions import ensure_player, reader
from matches.moment import now
from matches.refusals import Refused


@require_GET
def lobby_page(request: HttpRequest) -> HttpResponse:
    form = challenge_form(request.GET, bound=False)
    if form is None:
        return redirect("lobby")
    return _page(request, form)


@require_GET
def lobby_fragment(request: HttpRequest) -> HttpResponse:
    return render(request, "league/lobby/_lists.html", {"lobby": lobby(request.user.pk)})


@require_POST
def new_challenge(request: HttpRequest) -> HttpResponse:
    form = challenge_form(request.POST, bound=True)
    if form is None:
        show_refusal(request, Refused("bad-table", "There is no such game, or not for so many players."))
        return redirect("lobby")
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
    seat = request.POST.get("seat", "")
    try:
        if seat and not (seat.isdecimal() and len(seat) < 3):
            raise Refused("bad-seat", "There is no such seat.", "seat")
        person = ensure_player(request)
        actions.accept(
            match_id=match_id, player_id=person.pk, at=now(), seat=int(seat) if seat else None,
            nonce=request.POST.get("nonce", ""),
        )  # fmt: skip
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
    """Play at once against bots; with `learn`, in a lesson."""
    try:
        found = game(request.POST.get("game", ""))
        if found is None:
            raise Refused("unknown-game", "There is no such game here.", "game")
        form = QuickPlayForm(found, request.POST)
        if not form.is_valid():
            names = {
                "bot": "There is no such bot.",
                "seats": "There is no such table.",
                "side": "There is no such side.",
            }
            field = next(iter(form.errors))
            raise Refused("bad-choice", names[field], field)
        person = ensure_player(request)
        match_id = actions.quick_play(
            player_id=person.pk, game=found.key, kind=form.cleaned_data["bot"], seats=form.seats, side=form.side,
            learn=request.POST.get("learn") == "1", at=now(),
        )  # fmt: skip
    except Refused as refusal:
        show_refusal(request, refusal)
        return redirect("home")
    return redirect("match", match_id)


def _page(request: HttpRequest, form: ChallengeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "games": games(), "lobby": lobby(request.user.pk), "quick": QuickPlayForm(form.game)}
    return render(request, "league/lobby/lobby.html", context, status=status)
