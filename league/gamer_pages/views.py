"""Pages of Gamers: those of a season as cards, and a league's own with their import."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.i18n import mark, translate as _, translate_in
from league.exports import csv_response, file_response, json_response
from league.forms import errors_as_messages, parse_page_params
from league.gamer_pages import serializers
from league.gamer_pages.forms import FilterForm
from league.gamer_pages.queries import Card, find_gamer_page, list_all_cards, list_card_page, list_cards
from league.gamers.actions import import_gamers, remove_gamers
from league.gamers.files import COLUMNS, EXAMPLES, MAX_BYTES, MAX_ROWS, decode_file, to_csv_row, to_toml
from league.gamers.models import STAT_NAMES, STATS
from league.gamers.queries import list_own_gamers, preview_import, talents, to_card, to_own_gamers
from league.leagues.views import get_page_or_404, require_organiser
from league.pagination import paginate
from league.seasons.views import get_season
from matches.api.pagination import PageParams
from matches.api.validation import validate_input
from matches.errors import ActionError
from matches.server_time import now

MAX_COMPARED = 4
TOML_CONTENT_TYPE = "application/toml; charset=utf-8"
OWN_PAGE_SIZE = 100
MAX_SHOWN = 200
LEAD_TEXTS = {
    (False, True): mark("{name}: {who} is ahead with {top}; {others}."),
    (False, False): mark("{name}: {who} are ahead with {top}; {others}."),
    (True, True): mark("{name}: {who} is lowest with {top}; {others}."),
    (True, False): mark("{name}: {who} are lowest with {top}; {others}."),
}
"""The sentence by whether the lowest value is best, and whether a single Gamer has it."""


@dataclass(frozen=True, slots=True)
class StatRow:
    """One stat of all compared Gamers; `best` marks the leaders, unless all are equal."""

    name: str
    values: tuple[int, ...]
    best: tuple[bool, ...]
    words: str


def compare_stat(handles: Sequence[str], name: str, values: Sequence[int], *, low: bool = False) -> StatRow:
    """Return one row of the comparison, with the leaders and their lead. With `low` the lowest value is the best.

    >>> compare_stat(["Ada", "Ben", "Cid"], "Wisdom", [3, 5, 5]).words
    'Wisdom: Ben and Cid are ahead with 5; Ada has 2 less.'
    >>> compare_stat(["Ada", "Ben"], "Salary", [3, 5], low=True)
    StatRow(name='Salary', values=(3, 5), best=(True, False), words='Salary: Ada is lowest with 3; Ben has 2 more.')
    >>> compare_stat(["Ada", "Ben"], "Synergy", [4, 4]).best
    (False, False)
    """
    top = min(values) if low else max(values)
    all_equal = all(number == top for number in values)
    best = tuple(number == top and not all_equal for number in values)
    if all_equal:
        return StatRow(name, tuple(values), best, _("{name}: all have {top}.", name=name, top=top))
    leaders = [handle for handle, ahead in zip(handles, best, strict=True) if ahead]
    gap = mark("{handle} has {gap} more") if low else mark("{handle} has {gap} less")
    others = [
        _(gap, handle=handle, gap=abs(value - top))
        for handle, value, ahead in zip(handles, values, best, strict=True)
        if not ahead
    ]
    names = leaders[0] if len(leaders) == 1 else " ".join([", ".join(leaders[:-1]), translate_in("list", "and"), leaders[-1]])
    sentence = _(LEAD_TEXTS[low, len(leaders) == 1], name=name, who=names, top=top, others=", ".join(others))
    return StatRow(name, tuple(values), best, sentence)


CARD_COLUMNS = ("handle", "name", "genre", "salary", "talent", *STATS, "text", "franchise")


@require_GET
def gamers(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the season's cards, filtered and sorted; the choice to compare is kept in the query string."""
    head, terms = get_season(request, slug, season_id)
    form, chosen = FilterForm(request.GET), _parse_compared_ids(request)
    number = parse_page_params(request, PageParams)["page"]
    valid = form.is_valid()
    cards, paging = list_card_page(terms, **form.cleaned_data, page=number) if valid else ([], None)
    filters = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    picked = list_cards(terms, chosen)
    ids = [entry.gamer_id for entry in picked]
    page = {"page": str(number)} if number > 1 else {}
    context = {
        "head": head,
        "form": form,
        "filtered": bool(filters.keys() - {"sort"}),
        "rows": [(card, card.gamer_id in ids, _toggle_query(filters | page, ids, card.gamer_id)) for card in cards],
        "paging": paging,
        "query": _build_query(filters, ids),
        "picked": [(card, _toggle_query(filters | page, ids, card.gamer_id)) for card in picked],
        "compare": ",".join(map(str, ids)),
        "nobody": _build_query(filters | page, []),
        "full": len(ids) >= MAX_COMPARED,
        "kept": filters,
    }
    return render(request, "league/gamers/gamers.html", context, status=200 if valid else 422)


