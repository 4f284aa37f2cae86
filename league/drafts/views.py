"""Pages of drafts: creation, the live room, the fairness proof, the recap, and their files."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from league.drafts.actions.lifecycle import create_draft
from league.drafts.actions.mock_drafts import create_mock_draft
from league.drafts.formats.registry import DEFAULT_KIND, KINDS, get_kind
from league.drafts.forms import KindForm, MockForm, PlanForm, SeasonDraftForm
from league.drafts.grades import LETTERS, LOWEST
from league.drafts.live_board import PARTS, build_board_update, render_fragments
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.cards import find_band, list_bands, list_cards
from league.drafts.queries.chat import get_chat
from league.drafts.queries.drafts import find_current_draft, list_mock_drafts, list_season_drafts
from league.drafts.queries.proof import build_proof
from league.drafts.queries.recap import HISTORY, get_recap
from league.drafts.queries.room import find_desk, get_room, list_results
from league.drafts.queries.states import get_state
from league.exports import csv_response, json_response, table_response
from league.forms import errors_as_404, errors_on_form
from league.gamers.models import STATS, Genre
from league.leagues.views import current_player
from league.people.sessions import find_viewer
from league.seasons.models import Franchise
from league.seasons.queries.settings import SeasonHeader, get_season_header
from league.seasons.views import get_season, require_organiser
from matches.errors import ActionError
from matches.server_time import now, to_ms

RESULT_COLUMNS = ("pick", "round", "franchise_name", "handle", "genre", "salary", "price", "how", "at")


@require_GET
def season_draft(request: HttpRequest, slug: str, season_id: int, page: str = "draft") -> HttpResponse:
    """Redirect to the season's draft or one of its pages; without a draft, show how to create one."""
    head, _ = get_season(request, slug, season_id)
    draft_id = find_current_draft(season_id)
    if draft_id is not None:
        return redirect(page, draft_id)
    if page != "draft":
        return redirect("season-draft", slug, season_id)
    return render(request, "league/drafts/season.html", {"head": head, "drafts": list_season_drafts(season_id)})


