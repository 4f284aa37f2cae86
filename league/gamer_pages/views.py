"""Pages of Gamers: those of a season as cards, and a league's own with their import."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.words import marked, say, say_in, told
from league.exports import csv_answer, file_answer, json_answer
from league.forms import page_params, refusals_as_messages
from league.gamer_pages import serializers
from league.gamer_pages.forms import FilterForm
from league.gamer_pages.queries import Card, cards_of, every_card, gamer_page, page_of_cards
from league.gamers.actions import import_gamers, remove_gamers
from league.gamers.files import COLUMNS, EXAMPLES, MOST_BYTES, MOST_ROWS, decoded, row, toml
from league.gamers.models import STAT_NAMES, STATS
from league.gamers.queries import card_of, lines, own_gamers, preview, talents
from league.leagues.views import organised_page, page_of
from league.paging import cut
from league.seasons.views import opened
from matches.api.paging import PageParams
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused

MOST_COMPARED = 4
TOML = "application/toml; charset=utf-8"
PAGE = 100
MOST_SHOWN = 200
LEADS = {
    (False, True): marked("{name}: {who} is ahead with {top}; {others}."),
    (False, False): marked("{name}: {who} are ahead with {top}; {others}."),
    (True, True): marked("{name}: {who} is lowest with {top}; {others}."),
    (True, False): marked("{name}: {who} are lowest with {top}; {others}."),
}
"""The sentence by whether the lowest value is best, and whether a single Gamer has it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One stat of all compared Gamers; `best` marks the leaders, unless all are equal."""

    name: str
    values: tuple[int, ...]
    best: tuple[bool, ...]
    words: str


def compared(handles: Sequence[str], name: str, values: Sequence[int], *, low: bool = False) -> Row:
    """Return one row of the comparison, with the leaders and their lead. With `low` the lowest value is the best.

    >>> compare_stat(["Ada", "Ben", "Cid"], "Wisdom", [3, 5, 5]).words
    'Wisdom: Ben and Cid are ahead with 5; Ada has 2 less.'
    >>> compare_stat(["Ada", "Ben"], "Salary", [3, 5], low=True)
    StatRow(name='Salary', values=(3, 5), best=(True, False), words='Salary: Ada is lowest with 3; Ben has 2 more.')
    >>> compare_stat(["Ada", "Ben"], "Synergy", [4, 4]).best
    (False, False)
    """
    top = min(values) if low else max(values)
    alike = all(one == top for one in values)
    best = tuple(one == top and not alike for one in values)
    if alike:
        return Row(name, tuple(values), best, say("{name}: all have {top}.", name=name, top=top))
    first = [handle for handle, ahead in zip(handles, best, strict=True) if ahead]
    gap = marked("{handle} has {gap} more") if low else marked("{handle} has {gap} less")
    others = [
        told(gap, handle=handle, gap=abs(value - top))
        for handle, value, ahead in zip(handles, values, best, strict=True)
        if not ahead
    ]
    who = first[0] if len(first) == 1 else " ".join([", ".join(first[:-1]), say_in("list", "and"), first[-1]])
    words = told(LEADS[low, len(first) == 1], name=name, who=who, top=top, others=", ".join(others))
    return Row(name, tuple(values), best, words)


CARD_COLUMNS = ("handle", "name", "genre", "salary", "talent", *STATS, "text", "franchise")


@require_GET
def gamers(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the season's cards, filtered and sorted; the choice to compare is kept in the query string."""
    head, terms = opened(request, slug, season_id)
    form, chosen = FilterForm(request.GET), _chosen(request)
    number = page_params(request, PageParams)["page"]
    valid = form.is_valid()
    cards, paging = page_of_cards(terms, **form.cleaned_data, page=number) if valid else ([], None)
    filters = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    picked = cards_of(terms, chosen)
    kept = [one.gamer_id for one in picked]
    page = {"page": str(number)} if number > 1 else {}
    context = {
        "head": head,
        "form": form,
        "filtered": bool(filters.keys() - {"sort"}),
        "rows": [(card, card.gamer_id in kept, _toggled(filters | page, kept, card.gamer_id)) for card in cards],
        "paging": paging,
        "query": _query(filters, kept),
        "picked": [(card, _toggled(filters | page, kept, card.gamer_id)) for card in picked],
        "compare": ",".join(map(str, kept)),
        "nobody": _query(filters | page, []),
        "full": len(kept) >= MOST_COMPARED,
        "kept": filters,
    }
    return render(request, "league/gamers/gamers.html", context, status=200 if valid else 422)


