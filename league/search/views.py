"""The search page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.people.sessions import find_viewer
from league.search.queries import DEFAULT_LIMIT, KINDS, MAX_LIMIT, search
from matches.errors import ActionError


@require_GET
def search_page(request: HttpRequest) -> HttpResponse:
    """Show the search form and results."""
    text, kind, viewer = request.GET.get("q", "").strip(), request.GET.get("kind", ""), find_viewer(request)
    kind = kind if kind in KINDS else ""
    kinds = {key: _(title) for key, (title, _unused) in KINDS.items()}
    context: dict[str, object] = {"asked": text[:100], "kind": kind, "kinds": kinds}
    if text:
        try:
            context["found"] = search(
                text, viewer_id=viewer.pk if viewer else None, kind=kind, limit=MAX_LIMIT if kind else DEFAULT_LIMIT
            )
        except ActionError as refusal:
            return render(request, "league/search/search.html", {**context, "refusal": refusal.text}, status=422)
    return render(request, "league/search/search.html", context)
