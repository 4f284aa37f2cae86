"""What pages about a whole draft share: which draft, the way there from its season, and its tables as files."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from engines.words import say
from league.drafts.models import Draft
from league.drafts.queries.current_draft import standing_draft
from league.drafts.queries.room import Room, room_of
from league.exports import csv_answer, json_answer
from league.people.sessions import reader
from league.seasons.queries.settings import SeasonHead, season_head
from league.seasons.views import opened
from league.tables import Table


def found(request: HttpRequest, draft_id: int) -> tuple[Room, Draft, SeasonHead | None]:
    """The head of its season is None for a mock draft."""
    seen = room_of(draft_id, reader(request))
    if seen is None:
        raise Http404(say("There is no such draft."))
    room, row = seen
    head = season_head(room.league_slug, room.season_id, reader(request)) if room.season_id else None
    return room, row, head


def to_page(request: HttpRequest, slug: str, season_id: int, page: str) -> HttpResponse:
    """From the season to that page of its draft; without one, to what is to be done."""
    opened(request, slug, season_id)
    draft = standing_draft(season_id)
    return redirect("season-draft", slug, season_id) if draft is None else redirect(page, draft)


def table_file(name: str, tables: Sequence[Table], key: str, kind: str) -> HttpResponse:
    table = next((one for one in tables if one.key == key), None)
    if table is None:
        raise Http404(say("There is no such table."))
    if kind == "json":
        return json_answer(f"{name}-{key}", table.dump())
    return csv_answer(f"{name}-{key}", table.header, (row.cells for row in table.rows))
