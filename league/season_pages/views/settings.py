"""Pages of a season's settings, shown to all and edited by organisers."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import say
from league.forms import page_params, refusals_as_404, refusals_as_messages, refusals_on, row_number
from league.leagues.models import Season
from league.leagues.serializers import WhySerializer
from league.paging import cut
from league.season_pages.forms import TermsForm, WindowForm
from league.season_pages.serializers import CarrySerializer, PhaseSerializer
from league.seasons.actions.pool import drop_gamer, fill_pool, set_salaries
from league.seasons.actions.season_rollover import carry_over
from league.seasons.actions.terms import add_window, edit_terms, go_to, open_season, remove_window
from league.seasons.api import Act, Input
from league.seasons.models import Phase, SeasonTerms
from league.seasons.queries.market import pool_lines
from league.seasons.queries.settings import get_terms, settings_page, sources_for
from league.seasons.views import head_of, organised_head
from matches.api.paging import PageParams
from matches.api.validation import validated
from matches.moment import now

PAGE = 100


@require_GET
def terms(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show all settings; for a season without franchises, how an organiser enables them."""
    return _terms(request, slug, season_id, WindowForm())


def _terms(request: HttpRequest, slug: str, season_id: int, form: WindowForm) -> HttpResponse:
    head = head_of(request, slug, season_id)
    if not head.franchised:
        sources = sources_for(Season.objects.get(pk=season_id), None) if head.may_edit else []
        return render(request, "league/seasons/unopened.html", {"head": head, "sources": sources})
    context = {"head": head, "page": settings_page(get_terms(season_id), now()), "form": form}
    return render(request, "league/seasons/terms.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
@refusals_as_404()
def edit(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the settings form."""
    head, person = organised_head(request, slug, season_id)
    form = TermsForm(request.POST or None, get_terms(season_id))
    if form.is_valid():
        why = form.cleaned_data["why"]
        with refusals_on(form):
            edit_terms(season_id=season_id, by=person.pk, given=form.given(), why=why, at=now())
            messages.success(request, say("Saved."))
            return redirect("season-terms", slug, season_id)
    return render(request, "league/seasons/edit.html", {"head": head, "form": form}, status=422 if form.errors else 200)


def _organiser_button(act: Act, serializer: Input = WhySerializer) -> Callable[..., HttpResponse]:
    """Return the view of a button on the settings page: run the action and redirect."""

    @require_POST
    @login_required
    def view(request: HttpRequest, slug: str, season_id: int, **parts: int) -> HttpResponse:
        _, person = organised_head(request, slug, season_id)
        with refusals_as_messages(request):
            act(season_id=season_id, by=person.pk, at=now(), **parts, **validated(serializer, request.POST))
        return redirect("season-terms", slug, season_id)

    return view


open_ = _organiser_button(open_season)
phase = _organiser_button(go_to, PhaseSerializer)
carry = _organiser_button(carry_over, CarrySerializer)
drop_window = _organiser_button(remove_window)


@require_POST
@login_required
def new_window(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Process the form of a new window."""
    _, person = organised_head(request, slug, season_id)
    form = WindowForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            add_window(season_id=season_id, by=person.pk, at=now(), **form.cleaned_data)
            messages.success(request, say("Window added."))
            return redirect("season-terms", slug, season_id)
    return _terms(request, slug, season_id, form)


@require_http_methods(["GET", "POST"])
@login_required
def pool(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the pool; in set-up an organiser adds and removes Gamers and changes salaries."""
    head, person = organised_head(request, slug, season_id)
    if not SeasonTerms.objects.filter(pk=season_id).exists():
        raise Http404(say("This season is played without franchises."))
    if request.method == "POST":
        if not head.may_edit:
            raise PermissionDenied
        with refusals_as_messages(request):
            _change_pool(request, season_id, person.pk)
        return redirect(f"{request.path}?page={request.GET.get('page') or 1}")
    number = page_params(request, PageParams)["page"]
    lines, paging = cut(pool_lines(season_id), number, PAGE)
    context = {"head": head, "lines": lines, "paging": paging, "setup": head.phase == Phase.SETUP}
    return render(request, "league/seasons/pool.html", context)


def _change_pool(request: HttpRequest, season_id: int, by: int) -> None:
    given = request.POST
    if "drop" in given:
        drop_gamer(season_id=season_id, by=by, gamer=row_number(given["drop"], "gamer_id"), at=now())
    elif "fill" in given:
        new = fill_pool(season_id=season_id, by=by, default="default" in given, own="own" in given, at=now())
        messages.success(request, say("Gamers added: {new}.", new=new))
    else:
        salaries = {
            row_number(name.removeprefix("salary-"), "gamer_id"): row_number(str(value), "salary")
            for name, value in given.items()
            if name.startswith("salary-")
        }
        changed = set_salaries(season_id=season_id, by=by, salaries=salaries, why=given.get("why", ""), at=now())
        messages.success(request, say("Salaries changed: {changed}.", changed=changed))
