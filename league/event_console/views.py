"""Pages of the console, and the endpoint of its buttons and short forms."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial, wraps
from io import BytesIO
from typing import TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_POST

from engines.i18n import mark, mark_in, translate as _, translate_in, translate_n
from league.claims.queries import list_unclaimed_places
from league.event_console.grid import build_grid, parse_grid_rows
from league.event_console.organiser_actions import ACTIONS, CREATING_ACTIONS, get_permission, run_action
from league.event_console.override_preview import list_pairing_matches, preview_from_query
from league.event_console.queries import Console, build_console, build_times
from league.events.models import Event, Pairing
from league.events.queries import MANAGE, RULE, SCORE, can_manage, get_managed_event, get_visible_event
from league.events.rulings import ENTERED, FORFEITED
from league.formats.rating_list import KINDS
from league.formats.registry import get_traits
from league.forms import errors_as_http, errors_as_messages, parse_row_number
from league.leagues.queries.roles import get_rights
from league.pairings.queries.draft_states import find_draft_states
from league.pairings.queries.rounds import build_game, build_pairing
from league.people.models import Player
from league.people.sessions import find_viewer
from league.quotas import within_quota
from league.registration.actions import entrant_import
from league.registration.actions.entrant_import import MAX_BYTES, decode_upload, preview_import
from league.registration.actions.rating_lists import fill_from_rating_list
from league.registration.actions.seeding import set_seed_order
from league.result_reports.queries import list_disputes
from league.results.actions.result_entry import BadResults
from league.results.actions.trf_import import MAX_REPORT_LENGTH, decode_report
from league.standings.history import iter_pairings
from league.standings.tables import load_event_stage_rows
from matches.errors import ActionError
from matches.server_time import now

View = Callable[..., HttpResponseBase]
T = TypeVar("T")


def staff_only(view: View, find_permission: Callable[..., str]) -> View:
    """Pass the event (with counts) and the staff member to the view; others get the sign-in page, 403 or 404.

    `find_permission` takes the other arguments of the address and returns the permission of staff who don't manage it.
    """

    @wraps(view)
    def guarded(request: HttpRequest, event_id: int, **rest: object) -> HttpResponseBase:
        player = find_viewer(request)
        with errors_as_http():
            if player is None:
                get_visible_event(Event.objects.filter(pk=event_id), None)
                next_query = f"?next={request.path}" if request.method == "GET" else ""
                return redirect(f"{reverse('sign-in')}{next_query}")
            event, player = get_managed_event(event_id, player, find_permission(**rest))
        return view(request, event, player, **rest)

    return guarded


def organisers_only(view: View) -> View:
    """Pass the event and its manager to the view."""
    return staff_only(view, lambda **_rest: MANAGE)


def scorers_only(view: View) -> View:
    """Pass the event and a member of the staff who may enter its results to the view."""
    return staff_only(view, lambda **_rest: SCORE)


def referees_only(view: View) -> View:
    """Pass the event and a referee of it to the view."""
    return staff_only(view, lambda **_rest: RULE)


PAGES = {
    "overview": mark("Overview"),
    "settings": mark("Settings"),
    "entrants": mark("Entrants"),
    "seeding": mark("Seeding"),
    "rounds": mark("Rounds"),
    "times": mark("Match times"),
    "results": mark("Results"),
    "log": mark("Activity log"),
}
MAX_NUMBER = 10**9
MAX_NAMED = 50
SWAP_FIELDS = (("one_id", mark_in("two entrants", "Swap")), ("other_id", mark_in("two entrants", "with")))
PAIR_FIELDS = (("one_id", mark_in("two entrants", "Player")), ("other_id", mark_in("two entrants", "Opponent")))
PAGE_PERMISSIONS = {"results": SCORE}
"""The permission with which staff who don't manage an event may open a page of its console."""
SUBPAGES = ("entrants", "seeding", "rounds", "times", "results", "log")
LISTS_BY_PAGE = {"overview": ("notes",), "entrants": ("no_shows",), "results": ("rulings",), "log": ("notes",)}
"""The lists that each page needs."""


def _pages(event: Event, manages: bool) -> list[tuple[str, str]]:
    keys = [key for key in PAGES if manages or PAGE_PERMISSIONS.get(key)]
    return [(key, _(PAGES[key])) for key in keys if key != "times" or event.play_days]


