"""The match page (one board for players, spectators and, after the end, replays), and the joined stylesheet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_safe

from engines.i18n import translate as _
from engines.reported import is_reported
from matches.assets import get_stylesheet_bundle
from matches.errors import ActionError
from matches.models import Status
from matches.queries.board_view import Board, get_board
from matches.queries.chat import OPEN_GAMES
from matches.stream.spectator_counts import MOST, count_spectators


def board_or_404(match_id: int, player_id: int | None = None) -> Board:
    """Return what `get_board` returns. Raises Http404 if there is no such match."""
    try:
        return get_board(match_id, player_id)
    except ActionError as refusal:
        raise Http404(refusal.text) from None


@require_GET
def match_page(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show a match."""
    board = board_or_404(match_id, request.user.pk)
    if is_reported(board["game"]):
        return _render_reported(request, board)
    watching = count_spectators([match_id])[match_id]
    delay = _format_duration(board["delay_ms"] // 1000)
    may_prepare = board["viewer"]["seat"] is not None and board["game"] in OPEN_GAMES
    context = {
        "board": board, "names": _join_names(board), "delay": delay, "watching": watching, "most": MOST,
        "has_conditional_moves": may_prepare,
    }  # fmt: skip
    return render(request, "matches/match.html", context)


def _render_reported(request: HttpRequest, board: Board) -> HttpResponse:
    """Show a match that is played elsewhere: who plays and the result, without a board."""
    outcome = board["outcome"]
    sides = [{**seat, "rank": outcome["ranks"][seat["number"]] if outcome else None} for seat in board["seats"]]
    context = {
        "board": board, "names": _join_names(board), "sides": sides, "is_over": outcome is not None,
        "standing": describe_result(board),
    }  # fmt: skip
    return render(request, "matches/reported.html", context)


def _join_names(board: Board) -> str:
    return " – ".join(seat["player"] or _("Open seat") for seat in board["seats"])


def describe_result(board: Board) -> str:
    """Return as a sentence who won, or why nobody has yet."""
    outcome = board["outcome"]
    if outcome is None:
        return _("No result yet.") if board["status"] != Status.VOID else _("Match aborted. It doesn't count.")
    winners = [seat["player"] or seat["name"] for seat in board["seats"] if outcome["ranks"][seat["number"]] == 1]
    if len(winners) == len(board["seats"]) > 1:
        return _("The match ended in a draw.")
    names = f" {_('and')} ".join(winners)
    return _("{names} won.", names=names) if winners else _("There is no winner.")


def _format_duration(seconds: int) -> str:
    """Return a duration in seconds or minutes.

    >>> _format_duration(90), _format_duration(600)
    ('90 s', '10 min')
    """
    return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"


@require_safe
def styles(request: HttpRequest, fingerprint: str) -> HttpResponse:
    """Return the styles of every page, cacheable for ever because the URL contains their fingerprint."""
    content, current = get_stylesheet_bundle()
    response = HttpResponse(content, content_type="text/css; charset=utf-8")
    response["Cache-Control"] = "public, max-age=31536000, immutable" if current == fingerprint else "no-cache"
    response.of_no_language = True  # type: ignore[attr-defined]
    return response