@require_http_methods(["GET", "POST"])
@login_required
def new_draft(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and process the form that creates a season's draft."""
    head, organiser = require_organiser(request, slug, season_id)
    get_season(request, slug, season_id)
    kind = _get_kind(request)
    franchises = list(Franchise.objects.filter(season=season_id).order_by("pk").values_list("pk", "name"))
    form = SeasonDraftForm(request.POST or None, kind, franchises)

    def create() -> int:
        data = {**form.to_data(), "kind": kind}
        starts_at = data.pop("starts_at", None)
        return create_draft(season_id=season_id, by=organiser.pk, data=data, starts_at=starts_at, at=now())

    return _render_form(request, "new", form, kind, create, {"head": head})


@require_http_methods(["GET", "POST"])
def mock_drafts(request: HttpRequest) -> HttpResponse:
    """Show and process the form for a mock draft, with the viewer's recent ones."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect(reverse("sign-in", query={"next": request.path}))
    kind, viewer = _get_kind(request), find_viewer(request)
    form = MockForm(request.POST or None, kind)

    def create() -> int:
        return create_mock_draft(by=current_player(request).pk, data={**form.to_data(), "kind": kind}, at=now())

    return _render_form(request, "mock", form, kind, create, {"drafts": list_mock_drafts(viewer.pk) if viewer else []})


def _get_kind(request: HttpRequest) -> str:
    kind = request.POST.get("kind") or request.GET.get("kind", DEFAULT_KIND)
    return kind if kind in KINDS else DEFAULT_KIND


def _render_form(
    request: HttpRequest, page: str, form: PlanForm, kind: str, create: Callable[[], int], context: dict[str, object]
) -> HttpResponse:
    """Redirect to the draft that a valid form creates; else show the form."""
    if request.method == "POST" and form.is_valid():
        with errors_on_form(form):
            return redirect("draft", create())
    context |= {"form": form, "kinds": KindForm({"kind": kind}), "kind": kind}
    return render(request, f"league/drafts/{page}.html", context, status=422 if form.errors else 200)


@require_GET
def room(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Show the live draft room."""
    room, row = _get_room(request, draft_id)
    fragments, taken = render_fragments(row)
    state = None if row.started_at is None else get_state(row)
    setup = state.setup if state else None
    pool = set(setup.pool) if setup else set()
    turn_order = get_kind(row.kind).order(state) if state and row.finished_at is None else ()
    cards = [entry for entry in list_cards(row) if not pool or entry["card"] in pool]
    bands = list_bands(entry["salary"] for entry in cards)
    context = {
        "room": room,
        "head": _find_head(request, row),
        "pieces": fragments,
        "parts": {part: [html for key, html in fragments.items() if key.startswith(f"room-{part}-")] for part in PARTS},
        "taken": set(taken),
        "cards": [{**entry, "points": sum(entry["stats"]), "band": find_band(bands, entry["salary"])} for entry in cards],
        "bands": bands,
        "stats": STATS,
        "genres": Genre.values,
        "bids": any(field.key == "opening" for field in get_kind(row.kind).fields),
        "desk": find_desk(row, room["yours"]),
        "chat": _find_chat(request, row),
        "now": to_ms(now()),
        "turns": " ".join(map(str, turn_order)),  # Numbers of teams, which the organiser can reorder.
        "teams": list(DraftTeam.objects.filter(draft=row).order_by("number").values_list("number", "name")),
    }
    return render(request, "league/drafts/room.html", context)


@require_GET
def board(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Return all fragments of the board, for a page that has missed updates."""
    _, row = _get_room(request, draft_id)
    return HttpResponse(build_board_update(row, -1)[1], content_type="application/json")


@require_GET
def desk(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Return the viewer's private part of the room: queue, blind bids and price limits; empty for other users."""
    room, row = _get_room(request, draft_id)
    return render(request, "league/drafts/_desk.html", {"room": room, "desk": find_desk(row, room["yours"])})


@require_GET
def chat(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Return the messages of the room's chat; empty for a draft without one."""
    _, row = _get_room(request, draft_id)
    return render(request, "league/drafts/_messages.html", {"chat": _find_chat(request, row)})


@require_GET
def result_file(request: HttpRequest, draft_id: int, kind: str) -> HttpResponse:
    """Return the draft's picks as CSV or JSON."""
    _, row = _get_room(request, draft_id)
    rows, name = list_results(row), f"draft-{draft_id}"
    if kind == "json":
        return json_response(name, rows)
    return csv_response(name, RESULT_COLUMNS, ([pick[column] for column in RESULT_COLUMNS] for pick in rows))


@require_GET
def proof(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Show how the draws were committed and, once the draft is over, verified."""
    room, row = _get_room(request, draft_id)
    context = {"room": room, "head": _find_head(request, row), "proof": build_proof(row)}
    return render(request, "league/drafts/proof.html", context)


@require_GET
def proof_file(request: HttpRequest, draft_id: int, table: str, kind: str) -> HttpResponse:
    """Return a table of the proof as a file."""
    _, row = _get_room(request, draft_id)
    return table_response(f"draft-{draft_id}", build_proof(row).tables, table, kind)


@require_GET
def recap(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Show the recap of a finished draft, or why there is none."""
    room, row = _get_room(request, draft_id)
    context = {"room": room, "head": _find_head(request, row), "history": HISTORY, "letters": LETTERS, "last": LOWEST}
    try:
        extra: dict[str, object] = {"recap": get_recap(row)}
    except ActionError as refused:
        extra = {"why_not": refused.text}
    return render(request, "league/drafts/recap.html", context | extra)


@require_GET
def recap_file(request: HttpRequest, draft_id: int, table: str, kind: str) -> HttpResponse:
    """Return a table of the recap as a file."""
    _, row = _get_room(request, draft_id)
    with errors_as_404():
        return table_response(f"draft-{draft_id}", get_recap(row).tables, table, kind)


def _get_room(request: HttpRequest, draft_id: int) -> tuple[dict[str, Any], Draft]:
    with errors_as_404():
        return get_room(draft_id, find_viewer(request))


def _find_chat(request: HttpRequest, row: Draft) -> dict[str, Any] | None:
    """Return the room's chat for its viewer; None for drafts without a season."""
    viewer = find_viewer(request)
    return get_chat(row, viewer.pk if viewer else None, now()) if row.season else None


def _find_head(request: HttpRequest, row: Draft) -> SeasonHeader | None:
    """Return the header of the draft's season; None for drafts without a season."""
    return get_season_header(row.season.league.slug, row.season.pk, find_viewer(request)) if row.season else None
