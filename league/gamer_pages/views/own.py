"""A league's own Gamers: the list, the import with its preview, templates and files."""

from __future__ import annotations

from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.incursion_point_zero.gamers import known_talents
from engines.words import say, told
from league.exports import csv_answer, json_answer
from league.forms import page_params
from league.gamer_pages.api import serializers
from league.gamers.models import STATS
from league.gamers.queries.own import card_of, lines, own_gamers, preview
from league.gamers.rules.files import COLUMNS, EXAMPLES, MOST_BYTES, MOST_ROWS, decoded, row, toml
from league.leagues.views.common import do, organised_page, page_of
from league.paging import Paging
from league.seasons.actions.gamer_import import import_gamers, remove_gamers
from matches.api.paging import PageParams
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused

PAGE = 100
MOST_SHOWN = 200


@require_GET
def own(request: HttpRequest, slug: str) -> HttpResponse:
    page = page_of(request, slug)
    number = page_params(request, PageParams)["page"]
    rows = own_gamers(page.league_id)
    total = rows.count()
    pages = max(1, -(-total // PAGE))
    number = min(number, pages)
    first = (number - 1) * PAGE
    shown = lines(rows[first : first + PAGE])
    paging = Paging(number, pages, first + 1, first + len(shown), total)
    context = {"page": page, "gamers": shown, "paging": paging, "stats": STATS}
    return render(request, "league/gamers/own.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def import_(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, then what the file holds or everything that is wrong, then the import; all or nothing."""
    page, person = organised_page(request, slug)
    context: dict[str, object] = {
        "page": page, "talents": _talents(), "most_rows": MOST_ROWS, "most_kb": MOST_BYTES // 1000, "stats": STATS,
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


def _talents() -> list[dict[str, object]]:
    """In the reader's words."""
    return [{**one, "name": told(str(one["name"])), "text": told(str(one["text"]))} for one in known_talents()]


@require_POST
@login_required
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """One Gamer, or all whom no season has."""
    page, person = organised_page(request, slug)

    def act() -> None:
        data = validated(serializers.RemoveSerializer, request.POST)
        gone = remove_gamers(league_id=page.league_id, by=person.pk, **data, at=now())
        messages.success(request, say("Gamers removed: {gone}.", gone=gone))

    do(request, act)
    return redirect("league-gamers", slug)


@require_GET
def template(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    page_of(request, slug)
    if kind == "toml":
        return _toml("gamers-template", toml(EXAMPLES))
    return csv_answer("gamers-template", COLUMNS, [row(one) for one in EXAMPLES])


@require_GET
def own_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """All own Gamers; the CSV and the TOML can be imported into another league."""
    page = page_of(request, slug)
    found, name = lines(own_gamers(page.league_id)), f"gamers-{page.slug}"
    if kind == "json":
        return json_answer(name, [asdict(one) for one in found])
    cards = [card_of(one) for one in found]
    if kind == "toml":
        return _toml(name, toml(cards))
    return csv_answer(name, COLUMNS, [row(one) for one in cards])


def _toml(name: str, text: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return HttpResponse(text, content_type="application/toml; charset=utf-8", headers=headers)
