"""Pages of drafts: creation, the live room, the fairness proof, the recap, and their files."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from league.drafts.actions.lifecycle import create_draft
from league.drafts.actions.mock_drafts import mock_draft
from league.drafts.formats.registry import FIRST, KINDS, kind_of
from league.drafts.forms import KindForm, MockForm, PlanForm, SeasonDraftForm
from league.drafts.grades import LAST, LETTERS
from league.drafts.live_board import PARTS, picture, pieces_of
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.drafts import drafts_of, mocks_of, standing_draft
from league.drafts.queries.proof import proof_of
from league.drafts.queries.recap import HISTORY, recap_of
from league.drafts.queries.room import cards_of, desk_of, result_rows, room_of
from league.drafts.queries.states import state_of
from league.exports import csv_answer, json_answer, table_answer
from league.forms import refusals_as_404, refusals_on
from league.gamers.models import STATS, Genre
from league.leagues.views import signed_in
from league.people.sessions import reader
from league.seasons.models import Franchise
from league.seasons.queries.settings import SeasonHead, season_head
from league.seasons.views import opened, organised_head
from matches.moment import in_ms, now
from matches.refusals import Refused

RESULT_COLUMNS = ("pick", "round", "franchise_name", "handle", "genre", "salary", "price", "how", "at")


@require_GET
def season_draft(request: HttpRequest, slug: str, season_id: int, page: str = "draft") -> HttpResponse:
    """Redirect to the season's draft or one of its pages; without a draft, show how to create one."""
    head, _ = opened(request, slug, season_id)
    draft_id = standing_draft(season_id)
    if draft_id is not None:
        return redirect(page, draft_id)
    if page != "draft":
        return redirect("season-draft", slug, season_id)
    return render(request, "league/drafts/season.html", {"head": head, "drafts": drafts_of(season_id)})


@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the form that creates a season's draft."""
    head, person = organised_head(request, slug, season_id)
    opened(request, slug, season_id)
    kind = _kind(request)
    franchises = list(Franchise.objects.filter(season=season_id).order_by("pk").values_list("pk", "name"))
    form = SeasonDraftForm(request.POST or None, kind, franchises)

    def create() -> int:
        given = {**form.given(), "kind": kind}
        starts_at = given.pop("starts_at", None)
        return create_draft(season_id=season_id, by=person.pk, given=given, starts_at=starts_at, at=now())

    return _form_page(request, "new", form, kind, create, {"head": head})


@require_http_methods(["GET", "POST"])
def mock(request: HttpRequest) -> HttpResponse:
    """Show and process the form for a mock draft, with the viewer's recent ones."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect("sign-in")
    kind, person = _kind(request), reader(request)
    form = MockForm(request.POST or None, kind)

    def create() -> int:
        return mock_draft(by=signed_in(request).pk, given={**form.given(), "kind": kind}, at=now())

    return _form_page(request, "mock", form, kind, create, {"drafts": mocks_of(person.pk) if person else []})


def _kind(request: HttpRequest) -> str:
    kind = request.POST.get("kind") or request.GET.get("kind", FIRST)
    return kind if kind in KINDS else FIRST


def _form_page(
    request: HttpRequest, page: str, form: PlanForm, kind: str, create: Callable[[], int], context: dict[str, object]
) -> HttpResponse:
    """Redirect to the draft that a valid form creates; else show the form."""
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return redirect("draft", create())
    context |= {"form": form, "kinds": KindForm({"kind": kind}), "kind": kind}
    return render(request, f"league/drafts/{page}.html", context, status=422 if form.errors else 200)


@require_GET
def room(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Show the live draft room."""
    seen, row = _found(request, draft_id)
    pieces, taken = pieces_of(row)
    state = None if row.started_at is None else state_of(row)
    setup = state.setup if state else None
    pool = set(setup.pool) if setup else set()
    left = kind_of(row.kind).order(state) if state and row.finished_at is None else ()
    context = {
        "room": seen,
        "head": _head(request, row),
        "pieces": pieces,
        "parts": {part: [html for key, html in pieces.items() if key.startswith(f"room-{part}-")] for part in PARTS},
        "columns": [setup.team_of[team].name for team in setup.order] if setup else [],
        "taken": set(taken),
        "cards": [one for one in cards_of(row) if not pool or one["card"] in pool],
        "stats": STATS,
        "genres": Genre.values,
        "desk": desk_of(row, seen["yours"]),
        "now": in_ms(now()),
        "turns": " ".join(map(str, left)),  # Numbers of teams, which the organiser can reorder.
        "teams": list(DraftTeam.objects.filter(draft=row).order_by("number").values_list("number", "name")),
    }
    return render(request, "league/drafts/room.html", context)


@require_GET
def board(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Return all fragments of the board, for a page that has missed updates."""
    _, row = _found(request, draft_id)
    return HttpResponse(picture(row, -1)[1], content_type="application/json")


@require_GET
def desk(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Return the viewer's private part of the room: queue, blind bids and price limits; empty for other users."""
    seen, row = _found(request, draft_id)
    return render(request, "league/drafts/_desk.html", {"room": seen, "desk": desk_of(row, seen["yours"])})


@require_GET
def result_file(request: HttpRequest, draft_id: int, kind: str) -> HttpResponse:
    """Return the draft's picks as CSV or JSON."""
    _, row = _found(request, draft_id)
    rows, name = result_rows(row), f"draft-{draft_id}"
    if kind == "json":
        return json_answer(name, rows)
    return csv_answer(name, RESULT_COLUMNS, ([one[column] for column in RESULT_COLUMNS] for one in rows))


@require_GET
def proof(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Show how the draws were committed and, once the draft is over, verified."""
    seen, row = _found(request, draft_id)
    context = {"room": seen, "head": _head(request, row), "proof": proof_of(row)}
    return render(request, "league/drafts/proof.html", context)


@require_GET
def proof_file(request: HttpRequest, draft_id: int, table: str, kind: str) -> HttpResponse:
    """Return a table of the proof as a file."""
    _, row = _found(request, draft_id)
    return table_answer(f"draft-{draft_id}", proof_of(row).tables, table, kind)


@require_GET
def recap(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Show the recap of a finished draft, or why there is none."""
    seen, row = _found(request, draft_id)
    context = {"room": seen, "head": _head(request, row), "history": HISTORY, "letters": LETTERS, "last": LAST}
    try:
        found: dict[str, object] = {"recap": recap_of(row)}
    except Refused as refused:
        found = {"why_not": refused.text}
    return render(request, "league/drafts/recap.html", context | found)


@require_GET
def recap_file(request: HttpRequest, draft_id: int, table: str, kind: str) -> HttpResponse:
    """Return a table of the recap as a file."""
    _, row = _found(request, draft_id)
    with refusals_as_404():
        return table_answer(f"draft-{draft_id}", recap_of(row).tables, table, kind)


def _found(request: HttpRequest, draft_id: int) -> tuple[dict[str, Any], Draft]:
    with refusals_as_404():
        return room_of(draft_id, reader(request))


def _head(request: HttpRequest, row: Draft) -> SeasonHead | None:
    """Return the header of the draft's season; None for drafts without a season."""
    return season_head(row.season.league.slug, row.season.pk, reader(request)) if row.season else None