@require_GET
def compare(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show two to four Gamers side by side, and the differences in sentences."""
    head, terms = get_season(request, slug, season_id)
    cards = list_cards(terms, _parse_compared_ids(request))
    handles = [card.handle for card in cards]
    rows = []
    if len(cards) > 1:
        rows = [
            compare_stat(handles, _("Salary"), [card.salary for card in cards], low=True),
            *(compare_stat(handles, _(STAT_NAMES[stat]), [card.stats[stat] for card in cards]) for stat in STATS),
            compare_stat(handles, _("Total stats"), [card.total for card in cards]),
        ]
    cells = [(row.name, list(zip(row.values, row.best, strict=True))) for row in rows]
    context = {
        "head": head,
        "cards": cards,
        "salary": cells[:1],
        "stats": cells[1:-1],
        "total": cells[-1:],
        "told": [row.words for row in rows],
        "compare": ",".join(str(card.gamer_id) for card in cards),
    }
    return render(request, "league/gamers/compare.html", context)


@require_GET
def gamer(request: HttpRequest, slug: str, season_id: int, gamer_id: int) -> HttpResponse:
    """Show the page of a Gamer in a season."""
    head, terms = get_season(request, slug, season_id)
    page = find_gamer_page(terms, gamer_id)
    if page is None:
        raise Http404(_("Gamer not found in this season."))
    return render(request, "league/gamers/gamer.html", {"head": head, "page": page, "card": page.card})


@require_GET
def gamers_file(request: HttpRequest, slug: str, season_id: int, kind: str) -> HttpResponse:
    """Return the season's whole pool with the Gamers' franchises as a file."""
    _, terms = get_season(request, slug, season_id)
    cards, name = list_all_cards(terms), f"gamers-{slug}-season-{season_id}"
    if kind == "json":
        return json_response(name, [asdict(card) for card in cards])
    return csv_response(name, CARD_COLUMNS, (_to_cells(card) for card in cards))


def _to_cells(card: Card) -> tuple[object, ...]:
    stats = (card.stats[stat] for stat in STATS)
    return (card.handle, card.name, card.genre, card.salary, card.talent, *stats, card.flavour, card.franchise_name)


def _parse_compared_ids(request: HttpRequest) -> list[int]:
    """Return the ids to compare, comma-separated in the query, at most four; invalid ones are left out."""
    parts = request.GET.get("compare", "")[:120].split(",")
    numbers = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 19]
    return list(dict.fromkeys(numbers))[:MAX_COMPARED]


def _toggle_query(filters: dict[str, str], ids: list[int], gamer: int) -> str:
    after = [other for other in ids if other != gamer] if gamer in ids else [*ids, gamer]
    return _build_query(filters, after)


def _build_query(filters: dict[str, str], ids: list[int]) -> str:
    extra = {"compare": ",".join(map(str, ids))} if ids else {}
    return urlencode(filters | extra, safe=",")


@require_GET
def own_gamers_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league's own Gamers."""
    page = get_page_or_404(request, slug)
    rows, paging = paginate(list_own_gamers(page.league_id), parse_page_params(request, PageParams)["page"], OWN_PAGE_SIZE)
    context = {"page": page, "gamers": to_own_gamers(rows), "paging": paging, "stats": STATS}
    return render(request, "league/gamers/own.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def import_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the import form, then the preview or the faults of the file, then import all of it or nothing."""
    page, organiser = require_organiser(request, slug)
    context: dict[str, object] = {
        "page": page, "max_rows": MAX_ROWS, "max_kb": MAX_BYTES // 1000, "stats": STATS,
        "talents": [{**row, "name": _(row["name"]), "text": _(row["text"])} for row in talents().values()],
    }  # fmt: skip
    status = 200
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            upload = request.FILES.get("file")
            if upload is not None:
                text = decode_file(upload.read(MAX_BYTES + 1))
            if "import" in request.POST:
                reason = request.POST.get("why", "")
                count = import_gamers(league_id=page.league_id, by=organiser.pk, text=text, why=reason, at=now())
                messages.success(request, _("Gamers imported: {made}.", made=count))
                return redirect("league-gamers", slug)
            result = preview_import(page.league_id, text)
            context |= {"found": result, "shown": result.entries[:MAX_SHOWN], "faults": result.faults[:MAX_SHOWN]}
            status = 422 if result.faults else 200
        except ActionError as refusal:
            context["problems"] = refusal.text.split("\n")
            status = 422
        context["text"] = text
    return render(request, "league/gamers/import.html", context, status=status)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove one Gamer, or all that no season has."""
    page, organiser = require_organiser(request, slug)
    with errors_as_messages(request):
        data = validate_input(serializers.RemoveSerializer, request.POST)
        count = remove_gamers(league_id=page.league_id, by=organiser.pk, **data, at=now())
        messages.success(request, _("Gamers removed: {gone}.", gone=count))
    return redirect("league-gamers", slug)


@require_GET
def template(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return an example file for imports."""
    get_page_or_404(request, slug)
    if kind == "toml":
        return file_response(to_toml(EXAMPLES), TOML_CONTENT_TYPE, "gamers-template.toml")
    return csv_response("gamers-template", COLUMNS, [to_csv_row(card) for card in EXAMPLES])


@require_GET
def own_gamers_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return all of the league's own Gamers; the CSV and the TOML can be imported into another league."""
    page = get_page_or_404(request, slug)
    rows, name = to_own_gamers(list_own_gamers(page.league_id)), f"gamers-{page.slug}"
    if kind == "json":
        return json_response(name, [asdict(entry) for entry in rows])
    cards = [to_card(entry) for entry in rows]
    if kind == "toml":
        return file_response(to_toml(cards), TOML_CONTENT_TYPE, f"{name}.toml")
    return csv_response(name, COLUMNS, [to_csv_row(entry) for entry in cards])
