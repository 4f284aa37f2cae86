"""The page that looks back at a draft."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from league.drafts.queries.recap import recap_of
from league.drafts.queries.recap_tables import HISTORY
from league.drafts.rules.grades import LAST, LETTERS
from league.drafts.views.common import found, table_file, to_page
from matches.refusals import Refused


@require_GET
def season_recap(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    return to_page(request, slug, season_id, "draft-recap")


@require_GET
def recap(request: HttpRequest, draft_id: int) -> HttpResponse:
    room, row, head = found(request, draft_id)
    context: dict[str, object] = {"room": room, "head": head, "history": HISTORY, "letters": LETTERS, "last": LAST}
    try:
        context["recap"] = recap_of(row)
    except Refused as refused:
        context["why_not"] = refused.text
    return render(request, "league/drafts/recap.html", context)


@require_GET
def recap_file(request: HttpRequest, draft_id: int, table: str, kind: str) -> HttpResponse:
    _, row, _ = found(request, draft_id)
    try:
        tables = recap_of(row).tables
    except Refused as refused:
        raise Http404(refused.text) from None
    return table_file(f"draft-{draft_id}", tables, table, kind)
