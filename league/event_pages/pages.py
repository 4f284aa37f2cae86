"""The public pages of an event: each tab has its own URL and is rendered whole or as a fragment."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from engines import registry
from engines.i18n import translate as _
from league.event_console.views import parse_number
from league.event_files.views import get_public_event_or_404
from league.event_pages.queries.boards import build_crosstable, build_overview, build_round_page, list_bracket_rounds
from league.event_pages.queries.bracket_data import find_bracket_stage, list_podium
from league.event_pages.queries.continuous_panels import build_panels
from league.event_pages.queries.event import build_entrants_page
from league.event_pages.queries.explanations import explain_figure, explain_round
from league.event_pages.queries.header import build_header
from league.event_pages.queries.round_sheets import SHEETS, build_round_sheets
from league.event_pages.queries.standings import build_overall_page, build_standings_page
from league.event_pages.queries.viewer_event import ViewerEvent, get_viewer_event
from league.events.models import EventStatus, SeriesMatch
from league.events.queries import build_card
from league.forms import errors_as_404
from league.htmx import is_htmx
from league.people.sessions import find_viewer
from league.result_reports.queries import find_panel
from league.standings.forecast import get_forecast
from league.standings.result_sources import count_sources
from league.standings.standings_calculation import OVERALL
from league.throttling import build_throttled_response
from matches.page_cache import render_fragment
from matches.rate_limits import consume
from matches.server_time import now

FRAME_TEMPLATE = "league/events/event.html"
LIVE_TEMPLATE = "league/events/_live.html"


def _for_viewer(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Pass the event as its viewer sees it; respond 404 for what the page does not find."""

    @require_GET
    @wraps(page)
    @errors_as_404()
    def shown(request: HttpRequest, event_id: int, **params: object) -> HttpResponse:
        return page(request, get_viewer_event(event_id, find_viewer(request)), **params)

    return shown


def _tab(tab: str, name: str = "", fragment: str = "") -> Callable[[Callable[..., dict[str, Any]]], Any]:
    """Make a tab of the event from a function's context, shown by template `name` or the tab's own.

    htmx requests get only the part that changes; with `fragment`, only that template.
    """

    def decorate(load: Callable[..., dict[str, Any]]) -> Callable[..., HttpResponse]:
        @_for_viewer
        @wraps(load)
        def page(request: HttpRequest, view: ViewerEvent, **params: object) -> HttpResponse:
            load_page = partial(load, request, view, **params)
            is_fragment = is_htmx(request)
            if is_fragment and fragment:
                response = render(request, fragment, load_page())
            else:
                context = _build_tab_context(request, view, tab, f"league/events/_{name or tab}.html", load_page)
                response = render(request, LIVE_TEMPLATE if is_fragment else FRAME_TEMPLATE, context)
            patch_vary_headers(response, ["HX-Request"])
            return response

        return page

    return decorate


def _build_tab_context(
    request: HttpRequest, view: ViewerEvent, tab: str, template: str, load: Callable[[], dict[str, Any]]
) -> dict[str, Any]:  # fmt: skip
    """Return the context of a tab's frame. Viewers who neither take part nor enter results share the cached inner part."""
    is_continuous = any(stage.traits.continuous for stage in view.event.stages.all())
    is_shared = view.own is None and not view.manages and not is_continuous and not view.may_score
    page = {} if is_shared else load()  # before the header, which fetches the people of both
    head = build_header(view, now())
    base: dict[str, Any] = {"head": head, "tab": tab}
    if is_shared:
        part = render_fragment(
            template, (request.get_full_path(), head["told"] and head["told"].policy), lambda: {**base, **load()},
            topics=[f"event.{view.event.pk}", f"season.{view.event.season_id}"],
        )  # fmt: skip
    else:
        part = mark_safe(render_to_string(template, {**base, **page}, request))  # noqa: S308
    return {**base, "part": part}


@_tab("overview")
def event_overview(request: HttpRequest, view: ViewerEvent) -> dict[str, Any]:
    """Show the overview."""
    return {**build_panels(view, now()), "page": build_overview(view), "may_simulate": view.may_simulate}


@login_required
@_for_viewer
def simulation(request: HttpRequest, view: ViewerEvent) -> HttpResponse:
    """Show the simulation of the event to its organiser and entrants."""
    if not view.may_simulate:
        raise PermissionDenied
    status = consume([("simulations", str(view.reader and view.reader.pk))])
    if status is not None and status.is_exceeded:
        return build_throttled_response(status)
    context = {"page": get_forecast(view.event.pk), "card": build_card(view.event)}
    return render(request, "league/events/forecast.html", context)


