"""Pages of the lobby, quick play and lessons."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import mark, translate as _
from league.follows.queries import list_followed_matches
from league.forms import add_form_error, errors_as_messages, show_error
from league.games import find_game, list_games
from league.htmx import is_htmx
from league.lobby import challenges, invitations, rematches
from league.lobby.forms import ChallengeForm, QuickPlayForm, build_challenge_form
from league.lobby.queries import get_lobby, get_match_extras, lobby_match
from league.lobby.queue_state import find_wait, list_queues, list_speeds
from league.people.models import Player
from league.people.sessions import ensure_player, find_viewer
from league.quotas import get_origin
from league.time_controls.presets import PRESETS
from matches.errors import ActionError
from matches.queries.match_lists import load_listed
from matches.server_time import now

INVALID_CHOICES = {
    "bot": mark("Bot not found."),
    "seats": mark("This game has no table of that size."),
    "side": mark("Side not found."),
    "time": mark("Time control not found."),
}


@require_GET
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Show the lobby with the challenge form."""
    form = build_challenge_form(request.GET, bound=False)
    if form is None:
        return redirect("lobby")
    return _render(request, form)


@require_GET
def lobby_fragment(request: HttpRequest) -> HttpResponse:
    """Render the lists of challenges, for polling."""
    return render(request, "league/lobby/_lists.html", _list_context(request))


@require_POST
def new_challenge(request: HttpRequest) -> HttpResponse:
    """Create a challenge from the form, by a guest if the visitor has no account."""
    form = build_challenge_form(request.POST, bound=True)
    if form is None:
        show_error(request, ActionError("bad-table", _("Game not found, or not available for this number of players.")))
        return redirect("lobby")
    if not form.is_valid():
        return _render(request, form, status=422)
    try:
        person = ensure_player(request)
        match_id = challenges.create_challenge(by=person.pk, offer=form.offer(), at=now(), origin=get_origin(request.META))
    except ActionError as error:
        add_form_error(form, error)
        return _render(request, form, status=422)
    return redirect("match", match_id)


@require_POST
def accept_challenge(request: HttpRequest, match_id: int) -> HttpResponse:
    """Take a seat of a challenge, as a guest if the visitor has no account."""
    with errors_as_messages(request, even_missing=True):
        seat = _parse_seat(request) if request.POST.get("seat") else None
        person, nonce = ensure_player(request), request.POST.get("nonce", "")
        challenges.accept_challenge(match_id=match_id, player_id=person.pk, at=now(), seat=seat, nonce=nonce)
        return _redirect(match_id)
    return redirect("lobby")


@require_POST
def cancel_challenge(request: HttpRequest, match_id: int) -> HttpResponse:
    """Cancel or decline a challenge."""
    with errors_as_messages(request, even_missing=True):
        by, reason = get_player(request).pk, request.POST.get("reason", "")
        challenges.withdraw_challenge(match_id=match_id, by=by, at=now(), reason=reason)
    return redirect("notices" if is_htmx(request) else "lobby")  # declined in the menu of the bell