def render_page(
    request: HttpRequest,
    event: Event,
    by: Player,
    page: str,
    status: int = 200,
    *,
    number: int | None = None,
    submitted: QueryDict | None = None,
    row_problems: Mapping[int, str] | None = None,
    **extra: object,
) -> HttpResponse:
    """Render a console page; on the results page, the grid of round `number` is filled in as `submitted`."""
    stages = load_event_stage_rows(event)
    data = limit_console(build_console(event, now(), ("rounds", *LISTS_BY_PAGE.get(page, ())), stages), event, by)
    block = data.block(number)
    context = {
        "desk": data,
        "page": page,
        "pages": _pages(event, can_manage(event, by)),
        "shown": block,
        "number": number,
        **extra,
    }
    if page == "results" and event.teams is not None:
        context["teams"] = {"boards_id": Event.objects.filter(boards_of=event).values_list("pk", flat=True).first()}
    if page == "entrants":
        context["unclaimed"] = list_unclaimed_places(event.pk, now())
    if page == "seeding" and len(data.entered) > 1:
        context["suggested_rounds"] = get_traits(data.formats[0]).suggest_rounds(len(data.entered))
    if page == "rounds":
        context["draft_states"] = find_draft_states(stages)
    if page == "times":
        context |= build_times(event, by, now())
    if page == "results":
        context["disputes"] = list_disputes(Event.objects.filter(pk=event.pk))
        context["grid"] = build_grid(data, block, submitted, row_problems or {}) if block else None
    return render(request, f"league/event_console/{page}.html", context, status=status)


@require_GET
@partial(staff_only, find_permission=lambda page="overview": PAGE_PERMISSIONS.get(page, MANAGE))
def console(request: HttpRequest, event: Event, by: Player, page: str = "overview") -> HttpResponse:
    """Show a page of the console."""
    swap_fields, exclusion_fields = (
        [(key, translate_in("two entrants", words)) for key, words in pair] for pair in (SWAP_FIELDS, PAIR_FIELDS)
    )
    return render_page(
        request, event, by, page, address=request.build_absolute_uri("/")[:-1],
        swap_fields=swap_fields, exclusion_fields=exclusion_fields,
        change=parse_number(request, "change"), number=parse_number(request, "round"),
        swapped=[parse_number(request, name) for name, _words in SWAP_FIELDS],
    )  # fmt: skip


@require_POST
@partial(staff_only, find_permission=get_permission)
def run_organiser_action(request: HttpRequest, event: Event, by: Player, key: str) -> HttpResponse:
    """Run an action and return to its page with a success or error message."""
    if key not in ACTIONS:
        raise Http404(_("Unknown action."))
    target_id: object = event.pk
    query = ""
    with errors_as_messages(request, even_missing=True):
        with within_quota("events", request.META) if key in CREATING_ACTIONS else nullcontext():
            result_id = run_action(key, event_id=event.pk, by=by.pk, data=request.POST, at=now())
        messages.success(request, _(ACTIONS[key].done))
        target_id = result_id if key in CREATING_ACTIONS else target_id
        return redirect(f"manage-{ACTIONS[key].back}", target_id)
    if key == "exchange":  # keep the choice, to correct or confirm it
        query = f"?{urlencode({name: request.POST.get(name, '') for name, _unused in SWAP_FIELDS})}"
    return redirect(f"{reverse(f'manage-{ACTIONS[key].back}', args=[event.pk])}{query}")


