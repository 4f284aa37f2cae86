"""The live room of a draft, its board as pieces, the desk of one player, and the result as files."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from engines.words import say
from league.drafts.formats.registry import kind_of
from league.drafts.live_board import picture, pieces_of
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.room import Room, cards_of, desk_of, free_cards, result_rows, room_of
from league.drafts.queries.states import state_of
from league.exports import csv_answer, json_answer
from league.gamers.models import STATS, Genre
from league.people.sessions import reader
from league.seasons.queries.settings import season_head
from matches.moment import in_ms, now

COLUMNS = ("pick", "round", "franchise_name", "handle", "genre", "salary", "price", "how", "at")


def _room(request: HttpRequest, draft_id: int) -> tuple[Room, Draft]:
    found = room_of(draft_id, reader(request))
    if found is None:
        raise Http404(say("There is no such draft."))
    return found


@require_GET
def room(request: HttpRequest, draft_id: int) -> HttpResponse:
    seen, row = _room(request, draft_id)
    pieces, taken = pieces_of(row)
    free = set(free_cards(row))
    cards = cards_of(row)
    context = {
        "room": seen,
        "head": season_head(seen.league_slug, seen.season_id, reader(request)) if seen.season_id else None,
        "pieces": pieces,
        "parts": {name: [html for key, html in pieces.items() if key.startswith(f"room-{name}-")] for name in PARTS},
        "columns": _columns(row),
        "taken": set(taken),
        "cards": [one for one in cards if not free or one.card in free],
        "stats": STATS,
        "genres": Genre.values,
        "desk": desk_of(row, seen.yours) if seen.yours is not None else None,
        "now": in_ms(now()),
        "turns": _turns(row),
        "teams": list(DraftTeam.objects.filter(draft=row).order_by("number").values_list("number", "name")),
    }
    return render(request, "league/drafts/room.html", context)


PARTS = ("team", "row", "pick")


def _columns(row: Draft) -> list[str]:
    """The franchises in the order of the board's columns."""
    if row.started_at is None:
        return []
    setup = state_of(row).setup
    return [setup.team_of[team].name for team in setup.order]


def _turns(row: Draft) -> str:
    """Whose turns are left, as numbers, for the organiser to change."""
    if row.started_at is None or row.finished_at is not None:
        return ""
    return " ".join(map(str, kind_of(row.kind).order(state_of(row))))


@require_GET
def board(request: HttpRequest, draft_id: int) -> HttpResponse:
    """All pieces, for a page that has missed something."""
    _, row = _room(request, draft_id)
    return HttpResponse(picture(row, -1)[1], content_type="application/json")


@require_GET
def desk(request: HttpRequest, draft_id: int) -> HttpResponse:
    """What only the reader may see: queue, sealed bids, what may be paid; for others it is empty."""
    seen, row = _room(request, draft_id)
    own = desk_of(row, seen.yours) if seen.yours is not None else None
    return render(request, "league/drafts/_desk.html", {"room": seen, "desk": own})


@require_GET
def result_file(request: HttpRequest, draft_id: int, kind: str) -> HttpResponse:
    _, row = _room(request, draft_id)
    rows, name = result_rows(row), f"draft-{draft_id}"
    if kind == "json":
        return json_answer(name, rows)
    return csv_answer(name, COLUMNS, ([one[column] for column in COLUMNS] for one in rows))
