"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from league.games import games
from league.home.own import own
from league.home.queries import home
from league.lobby.forms import QuickPlayForm
from league.notifications.unread_badge import bell_with
from league.people.sessions import reader
from league.sharing.pieces import piece
from matches.moment import now


@require_GET
def home_page(request: HttpRequest) -> HttpResponse:
    cards = piece(
        request, "league/home/_games.html", lambda: {"forms": [QuickPlayForm(one) for one in games()]},
        key=(), topics=(), age_s=60.0,
    )  # fmt: skip
    person = reader(request)
    mine = own(person, now())
    context = {"games": cards, "now": _now(request), "own": mine}
    if person:
        context["bell"] = bell_with(person.pk, mine.unread)
    return render(request, "league/home/home.html", context)


@require_GET
def home_fragment(request: HttpRequest) -> HttpResponse:
    return render(request, "league/home/_live.html", {"now": _now(request), "own": own(reader(request), now())})


def _now(request: HttpRequest) -> SafeString:
    """What goes on on the site, the same for everybody."""
    return piece(request, "league/home/_now.html", lambda: {"home": home()}, key=(), topics=("home", "lobby"))
