"""The page that proves what was drawn by chance in a draft."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from league.drafts.queries.proof import proof_of
from league.drafts.views.common import found, table_file, to_page


@require_GET
def season_proof(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    return to_page(request, slug, season_id, "draft-proof")


@require_GET
def proof(request: HttpRequest, draft_id: int) -> HttpResponse:
    room, row, head = found(request, draft_id)
    return render(request, "league/drafts/proof.html", {"room": room, "head": head, "proof": proof_of(room, row)})


@require_GET
def proof_file(request: HttpRequest, draft_id: int, table: str, kind: str) -> HttpResponse:
    room, row, _ = found(request, draft_id)
    return table_file(f"draft-{draft_id}", proof_of(room, row).tables, table, kind)
