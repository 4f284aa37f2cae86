"""Pages of a season's settings, shown to all and edited by organisers."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import translate as _
from league.forms import errors_as_404, errors_as_messages, errors_on_form, parse_page_params, parse_row_number
from league.leagues.models import Season
from league.leagues.serializers import WhySerializer
from league.pagination import paginate
from league.season_pages.forms import SettingsForm, WindowForm
from league.season_pages.serializers import CarrySerializer, PhaseSerializer
from league.seasons.actions.pool import drop_gamer, fill_pool, set_salaries
from league.seasons.actions.season_rollover import roll_over
from league.seasons.actions.settings import add_window, change_phase, edit_settings, enable_franchises, remove_window
from league.seasons.api import Action, SerializerClass
from league.seasons.models import Phase, SeasonSettings
from league.seasons.queries.market import list_pool
from league.seasons.queries.settings import get_settings_page, get_terms, list_sources
from league.seasons.views import get_header, require_organiser
from matches.api.pagination import PageParams
from matches.api.validation import validate_input
from matches.server_time import now

PAGE_SIZE = 100


@require_GET
def settings_detail(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show all settings; for a season without franchises, how an organiser enables them."""
    return _render_settings(request, slug, season_id, WindowForm())


def _render_settings(request: HttpRequest, slug: str, season_id: int, form: WindowForm) -> HttpResponse:
    head = get_header(request, slug, season_id)
    if not head.franchised:
        sources = list_sources(Season.objects.get(pk=season_id), None) if head.may_edit else []
        return render(request, "league/seasons/unopened.html", {"head": head, "sources": sources})
    context = {"head": head, "page": get_settings_page(get_terms(season_id), now()), "form": form}
    return render(request, "league/seasons/terms.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@login_required
@errors_as_404()
def settings_edit(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the settings form."""
    head, player = require_organiser(request, slug, season_id)
    form = SettingsForm(request.POST or None, get_terms(season_id))
    if form.is_valid():
        why = form.cleaned_data["why"]
        with errors_on_form(form):
            edit_settings(season_id=season_id, by=player.pk, data=form.to_data(), why=why, at=now())
            messages.success(request, _("Saved."))
            return redirect("season-terms", slug, season_id)
    return render(request, "league/seasons/edit.html", {"head": head, "form": form}, status=422 if form.errors else 200)


def _make_action_view(action: Action, serializer: SerializerClass = WhySerializer) -> Callable[..., HttpResponse]:
    """Return the view of a button on the settings page: run the action and redirect."""

    @require_POST
    @login_required
    def view(request: HttpRequest, slug: str, season_id: int, **parts: int) -> HttpResponse:
        _, player = require_organiser(request, slug, season_id)
        with errors_as_messages(request):
            action(season_id=season_id, by=player.pk, at=now(), **parts, **validate_input(serializer, request.POST))
        return redirect("season-terms", slug, season_id)

    return view


franchises_enable = _make_action_view(enable_franchises)
phase_change = _make_action_view(change_phase, PhaseSerializer)
season_rollover = _make_action_view(roll_over, CarrySerializer)
window_remove = _make_action_view(remove_window)


@require_POST
@login_required
def window_create(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Process the form of a new window."""
    _unused, player = require_organiser(request, slug, season_id)
    form = WindowForm(request.POST)
    if form.is_valid():
        with errors_on_form(form):
            add_window(season_id=season_id, by=player.pk, at=now(), **form.cleaned_data)
            messages.success(request, _("Window added."))
            return redirect("season-terms", slug, season_id)
    return _render_settings(request, slug, season_id, form)


@require_http_methods(["GET", "POST"])
@login_required
def pool_edit(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the pool; in set-up an organiser adds and removes Gamers and changes salaries."""
    head, player = require_organiser(request, slug, season_id)
    if not SeasonSettings.objects.filter(pk=season_id).exists():
        raise Http404(_("This season is played without franchises."))
    if request.method == "POST":
        if not head.may_edit:
            raise PermissionDenied
        with errors_as_messages(request):
            _update_pool(request, season_id, player.pk)
        return redirect(f"{request.path}?page={request.GET.get('page') or 1}")
    number = parse_page_params(request, PageParams)["page"]
    lines, paging = paginate(list_pool(season_id), number, PAGE_SIZE)
    context = {"head": head, "lines": lines, "paging": paging, "setup": head.phase == Phase.SETUP}
    return render(request, "league/seasons/pool.html", context)


def _update_pool(request: HttpRequest, season_id: int, by: int) -> None:
    data = request.POST
    if "drop" in data:
        drop_gamer(season_id=season_id, by=by, gamer=parse_row_number(data["drop"], "gamer_id"), at=now())
    elif "fill" in data:
        new_count = fill_pool(season_id=season_id, by=by, default="default" in data, own="own" in data, at=now())
        messages.success(request, _("Gamers added: {new}.", new=new_count))
    else:
        salaries = {
            parse_row_number(name.removeprefix("salary-"), "gamer_id"): parse_row_number(str(value), "salary")
            for name, value in data.items()
            if name.startswith("salary-")
        }
        changed_count = set_salaries(season_id=season_id, by=by, salaries=salaries, why=data.get("why", ""), at=now())
        messages.success(request, _("Salaries changed: {changed}.", changed=changed_count))
