"""Pages of the console, and the one door that its buttons and short forms go through."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from functools import wraps
from typing import TypeVar

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from engines.words import marked, marked_in, say, say_many, told, told_in
from league.event_console.grid import grid_of, rows_in
from league.event_console.organiser_actions import DEEDS, MAKING, do
from league.event_console.override_preview import Known, ruling
from league.event_console.queries import desk, desk_and_stages
from league.events.models import Event, Pairing
from league.events.queries import counted, manageable
from league.events.rulings import ENTERED, FORFEITED
from league.forms import row_number, show_refusal
from league.pairings.queries.rounds import PairingLine, RoundBlock
from league.people.models import Player
from league.people.sessions import reader
from league.quotas import within_quota
from league.registration.actions import entrant_import
from league.registration.actions.entrant_import import look_at_entrants
from league.registration.actions.seeding import order_by_hand
from matches.moment import now
from matches.refusals import Refused

View = Callable[..., HttpResponseBase]
T = TypeVar("T")


def organisers_only(view: View) -> View:
    """Let in who may manage the event, and give the view the event, as lists count it, and the person. Others: sign
    in, 403, or 404."""

    @wraps(view)
    def guarded(request: HttpRequest, event_id: int, **rest: object) -> HttpResponseBase:
        person = reader(request)
        found = manageable(counted(Event.objects.filter(pk=event_id)), person)
        if found is None:
            raise Http404(say("There is no such event."))
        if person is None:
            there = f"?next={request.path}" if request.method == "GET" else ""
            return redirect(f"{reverse('sign-in')}{there}")
        event, may = found
        if not may:
            raise PermissionDenied(say("Only the organiser of an event may do this."))
        return view(request, event, person, **rest)

    return guarded


PAGES = {
    "overview": marked("Overview"),
    "settings": marked("Settings"),
    "entrants": marked("Entrants"),
    "seeding": marked("Seeding"),
    "rounds": marked("Rounds"),
    "results": marked("Results"),
    "log": marked("Log"),
}
EXCHANGED = (("one_id", marked_in("two entrants", "Exchange")), ("other_id", marked_in("two entrants", "with")))
APART = (("one_id", marked_in("two entrants", "Keep")), ("other_id", marked_in("two entrants", "apart from")))
PLAIN = ("entrants", "seeding", "rounds", "results", "log")
LISTED = {"overview": ("notes",), "entrants": ("no_shows",), "results": ("rulings",), "log": ("notes",)}
"""Which lists a page tells; the others none."""
TEMPLATES = {key: f"league/event_console/{key}.html" for key in PAGES}


def _pages() -> list[tuple[str, str]]:
    return [(key, told(words)) for key, words in PAGES.items()]


def _pair(asked: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(key, told_in("two entrants", words)) for key, words in asked]


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
    """One page of the console; about results, the grid of round `number` is filled in as `typed`."""
    made = desk(event, now(), LISTED.get(page, ()))
    block = made.block(number)
    context = {"desk": made, "page": page, "pages": _pages(), "shown": block, "number": number, **more}
    if page == "results":
        context["grid"] = grid_of(made, block, typed) if block else None
    return render(request, TEMPLATES[page], context, status=status)


@require_GET
@organisers_only
def console(request: HttpRequest, event: Event, by: Player, page: str = "overview") -> HttpResponse:
    return shown(
        request, event, page, address=request.build_absolute_uri("/")[:-1], exchanged=_pair(EXCHANGED),
        kept_apart=_pair(APART),
        change=_number(request, "change"), number=_number(request, "round"),
    )  # fmt: skip


@require_POST
@organisers_only
def deed(request: HttpRequest, event: Event, by: Player, key: str) -> HttpResponse:
    """Do it, go back to its page and say so, or say why not."""
    if key not in DEEDS:
        raise Http404(say("There is no such act."))
    shows, made = event.pk, None
    try:
        with within_quota("events", request.META) if key in MAKING else nullcontext():
            made = do(key, event_id=event.pk, by=by.pk, given=request.POST, at=now())
        messages.success(request, told(DEEDS[key].done))
    except Refused as refusal:
        show_refusal(request, refusal)
    if key in MAKING and isinstance(made, int):
        shows = made
    return redirect(f"manage-{DEEDS[key].back}", shows)


@require_POST
@organisers_only
def enter_results(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Enter the results of a round's grid. If a row is wrong, show the grid again as it was filled in."""
    typed, round_number = request.POST, None
    try:
        round_number = row_number(typed.get("number", ""), "number")
        arguments = {"number": round_number, "results": rows_in(typed)}
        count = do("enter-results", event_id=event.pk, by=by.pk, given=arguments, at=now())
    except Refused as refusal:
        problems = refusal.text.split("\n")
        return shown(request, event, "results", 422, number=round_number, typed=typed, problems=problems)
    messages.success(request, say_many("{n} result entered.", "{n} results entered.", int(str(count))))
    return redirect(f"{reverse('manage-results', args=[event.pk])}?round={round_number}")