@require_POST
@scorers_only
def enter_results(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Save the results grid of a round, or a list of its results. If a row is invalid, redisplay all as filled in."""
    submitted, round_number, listed = request.POST, None, request.POST.get("rows", "")
    try:
        round_number = parse_row_number(submitted.get("number", ""), "number")
        if upload := request.FILES.get("file"):
            listed = decode_upload(upload.read(MAX_BYTES + 1))
        action, rows = ("list-results", {"rows": listed}) if listed or "list" in submitted else (
            "enter-results", {"results": parse_grid_rows(submitted)}
        )  # fmt: skip
        count = run_action(action, event_id=event.pk, by=by.pk, data={"number": round_number, **rows}, at=now())
    except ActionError as refusal:
        return render_page(
            request, event, by, "results", 422, number=round_number, submitted=submitted, listed=listed,
            row_problems=refusal.problems if isinstance(refusal, BadResults) else None, problems=refusal.text.split("\n"),
        )  # fmt: skip
    messages.success(request, translate_n("{n} result saved.", "{n} results saved.", int(str(count))))
    return redirect(f"{reverse('manage-results', args=[event.pk])}?round={round_number}")


@require_POST
@organisers_only
def save_seed_order(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Save the submitted order of the entrants, after applying a pressed move button."""
    direction, _unused, position = request.POST.get("move", "").partition(":")
    with errors_as_messages(request, even_missing=True):
        entrants = [parse_row_number(value, "entrant_ids") for value in request.POST.getlist("entrant_ids")]
        if direction in ("up", "down"):
            entrants = move_item(entrants, direction, parse_row_number(position, "move", minimum=0))
        set_seed_order(event_id=event.pk, by=by.pk, entrant_ids=entrants, at=now())
        messages.success(request, _(ACTIONS["seed-order"].done))
    return redirect("manage-seeding", event.pk)


@require_POST
@organisers_only
def preview_import_file(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Preview an entrant import or list its invalid lines, without saving."""
    upload, text = request.FILES.get("file"), request.POST.get("rows", "")
    try:
        if upload:
            text = entrant_import.decode_upload(upload.read(entrant_import.MAX_BYTES + 1))
        newcomers = preview_import(event_id=event.pk, by=by.pk, rows=entrant_import.parse_rows(text), at=now())
    except ActionError as refusal:
        problems = refusal.text.split("\n")
        return render_page(request, event, by, "entrants", status=422, problems=problems, rows=request.POST.get("rows", ""))
    return render_page(request, event, by, "entrants", newcomers=newcomers, rows=text)


@require_POST
@organisers_only
def import_report_file(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Import a tournament report or list its invalid lines."""
    upload = request.FILES.get("file")
    try:
        text = decode_report(upload.read(MAX_REPORT_LENGTH + 1)) if upload else ""
        run_action("import-report", event_id=event.pk, by=by.pk, data={"report": text}, at=now())
    except ActionError as refusal:
        return render_page(request, event, by, "entrants", status=422, problems=refusal.text.split("\n"))
    messages.success(request, _(ACTIONS["import-report"].done))
    return redirect("manage-entrants", event.pk)


@require_POST
@organisers_only
def fill_ratings(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Fill in the entrants from an uploaded rating list, and name those who aren't in it."""
    upload, kind = request.FILES.get("file"), request.POST.get("kind", KINDS[0])
    file = BytesIO(upload.read() if upload else b"")
    try:
        result = fill_from_rating_list(event_id=event.pk, by=by.pk, file=file, kind=kind, at=now())
    except ActionError as refusal:
        return render_page(request, event, by, "entrants", status=422, problems=refusal.text.split("\n"))
    messages.success(request, _(ACTIONS["fill-ratings"].done))
    if missing := result["missing"]:
        text = _("Not found in the list, or more than once: {names}.", names=", ".join(missing[:MAX_NAMED]))
        messages.info(request, text)
    return redirect("manage-entrants", event.pk)


@require_GET
@referees_only
def result_override(request: HttpRequest, event: Event, by: Player, pairing_id: int) -> HttpResponse:
    """Show a pairing's override page: once a result is chosen, its effects come before the reason."""
    stages = load_event_stage_rows(event)
    matching = ((rows, row) for rows in stages for row in iter_pairings(rows) if row.id == pairing_id and row.needed)
    if (known := next(matching, None)) is None:
        raise Http404(_("Pairing not found in this event."))
    rows, row = known
    data, series = limit_console(build_console(event, now(), (), stages), event, by), list_pairing_matches(pairing_id)
    people = {line.person.entrant_id: line.person for line in data.lines}
    pairing = build_pairing(row, people, [build_game(game) for game in series])
    entered = Pairing.objects.filter(pk=pairing_id, counted_at__isnull=False, reason__in=[ENTERED, FORFEITED])
    names = {entrant: person.name for entrant, person in people.items()}
    preview, refusal = preview_from_query(event.pk, pairing_id, request.GET, (rows, names, series))
    context = {
        "desk": data, "page": "results", "pages": _pages(event, can_manage(event, by)), "pairing": pairing, "ruling": preview,
        "refusal": refusal,
        "event": event, "removable": not request.GET and entered.exists(),  # not next to the preview of an override
    }  # fmt: skip
    return render(request, "league/event_console/result.html", context, status=422 if refusal else 200)


def limit_console(data: Console, event: Event, by: Player) -> Console:
    """Return the console with only the actions that this member of the staff may do."""
    if can_manage(event, by):
        return data
    rights = get_rights(by.pk, event.league_id)
    return replace(data, can=frozenset(key for key in data.can if rights.may(get_permission(key))))


def parse_number(request: HttpRequest, name: str) -> int | None:
    """Return an integer of the query, or None if missing or invalid."""
    text = request.GET.get(name, "")
    return min(int(text), MAX_NUMBER) if text.isascii() and text.isdigit() and len(text) < 20 else None


def move_item(order: Sequence[T], direction: str, position: int) -> list[T]:
    """Return the order with the item at this position moved `up` or `down` by one.

    >>> move_item(["a", "b", "c"], "up", 2), move_item(["a", "b"], "down", 1), move_item(["a"], "up", 7)
    (['a', 'c', 'b'], ['a', 'b'], ['a'])
    """
    rest = list(order)
    if 0 <= position < len(rest):
        item = rest.pop(position)
        rest.insert(max(0, position + (1 if direction == "down" else -1)), item)
    return rest
