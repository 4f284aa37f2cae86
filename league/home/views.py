"""The home page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from league.games import games
from league.home.queries import home, own
from league.lobby.forms import QuickPlayForm
from league.notifications.inbox import bell_of
from league.people.sessions import reader
from matches.moment import now
from matches.page_cache import cached_fragment


@require_GET
def home_page(request: HttpRequest) -> HttpResponse:
    """Show the home page."""
    known = games()
    cards = cached_fragment(
        "league/home/_games.html", (), lambda: {"forms": [QuickPlayForm(one) for one in known]}, topics=[]
    )
    person = reader(request)
    mine = own(person, now())
    context = {"games": known, "cards": cards, "now": _now(), "own": mine}
    if person:
        context["bell"] = bell_of(person, mine["unread"])
    return render(request, "league/home/home.html", context)


@require_GET
def home_fragment(request: HttpRequest) -> HttpResponse:
    """Show the live part of the home page, for htmx."""
    return render(request, "league/home/_live.html", {"now": _now(), "own": own(reader(request), now())})


def _now() -> SafeString:
    """Return the current activity on the site, cached for all viewers."""
    return cached_fragment("league/home/_now.html", (), lambda: {"home": home()}, topics=["home", "lobby"])