@_tab("standings")
def standings(request: HttpRequest, view: ViewerEvent) -> dict[str, Any]:
    """Show the standings of a stage or of the whole event."""
    number, page = parse_number(request, "stage"), parse_number(request, "page") or 1
    is_over = view.event.status in (EventStatus.FINISHED, EventStatus.ARCHIVED)
    if len(view.begun) > 1 and (number == OVERALL or (number is None and is_over)):
        return {"page": build_overall_page(view, page)}
    rows = view.stage(number)
    if rows is None:
        raise Http404(_("No standings yet."))
    return {"page": build_standings_page(view, rows, page)}


@_tab("standings", "figure", fragment="league/events/_figure.html")
def tie_break_figure(request: HttpRequest, view: ViewerEvent, entrant_id: int, key: str) -> dict[str, Any]:
    """Show the derivation of a tie-break figure."""
    return {"page": explain_figure(view, entrant_id, key)}


@_tab("bracket")
def bracket(request: HttpRequest, view: ViewerEvent) -> dict[str, Any]:
    """Show the bracket of an elimination stage."""
    rows = find_bracket_stage(view, parse_number(request, "stage"))
    if rows is None:
        raise Http404(_("This event has no bracket yet."))
    return {
        "stage": rows.stage.number, "listed": list_bracket_rounds(view, rows), "podium": list_podium(view, rows),
        "sources": count_sources(rows),
    }  # fmt: skip


@_tab("cross")
def crosstable(request: HttpRequest, view: ViewerEvent) -> dict[str, Any]:
    """Show the crosstable."""
    rows = next((stage_rows for stage_rows in view.stages if stage_rows.stage.traits.crosstable), None)
    if rows is None:
        raise Http404(_("This event has no crosstable."))
    return {"cross": build_crosstable(view, rows), "sources": count_sources(rows)}


@_tab("rounds")
def rounds(request: HttpRequest, view: ViewerEvent, number: int | None = None) -> dict[str, Any]:
    """Show one round, by default the current one."""
    page = build_round_page(view, number, parse_number(request, "page") or 1)
    return {"page": page, "shown": page["shown"]}


@require_GET
def print_view(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show all standings and published rounds for printing, with a page break before each round."""
    event = get_public_event_or_404(event_id, find_viewer(request))
    return render(request, "league/events/paper.html", {"event": event, "at": now()})


@require_GET
@errors_as_404()
def round_sheet(request: HttpRequest, event_id: int, number: int, sheet: str) -> HttpResponse:
    """Show a sheet of a published round for printing: pairings by board, players from A to Z, or result slips."""
    if sheet not in SHEETS:
        raise Http404(_("Page not found."))
    event = get_public_event_or_404(event_id, find_viewer(request))
    context = {
        "event": event, "sheet": sheet, "title": _(SHEETS[sheet]), "sheets": [(key, _(name)) for key, name in SHEETS.items()],
        "page": build_round_sheets(event, number), "draws": registry.get_or_missing(event.card.game).draws,
    }  # fmt: skip
    return render(request, "league/events/sheets.html", context)


@_for_viewer
def round_boards(request: HttpRequest, view: ViewerEvent, number: int) -> HttpResponse:
    """Show only the boards of a round, for lists expanded on the page."""
    page = build_round_page(view, number, parse_number(request, "page") or 1)
    context = {"page": page, "shown": page["shown"], "event_id": view.event.pk}
    return render(request, "league/events/_boards_page.html", context)


@_tab("rounds", "why", fragment="league/events/_why_answer.html")
def pairing_explanation(request: HttpRequest, view: ViewerEvent, number: int) -> dict[str, Any]:
    """Show why a Swiss round is paired as it is."""
    return {"page": explain_round(view, number, parse_number(request, "one"), parse_number(request, "other"))}


@_tab("entrants")
def entrants(request: HttpRequest, view: ViewerEvent) -> dict[str, Any]:
    """Show the entrants, optionally only those that match a search."""
    query = request.GET.get("q", "").replace("\x00", "").strip()[:40]
    return {"page": build_entrants_page(view, parse_number(request, "page") or 1, query)}


@require_GET
@never_cache
def match_pairing(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the event, round and score of a reported match, and the panel to report it; empty without an event."""
    row = SeriesMatch.objects.select_related("pairing__round__event").filter(match=match_id).first()
    pairing = row and row.pairing
    sides = pairing.sides.select_related("entrant__player").order_by("number") if pairing and pairing.score else ()
    panel = find_panel(pairing.pk, find_viewer(request)) if pairing else None
    return render(request, "league/events/_match_pairing.html", {"pairing": pairing, "sides": sides, "panel": panel})