@require_GET
def compare(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show two to four Gamers side by side, and the differences in sentences."""
    head, terms = opened(request, slug, season_id)
    cards = cards_of(terms, _chosen(request))
    handles = [card.handle for card in cards]
    rows = []
    if len(cards) > 1:
        rows = [
            compared(handles, say("Salary"), [card.salary for card in cards], low=True),
            *(compared(handles, told(STAT_NAMES[stat]), [card.stats[stat] for card in cards]) for stat in STATS),
            compared(handles, say("Total stats"), [card.total for card in cards]),
        ]
    shown = [(row.name, list(zip(row.values, row.best, strict=True))) for row in rows]
    context = {
        "head": head,
        "cards": cards,
        "salary": shown[:1],
        "stats": shown[1:-1],
        "total": shown[-1:],
        "told": [row.words for row in rows],
        "compare": ",".join(str(card.gamer_id) for card in cards),
    }
    return render(request, "league/gamers/compare.html", context)


@require_GET
def gamer(request: HttpRequest, slug: str, season_id: int, gamer_id: int) -> HttpResponse:
    """Show the page of a Gamer in a season."""
    head, terms = opened(request, slug, season_id)
    page = gamer_page(terms, gamer_id)
    if page is None:
        raise Http404(say("Gamer not found in this season."))
    return render(request, "league/gamers/gamer.html", {"head": head, "page": page, "card": page.card})


@require_GET
def gamers_file(request: HttpRequest, slug: str, season_id: int, kind: str) -> HttpResponse:
    """Return the season's whole pool with the Gamers' franchises as a file."""
    _, terms = opened(request, slug, season_id)
    cards, name = every_card(terms), f"gamers-{slug}-season-{season_id}"
    if kind == "json":
        return json_answer(name, [asdict(card) for card in cards])
    return csv_answer(name, CARD_COLUMNS, (_cells(card) for card in cards))


def _cells(card: Card) -> tuple[object, ...]:
    stats = (card.stats[stat] for stat in STATS)
    return (card.handle, card.name, card.genre, card.salary, card.talent, *stats, card.flavour, card.franchise_name)


def _chosen(request: HttpRequest) -> list[int]:
    """Return the ids to compare, comma-separated in the query, at most four; invalid ones are left out."""
    given = request.GET.get("compare", "")[:120].split(",")
    numbers = [int(one) for one in given if one.isascii() and one.isdigit() and len(one) < 19]
    return list(dict.fromkeys(numbers))[:MOST_COMPARED]


def _toggled(filters: dict[str, str], kept: list[int], gamer: int) -> str:
    after = [one for one in kept if one != gamer] if gamer in kept else [*kept, gamer]
    return _query(filters, after)


def _query(filters: dict[str, str], kept: list[int]) -> str:
    more = {"compare": ",".join(map(str, kept))} if kept else {}
    return urlencode(filters | more, safe=",")


@require_GET
def own(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league's own Gamers."""
    page = page_of(request, slug)
    rows, paging = cut(own_gamers(page.league_id), page_params(request, PageParams)["page"], PAGE)
    context = {"page": page, "gamers": lines(rows), "paging": paging, "stats": STATS}
    return render(request, "league/gamers/own.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def import_(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the import form, then the preview or the faults of the file, then import all of it or nothing."""
    page, person = organised_page(request, slug)
    context: dict[str, object] = {
        "page": page, "most_rows": MOST_ROWS, "most_kb": MOST_BYTES // 1000, "stats": STATS,
        "talents": [{**one, "name": told(one["name"]), "text": told(one["text"])} for one in talents().values()],
    }  # fmt: skip
    status = 200
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            upload = request.FILES.get("file")
            if upload is not None:
                text = decoded(upload.read(MOST_BYTES + 1))
            if "import" in request.POST:
                why = request.POST.get("why", "")
                made = import_gamers(league_id=page.league_id, by=person.pk, text=text, why=why, at=now())
                messages.success(request, say("Gamers imported: {made}.", made=made))
                return redirect("league-gamers", slug)
            found = preview(page.league_id, text)
            context |= {"found": found, "shown": found.entries[:MOST_SHOWN], "faults": found.faults[:MOST_SHOWN]}
            status = 422 if found.faults else 200
        except Refused as refusal:
            context["problems"] = refusal.text.split("\n")
            status = 422
        context["text"] = text
    return render(request, "league/gamers/import.html", context, status=status)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove one Gamer, or all that no season has."""
    page, person = organised_page(request, slug)
    with refusals_as_messages(request):
        data = validated(serializers.RemoveSerializer, request.POST)
        gone = remove_gamers(league_id=page.league_id, by=person.pk, **data, at=now())
        messages.success(request, say("Gamers removed: {gone}.", gone=gone))
    return redirect("league-gamers", slug)


@require_GET
def template(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return an example file for imports."""
    page_of(request, slug)
    if kind == "toml":
        return file_answer(toml(EXAMPLES), TOML, "gamers-template.toml")
    return csv_answer("gamers-template", COLUMNS, [row(one) for one in EXAMPLES])


@require_GET
def own_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return all of the league's own Gamers; the CSV and the TOML can be imported into another league."""
    page = page_of(request, slug)
    found, name = lines(own_gamers(page.league_id)), f"gamers-{page.slug}"
    if kind == "json":
        return json_answer(name, [asdict(one) for one in found])
    cards = [card_of(one) for one in found]
    if kind == "toml":
        return file_answer(toml(cards), TOML, f"{name}.toml")
    return csv_answer(name, COLUMNS, [row(one) for one in cards])
