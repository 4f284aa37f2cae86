"""Pages of the console, and the endpoint of its buttons and short forms."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import wraps
from typing import TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from engines.words import marked, marked_in, say, say_many, told, told_in
from league.event_console.grid import grid_of, rows_in
from league.event_console.organiser_actions import DEEDS, MAKING, do
from league.event_console.override_preview import asked_ruling, matches_of
from league.event_console.queries import desk
from league.events.models import Event, Pairing
from league.events.queries import get_managed, get_visible
from league.events.rulings import ENTERED, FORFEITED
from league.forms import refusals_as_messages, refusals_as_pages, row_number
from league.pairings.queries.rounds import game_of, pairing_line
from league.people.models import Player
from league.people.sessions import reader
from league.quotas import within_quota
from league.registration.actions import entrant_import
from league.registration.actions.entrant_import import look_at_entrants
from league.registration.actions.seeding import order_by_hand
from league.standings.history import pairings_of
from league.standings.tables import stage_rows_of
from matches.moment import now
from matches.refusals import Refused

View = Callable[..., HttpResponseBase]
T = TypeVar("T")


def organisers_only(view: View) -> View:
    """Pass the event (with counts) and its manager to the view; others get the sign-in page, 403 or 404."""

    @wraps(view)
    def guarded(request: HttpRequest, event_id: int, **rest: object) -> HttpResponseBase:
        person = reader(request)
        with refusals_as_pages():
            if person is None:
                get_visible(Event.objects.filter(pk=event_id), None)
                there = f"?next={request.path}" if request.method == "GET" else ""
                return redirect(f"{reverse('sign-in')}{there}")
            event, person = get_managed(event_id, person)
        return view(request, event, person, **rest)

    return guarded


PAGES = {
    "overview": marked("Overview"),
    "settings": marked("Settings"),
    "entrants": marked("Entrants"),
    "seeding": marked("Seeding"),
    "rounds": marked("Rounds"),
    "results": marked("Results"),
    "log": marked("Activity log"),
}
MOST = 10**9
EXCHANGED = (("one_id", marked_in("two entrants", "Swap")), ("other_id", marked_in("two entrants", "with")))
APART = (("one_id", marked_in("two entrants", "Player")), ("other_id", marked_in("two entrants", "Opponent")))
PLAIN = ("entrants", "seeding", "rounds", "results", "log")
LISTED = {"overview": ("notes",), "entrants": ("no_shows",), "results": ("rulings",), "log": ("notes",)}
"""The lists that each page needs."""


def _pages() -> list[tuple[str, str]]:
    return [(key, told(words)) for key, words in PAGES.items()]


def shown(
    request: HttpRequest,
    event: Event,
    page: str,
    status: int = 200,
    *,
    number: int | None = None,
    typed: QueryDict | None = None,
    **more: object,
) -> HttpResponse:
    """Render a console page; on the results page, the grid of round `number` is filled in as `submitted`."""
    made = desk(event, now(), ("rounds", *LISTED.get(page, ())))
    block = made.block(number)
    context = {"desk": made, "page": page, "pages": _pages(), "shown": block, "number": number, **more}
    if page == "results":
        context["grid"] = grid_of(made, block, typed) if block else None
    return render(request, f"league/event_console/{page}.html", context, status=status)


@require_GET
@organisers_only
def console(request: HttpRequest, event: Event, by: Player, page: str = "overview") -> HttpResponse:
    """Show a page of the console."""
    exchanged, kept_apart = (
        [(key, told_in("two entrants", words)) for key, words in pair] for pair in (EXCHANGED, APART)
    )
    return shown(
        request, event, page, address=request.build_absolute_uri("/")[:-1], exchanged=exchanged, kept_apart=kept_apart,
        change=number_in(request, "change"), number=number_in(request, "round"),
    )  # fmt: skip


@require_POST
@organisers_only
def deed(request: HttpRequest, event: Event, by: Player, key: str) -> HttpResponse:
    """Run an action and return to its page with a success or error message."""
    if key not in DEEDS:
        raise Http404(say("Unknown action."))
    shows: object = event.pk
    with refusals_as_messages(request, even_missing=True):
        with within_quota("events", request.META) if key in MAKING else nullcontext():
            made = do(key, event_id=event.pk, by=by.pk, given=request.POST, at=now())
        messages.success(request, told(DEEDS[key].done))
        shows = made if key in MAKING else shows
    return redirect(f"manage-{DEEDS[key].back}", shows)


@require_POST
@organisers_only
def enter_results(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Save the results grid of a round. If a row is invalid, redisplay the grid as filled in."""
    typed, round_number = request.POST, None
    try:
        round_number = row_number(typed.get("number", ""), "number")
        arguments = {"number": round_number, "results": rows_in(typed)}
        count = do("enter-results", event_id=event.pk, by=by.pk, given=arguments, at=now())
    except Refused as refusal:
        problems = refusal.text.split("\n")
        return shown(request, event, "results", 422, number=round_number, typed=typed, problems=problems)
    messages.success(request, say_many("{n} result saved.", "{n} results saved.", int(str(count))))
    return redirect(f"{reverse('manage-results', args=[event.pk])}?round={round_number}")


