"""Pages of reported messages, for a league's or the site's staff."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from league.forms import refusals_as_messages
from league.leagues.queries.leagues import LeaguePage
from league.leagues.views import page_of, signed_in
from league.moderation.actions import dismiss, remove_message
from league.moderation.queries import may_moderate, open_reports
from matches.moment import now


@require_GET
@login_required
def reports(request: HttpRequest, slug: str | None = None) -> HttpResponse:
    """Show the open reports."""
    page, person = _page(request, slug), signed_in(request)
    lines = open_reports(page.league_id if page else None, person.pk)
    return render(request, "league/moderation/reports.html", {"page": page, "lines": lines})


@require_POST
@login_required
def decide(request: HttpRequest, message_id: int, slug: str | None = None) -> HttpResponse:
    """Remove the message or dismiss its reports: `do` is remove or keep."""
    _page(request, slug)
    by, why = signed_in(request).pk, request.POST.get("why", "")
    act = remove_message if request.POST.get("do") == "remove" else dismiss
    with refusals_as_messages(request):
        act(message_id=message_id, by=by, why=why, at=now())
    return redirect("league-reports", slug) if slug else redirect("reports")


def _page(request: HttpRequest, slug: str | None) -> LeaguePage | None:
    page = page_of(request, slug) if slug else None
    if not may_moderate(signed_in(request).pk, page.league_id if page else None):
        raise PermissionDenied
    return page