@require_POST
@organisers_only
def order(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Keep the order of the entrants as sent, after the move of a pressed button if there is one."""
    way, _, at = request.POST.get("move", "").partition(":")
    try:
        entrants = [row_number(one, "entrant_ids") for one in request.POST.getlist("entrant_ids")]
        if way in ("up", "down"):
            entrants = moved(entrants, way, row_number(at, "move", least=0))
        order_by_hand(event_id=event.pk, by=by.pk, entrant_ids=entrants, at=now())
        messages.success(request, told(DEEDS["seed-order"].done))
    except Refused as refusal:
        show_refusal(request, refusal)
    return redirect("manage-seeding", event.pk)


@require_POST
@organisers_only
def look_at_file(request: HttpRequest, event: Event, by: Player) -> HttpResponse:
    """Show whom a file would enter, or every line that is wrong; nothing is done yet."""
    upload = request.FILES.get("file")
    try:
        if upload and (upload.size or 0) > entrant_import.MOST_BYTES:
            raise Refused(
                "too-long", say("The file is larger than {most} kB.", most=entrant_import.MOST_BYTES // 1000), "file"
            )
        text = entrant_import.decoded(upload.read()) if upload else request.POST.get("rows", "")
        found = look_at_entrants(event_id=event.pk, by=by.pk, rows=entrant_import.read(text), at=now())
    except Refused as refusal:
        problems = refusal.text.split("\n")
        return shown(request, event, "entrants", status=422, problems=problems, rows=request.POST.get("rows", ""))
    return shown(request, event, "entrants", newcomers=found, rows=text)


@require_GET
@organisers_only
def result(request: HttpRequest, event: Event, by: Player, pairing_id: int) -> HttpResponse:
    """Rule on one pairing: with a result chosen, everything that it would change comes before the reason."""
    made, stages = desk_and_stages(event, now())
    known = Known(stages, {line.person.entrant_id: line.person.name for line in made.lines})
    pairing = _pairing(made.rounds, pairing_id)
    entered = Pairing.objects.filter(pk=pairing_id, counted_at__isnull=False, reason__in=[ENTERED, FORFEITED])
    removable = not request.GET and entered.exists()  # not beside the preview of a correction
    context = {"desk": made, "page": "results", "pages": _pages(), "pairing": pairing, "removable": removable}
    page = "league/event_console/result.html"
    places = "-".join(request.GET.getlist("places"))
    try:
        asked = request.GET
        chosen = ruling(
            event.pk, pairing_id, asked.get("halves", ""), places, known, result=asked.get("result", "")
        )  # fmt: skip
    except Refused as refusal:
        with suppress(Refused):  # unless nothing may be ruled on the pairing
            context["ruling"] = ruling(event.pk, pairing_id)
        return render(request, page, {**context, "refusal": refusal.text}, status=422)
    return render(request, page, {**context, "ruling": chosen})


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def _pairing(rounds: Sequence[RoundBlock], pairing_id: int) -> PairingLine:
    found = next((one for block in rounds for one in block.pairings if one.pairing_id == pairing_id), None)
    if found is None:
        raise Http404(say("There is no such pairing in this event."))
    return found


def moved(order: Sequence[T], deed: str, at: int) -> list[T]:
    """The order with the one at this place `up` or `down` by one.

    >>> moved(["a", "b", "c"], "up", 2), moved(["a", "b"], "down", 1), moved(["a"], "up", 7)
    (['a', 'c', 'b'], ['a', 'b'], ['a'])
    """
    rest = list(order)
    if 0 <= at < len(rest):
        one = rest.pop(at)
        rest.insert(max(0, at + (1 if deed == "down" else -1)), one)
    return rest
