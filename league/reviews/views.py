"""The page of a match's review, and the same beside the board of the match."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.htmx import is_htmx
from league.people.models import Player
from league.people.sessions import find_viewer
from league.people.views.account import account_action
from league.reviews import actions
from league.reviews.graph import build_graph
from league.reviews.queries import NONE, get_review
from matches.errors import ActionError
from matches.server_time import now


@never_cache
@require_GET
def review(request: HttpRequest, match_id: int, *, fragment: bool = False) -> HttpResponse:
    """Show the review of a match, its progress, or why there is none."""
    return _render(request, match_id, fragment=fragment)


@account_action
def ask(request: HttpRequest, person: Player, match_id: int) -> HttpResponse:
    """Ask for a review or stop waiting for it: `do` is ask or cancel."""
    refusal = ""
    try:
        match request.POST.get("do", "ask"):
            case "ask":
                actions.request_review(match_id=match_id, player_id=person.pk, at=now())
            case "cancel":
                actions.cancel_request(match_id=match_id, player_id=person.pk)
            case _unknown:
                raise ActionError("malformed", _("Unknown action. Reload the page."), "do")
    except ActionError as error:
        refusal = error.text
    if is_htmx(request) or refusal:
        return _render(request, match_id, fragment=is_htmx(request), refusal=refusal)
    return redirect("match-review", match_id)


def _render(request: HttpRequest, match_id: int, *, fragment: bool, refusal: str = "") -> HttpResponse:
    viewer = find_viewer(request)
    context: dict[str, Any] = {"match_id": match_id, "refusal": refusal, "has_account": viewer and not viewer.is_guest}
    try:
        found = get_review(match_id, viewer.pk if viewer else None)
    except ActionError as error:
        if error.code == "not-found":
            raise Http404(error.text) from None
        context["refusal"] = error.text
    else:
        context |= {"review": found, "is_new": found.status in (NONE, "failed"), "graph": build_graph(found)}
    name = "_review.html" if fragment else "review.html"
    status = 422 if refusal and not fragment else 200
    return render(request, f"league/reviews/{name}", context, status=status)