@require_POST
def challenge_links(request: HttpRequest, match_id: int) -> HttpResponse:
    """Create or revoke the link to a seat of the user's own challenge."""
    action = invitations.revoke_link if request.POST.get("do") == "revoke" else invitations.create_link
    with errors_as_messages(request, even_missing=True):
        action(match_id=match_id, by=get_player(request).pk, seat=_parse_seat(request), at=now())
    return redirect("match", match_id)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the challenge of a link; on POST take its seat, as a guest if the visitor has no account."""
    try:
        if request.method == "POST":
            # Check first, so that an invalid link creates no guest.
            invitations.check_link(token, request.user.pk, at=now())
            player, nonce = ensure_player(request).pk, request.POST.get("nonce", "")
            return _redirect(invitations.accept_invitation(token=token, player_id=player, at=now(), nonce=nonce))
        link = invitations.get_invitation(token, now())
    except ActionError as error:
        status = 404 if error.code == "not-found" else 409
        return render(request, "league/lobby/invitation.html", {"refusal": error}, status=status)
    match = load_listed([link.match_id])[link.match_id]
    context = {"link": link, "match": match, "seat": match.seats[link.seat], "offered": lobby_match(match, request.user.pk)}
    return render(request, "league/lobby/invitation.html", context, status=410 if link.over else 200)


@require_GET
def match_extras_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """Render the panel beside a match; without htmx a full page."""
    template = "league/lobby/_match_extras.html" if is_htmx(request) else "league/lobby/match_extras.html"
    base_url = request.build_absolute_uri("/")[:-1]
    context = {"company": get_match_extras(match_id, request.user.pk, now()), "base": base_url, "match_id": match_id}
    return render(request, template, context | {"is_beside_board": is_htmx(request)})


@require_POST
def rematch(request: HttpRequest, match_id: int) -> HttpResponse:
    """Offer or accept a rematch."""
    nonce, origin = request.POST.get("nonce", ""), get_origin(request.META)
    with errors_as_messages(request, even_missing=True):
        by = get_player(request).pk
        return _redirect(rematches.request_rematch(match_id=match_id, by=by, at=now(), nonce=nonce, origin=origin))
    return redirect("match", match_id)


@require_POST
def quick_play(request: HttpRequest) -> HttpResponse:
    """Start a match against bots; with `learn`, a lesson."""
    with errors_as_messages(request, even_missing=True):
        chosen = find_game(request.POST.get("game", ""))
        if chosen is None:
            raise ActionError("unknown-game", _("Game not found."), "game")
        form = QuickPlayForm(chosen, request.POST)
        if not form.is_valid():
            raise ActionError("bad-choice", _(INVALID_CHOICES[next(iter(form.errors))]))
        data, learn = form.cleaned_data, request.POST.get("learn") == "1"
        match_id = challenges.quick_play(
            player_id=ensure_player(request).pk, game=chosen.key, kind=data["bot"], side=data["side"], learn=learn,
            seats=data.get("seats") or chosen.counts[0], control=PRESETS[data["time"] or "standard"], at=now(),
            origin=get_origin(request.META),
        )  # fmt: skip
        return redirect("match", match_id)
    return redirect("home")


def get_player(request: HttpRequest) -> Player:
    """Return the signed-in player. Raises ActionError("sign-in-needed") for a visitor."""
    person = find_viewer(request)
    if person is None:
        raise ActionError("sign-in-needed", _("Sign in first."))
    return person


def get_queue_context(request: HttpRequest) -> dict[str, Any]:
    """Return quick pairing as the lobby shows it: the player's wait, or the queues."""
    at = now()
    wait = find_wait(request.user.pk, at)
    return {"wait": wait} if wait else {"queues": list_queues(at), "queue_speeds": list_speeds()}


def _parse_seat(request: HttpRequest) -> int:
    seat = request.POST.get("seat", "")
    if not (seat.isdecimal() and len(seat) < 3):
        raise ActionError("bad-seat", _("Seat not found."), "seat")
    return int(seat)


def _redirect(match_id: int) -> HttpResponse:
    """Redirect to the match, or to the draw of Gamers before it."""
    extras = get_match_extras(match_id, None, now())
    return redirect("match", match_id) if extras.draft_id is None else redirect("draft", extras.draft_id)


def _render(request: HttpRequest, form: ChallengeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "games": list_games(), "quick": QuickPlayForm(form.game), **_list_context(request)}
    return render(request, "league/lobby/lobby.html", context, status=status)


def _list_context(request: HttpRequest) -> dict[str, object]:
    viewer_id = request.user.pk
    followed = list_followed_matches(viewer_id, now())
    return {"lobby": get_lobby(viewer_id), "followed": followed, **get_queue_context(request)}