@require_POST
@organisers_only
def order(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Save the submitted order of the entrants, after applying a pressed move button."""
    way, _, at = request.POST.get("move", "").partition(":")
    with refusals_as_messages(request, even_missing=True):
        entrants = [row_number(one, "entrant_ids") for one in request.POST.getlist("entrant_ids")]
        if way in ("up", "down"):
            entrants = moved(entrants, way, row_number(at, "move", least=0))
        order_by_hand(event_id=event.pk, by=by.pk, entrant_ids=entrants, at=now())
        messages.success(request, told(DEEDS["seed-order"].done))
    return redirect("manage-seeding", event.pk)


@require_POST
@organisers_only
def look_at_file(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Preview an entrant import or list its invalid lines, without saving."""
    upload, text = request.FILES.get("file"), request.POST.get("rows", "")
    try:
        if upload:
            text = entrant_import.decoded(upload.read(entrant_import.MOST_BYTES + 1))
        found = look_at_entrants(event_id=event.pk, by=by.pk, rows=entrant_import.read(text), at=now())
    except Refused as refusal:
        problems = refusal.text.split("\n")
        return shown(request, event, "entrants", status=422, problems=problems, rows=request.POST.get("rows", ""))
    return shown(request, event, "entrants", newcomers=found, rows=text)


@require_GET
@organisers_only
def result(request: HttpRequest, event: Event, by: Player, pairing_id: int) -> HttpResponse:
    """Show a pairing's override page: once a result is chosen, its effects come before the reason."""
    stages = stage_rows_of(event)
    found = ((rows, one) for rows in stages for one in pairings_of(rows) if one.id == pairing_id and one.needed)
    if (known := next(found, None)) is None:
        raise Http404(say("Pairing not found in this event."))
    rows, one = known
    made, series = desk(event, now(), (), stages), matches_of(pairing_id)
    people = {line.person.entrant_id: line.person for line in made.lines}
    pairing = pairing_line(one, people, [game_of(each) for each in series])
    entered = Pairing.objects.filter(pk=pairing_id, counted_at__isnull=False, reason__in=[ENTERED, FORFEITED])
    names = {entrant: person.name for entrant, person in people.items()}
    chosen, refusal = asked_ruling(event.pk, pairing_id, request.GET, (rows, names, series))
    context = {
        "desk": made, "page": "results", "pages": _pages(), "pairing": pairing, "ruling": chosen, "refusal": refusal,
        "removable": not request.GET and entered.exists(),  # not next to the preview of an override
    }  # fmt: skip
    return render(request, "league/event_console/result.html", context, status=422 if refusal else 200)


def number_in(request: HttpRequest, name: str) -> int | None:
    """Return an integer of the query, or None if missing or invalid."""
    text = request.GET.get(name, "")
    return min(int(text), MOST) if text.isascii() and text.isdigit() and len(text) < 20 else None


def moved(order: Sequence[T], deed: str, at: int) -> list[T]:
    """Return the order with the item at this position moved `up` or `down` by one.

    >>> move_item(["a", "b", "c"], "up", 2), move_item(["a", "b"], "down", 1), move_item(["a"], "up", 7)
    (['a', 'c', 'b'], ['a', 'b'], ['a'])
    """
    rest = list(order)
    if 0 <= at < len(rest):
        one = rest.pop(at)
        rest.insert(max(0, at + (1 if deed == "down" else -1)), one)
    return rest
