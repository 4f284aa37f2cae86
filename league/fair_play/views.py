"""Pages of fair play, for the site's staff."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from league.desk.forms import RevealForm
from league.fair_play.actions import look_into
from league.fair_play.queries import can_look, list_figures
from league.forms import errors_as_http
from league.leagues.views import current_player
from matches.server_time import now


@require_GET
@login_required
@never_cache
def figures_page(request: HttpRequest) -> HttpResponse:
    """Show the figures that stand out."""
    person = current_player(request)
    if not can_look(person.pk):
        raise PermissionDenied
    context = {"figures": list_figures(person.pk, now()), "form": RevealForm(kind="look")}
    return render(request, "league/fair_play/figures.html", context)


@require_POST
@login_required
@never_cache
def evidence_page(request: HttpRequest, player_id: int, game: str) -> HttpResponse:
    """Show a player's matches as the response of the POST request, so that they have no URL to revisit."""
    person = current_player(request)
    if not can_look(person.pk):
        raise PermissionDenied
    form = RevealForm(request.POST, kind="look")
    if form.is_valid():
        why = form.cleaned_data["why"]
        with errors_as_http():
            evidence = look_into(player_id=player_id, game=game, by=person.pk, why=why, at=now())
            return render(request, "league/fair_play/evidence.html", {"evidence": evidence})
    context = {"figures": list_figures(person.pk, now()), "form": form, "open": (player_id, game)}
    return render(request, "league/fair_play/figures.html", context, status=422)
