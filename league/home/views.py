"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from league.games import games
from league.home.own import own
from league.home.queries import home
from league.lobby.forms import QuickPlayForm
from league.people.sessions import reader
from matches.moment import now


@require_GET
def home_page(request: HttpRequest) -> HttpResponse:
    forms = [QuickPlayForm(one) for one in games()]
    return render(
        request, "league/home/home.html", {"home": home(), "own": own(reader(request), now()), "forms": forms}
    )


@require_GET
def home_fragment(request: HttpRequest) -> HttpResponse:
    return render(request, "league/home/_now.html", {"home": home(), "own": own(reader(request), now())})
