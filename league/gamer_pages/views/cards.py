"""The Gamers of a season: cards, a comparison, the page of one, and files of all."""

from __future__ import annotations

from dataclasses import asdict
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from engines.words import say, told
from league.exports import csv_answer, json_answer
from league.forms import page_params
from league.gamer_pages.forms import FilterForm
from league.gamer_pages.queries.cards import Card, cards_of, every_card, page_of_cards
from league.gamer_pages.queries.gamer import gamer_page
from league.gamers.models import STAT_NAMES, STATS
from league.gamers.rules.comparing import MOST, compared
from league.seasons.views.common import opened
from matches.api.paging import PageParams

COLUMNS = ("handle", "name", "genre", "salary", "talent", *STATS, "text", "franchise")


@require_GET
def gamers(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Cards, filtered and sorted; whom to compare stands in the address, so that it stays from page to page."""
    head, terms = opened(request, slug, season_id)
    form, chosen = FilterForm(request.GET), _chosen(request)
    number = page_params(request, PageParams)["page"]
    valid = form.is_valid()
    cards, paging = page_of_cards(terms, form.asked(), page=number) if valid else ([], None)
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
        "full": len(kept) >= MOST,
        "kept": filters,
    }
    return render(request, "league/gamers/gamers.html", context, status=200 if valid else 422)


@require_GET
def compare(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Two to four Gamers side by side, and in words."""
    head, terms = opened(request, slug, season_id)
    cards = cards_of(terms, _chosen(request))
    handles = [card.handle for card in cards]
    rows = []
    if len(cards) > 1:
        rows = [
            compared(handles, say("Salary"), [card.salary for card in cards], low=True),
            *(compared(handles, told(STAT_NAMES[stat]), [card.stats[stat] for card in cards]) for stat in STATS),
            compared(handles, say("Stats together"), [card.total for card in cards]),
        ]
    context = {
        "head": head,
        "cards": cards,
        "salary": [(row.name, list(zip(row.values, row.best, strict=True))) for row in rows[:1]],
        "stats": [(row.name, list(zip(row.values, row.best, strict=True))) for row in rows[1:-1]],
        "total": [(row.name, list(zip(row.values, row.best, strict=True))) for row in rows[-1:]],
        "told": [row.words for row in rows],
        "compare": ",".join(str(card.gamer_id) for card in cards),
    }
    return render(request, "league/gamers/compare.html", context)


@require_GET
def gamer(request: HttpRequest, slug: str, season_id: int, gamer_id: int) -> HttpResponse:
    head, terms = opened(request, slug, season_id)
    page = gamer_page(terms, gamer_id)
    if page is None:
        raise Http404(say("There is no such Gamer in this season."))
    return render(request, "league/gamers/gamer.html", {"head": head, "page": page, "card": page.card})


@require_GET
def gamers_file(request: HttpRequest, slug: str, season_id: int, kind: str) -> HttpResponse:
    """The whole pool of the season with who has whom."""
    _, terms = opened(request, slug, season_id)
    cards, name = every_card(terms), f"gamers-{slug}-season-{season_id}"
    if kind == "json":
        return json_answer(name, [asdict(card) for card in cards])
    return csv_answer(name, COLUMNS, (_cells(card) for card in cards))


def _cells(card: Card) -> tuple[object, ...]:
    stats = (card.stats[stat] for stat in STATS)
    return (card.handle, card.name, card.genre, card.salary, card.talent, *stats, card.flavour, card.franchise_name)


def _chosen(request: HttpRequest) -> list[int]:
    """Whom to compare: numbers with commas, at most four; anything else is left out."""
    given = request.GET.get("compare", "")[:120].split(",")
    numbers = [int(one) for one in given if one.isascii() and one.isdigit() and len(one) < 19]
    return list(dict.fromkeys(numbers))[:MOST]


def _toggled(filters: dict[str, str], kept: list[int], gamer: int) -> str:
    after = [one for one in kept if one != gamer] if gamer in kept else [*kept, gamer]
    return _query(filters, after)


def _query(filters: dict[str, str], kept: list[int]) -> str:
    more = {"compare": ",".join(map(str, kept))} if kept else {}
    return urlencode(filters | more, safe=",")
