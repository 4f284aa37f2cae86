"""Pages of the lobby, quick play and lessons."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import marked, say, told
from league.forms import add_refusal, refusals_as_messages, show_refusal
from league.games import game, games
from league.lobby import challenges, invitations, rematches
from league.lobby.forms import ChallengeForm, QuickPlayForm, challenge_form
from league.lobby.queries import company, lobby, offered
from league.people.models import Player
from league.people.sessions import ensure_player, reader
from league.quotas import origin_of
from matches.moment import now
from matches.queries.listing import listed
from matches.refusals import Refused

NO_SUCH = {
    "bot": marked("Bot not found."),
    "seats": marked("Table not found."),
    "side": marked("Side not found."),
}


@require_GET
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Show the lobby with the challenge form."""
    form = challenge_form(request.GET, bound=False)
    if form is None:
        return redirect("lobby")
    return _page(request, form)


@require_GET
def lobby_fragment(request: HttpRequest) -> HttpResponse:
    """Render the lists of challenges, for polling."""
    return render(request, "league/lobby/_lists.html", {"lobby": lobby(request.user.pk)})


@require_POST
def new_challenge(request: HttpRequest) -> HttpResponse:
    """Create a challenge from the form, by a guest if the visitor has no account."""
    form = challenge_form(request.POST, bound=True)
    if form is None:
        show_refusal(request, Refused("bad-table", say("Game not found, or not available for this number of players.")))
        return redirect("lobby")
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        person = ensure_player(request)
        match_id = challenges.challenge(by=person.pk, offer=form.offer(), at=now(), origin=origin_of(request.META))
    except Refused as refusal:
        add_refusal(form, refusal)
        return _page(request, form, status=422)
    return redirect("match", match_id)


@require_POST
def accept_challenge(request: HttpRequest, match_id: int) -> HttpResponse:
    """Take a seat of a challenge, as a guest if the visitor has no account."""
    with refusals_as_messages(request, even_missing=True):
        seat = _seat(request) if request.POST.get("seat") else None
        person, nonce = ensure_player(request), request.POST.get("nonce", "")
        challenges.accept(match_id=match_id, player_id=person.pk, at=now(), seat=seat, nonce=nonce)
        return _to_match(match_id)
    return redirect("lobby")


@require_POST
def cancel_challenge(request: HttpRequest, match_id: int) -> HttpResponse:
    """Cancel or decline a challenge."""
    with refusals_as_messages(request, even_missing=True):
        challenges.withdraw(match_id=match_id, by=_person(request).pk, at=now())
    return redirect("lobby")


@require_POST
def challenge_links(request: HttpRequest, match_id: int) -> HttpResponse:
    """Create or revoke the link to a seat of the user's own challenge."""
    act = invitations.revoke_link if request.POST.get("do") == "revoke" else invitations.make_link
    with refusals_as_messages(request, even_missing=True):
        act(match_id=match_id, by=_person(request).pk, seat=_seat(request), at=now())
    return redirect("match", match_id)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the challenge of a link; on POST take its seat, as a guest if the visitor has no account."""
    try:
        if request.method == "POST":
            # Check first, so that an invalid link creates no guest.
            invitations.check_link(token, request.user.pk, at=now())
            player, nonce = ensure_player(request).pk, request.POST.get("nonce", "")
            return _to_match(invitations.use_link(token=token, player_id=player, at=now(), nonce=nonce))
        link = invitations.read_link(token, now())
    except Refused as refusal:
        status = 404 if refusal.code == "not-found" else 409
        return render(request, "league/lobby/invitation.html", {"refusal": refusal}, status=status)
    match = listed([link.match_id])[link.match_id]
    context = {"link": link, "match": match, "seat": match.seats[link.seat], "offered": offered(match, request.user.pk)}
    return render(request, "league/lobby/invitation.html", context, status=410 if link.over else 200)


@require_GET
def company_fragment(request: HttpRequest, match_id: int) -> HttpResponse:
    """Render the panel beside a match; without htmx a full page."""
    part = request.headers.get("HX-Request") == "true"
    template = "league/lobby/_match_extras.html" if part else "league/lobby/match_extras.html"
    base = request.build_absolute_uri("/")[:-1]
    context = {"company": company(match_id, request.user.pk, now()), "base": base, "match_id": match_id}
    return render(request, template, context)


@require_POST
def ask_rematch(request: HttpRequest, match_id: int) -> HttpResponse:
    """Offer or accept a rematch."""
    nonce, origin = request.POST.get("nonce", ""), origin_of(request.META)
    with refusals_as_messages(request, even_missing=True):
        by = _person(request).pk
        return _to_match(rematches.rematch(match_id=match_id, by=by, at=now(), nonce=nonce, origin=origin))
    return redirect("match", match_id)


@require_POST
def quick_play(request: HttpRequest) -> HttpResponse:
    """Start a match against bots; with `learn`, a lesson."""
    with refusals_as_messages(request, even_missing=True):
        found = game(request.POST.get("game", ""))
        if found is None:
            raise Refused("unknown-game", say("Game not found."), "game")
        form = QuickPlayForm(found, request.POST)
        if not form.is_valid():
            raise Refused("bad-choice", told(NO_SUCH[next(iter(form.errors))]))
        data, learn = form.cleaned_data, request.POST.get("learn") == "1"
        match_id = challenges.quick_play(
            player_id=ensure_player(request).pk, game=found.key, kind=data["bot"], side=data["side"], learn=learn,
            seats=data.get("seats") or found.counts[0], at=now(), origin=origin_of(request.META),
        )  # fmt: skip
        return redirect("match", match_id)
    return redirect("home")


def _person(request: HttpRequest) -> Player:
    person = reader(request)
    if person is None:
        raise Refused("sign-in-needed", say("Sign in first."))
    return person


def _seat(request: HttpRequest) -> int:
    seat = request.POST.get("seat", "")
    if not (seat.isdecimal() and len(seat) < 3):
        raise Refused("bad-seat", say("Seat not found."), "seat")
    return int(seat)


def _to_match(match_id: int) -> HttpResponse:
    """Redirect to the match, or to the draw of Gamers before it."""
    shown = company(match_id, None, now())
    return redirect("match", match_id) if shown.draft_id is None else redirect("draft", shown.draft_id)


def _page(request: HttpRequest, form: ChallengeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "games": games(), "lobby": lobby(request.user.pk), "quick": QuickPlayForm(form.game)}
    return render(request, "league/lobby/lobby.html", context, status=status)
