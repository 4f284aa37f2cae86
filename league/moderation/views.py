"""Pages of reported messages, for a league's or the site's staff."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from league.forms import errors_as_messages
from league.leagues.queries.leagues import LeaguePage
from league.leagues.views import current_player, get_page_or_404
from league.moderation.actions import dismiss_reports, remove_message
from league.moderation.queries import DRAFT, MATCH, can_moderate, open_reports
from matches.server_time import now


@require_GET
@login_required
def reports(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    """Show the open reports."""
    page, person = _get_page(request, slug), current_player(request)
    lines = open_reports(page.league_id if page else None, person.pk)
    return render(request, "league/moderation/reports.html", {"page": page, "lines": lines})


@require_POST
@login_required
def decide(request: HttpRequest, message_id: int, slug: str | None = None) -> HttpResponse:
    """Remove the message or dismiss its reports: `do` is remove or keep, `kind` is draft for a draft's message."""
    _get_page(request, slug)
    by, why = current_player(request).pk, request.POST.get("why", "")
    action = remove_message if request.POST.get("do") == "remove" else dismiss_reports
    kind = DRAFT if request.POST.get("kind") == DRAFT else MATCH
    with errors_as_messages(request):
        action(message_id=message_id, by=by, why=why, kind=kind, at=now())
    return redirect("league-reports", slug) if slug else redirect("reports")


def _get_page(request: HttpRequest, slug: str | None) -> LeaguePage | None:
    page = get_page_or_404(request, slug) if slug else None
    if not can_moderate(current_player(request).pk, page.league_id if page else None):
        raise PermissionDenied
    return page
