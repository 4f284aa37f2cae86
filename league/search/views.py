"""The search page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from engines.words import told
from league.people.sessions import reader
from league.search.queries import KINDS, MOST, SHOWN, search
from matches.refusals import Refused


@require_GET
def search_page(request: HttpRequest) -> HttpResponse:
    """Show the search form and results."""
    text, kind, person = request.GET.get("q", "").strip(), request.GET.get("kind", ""), reader(request)
    kind = kind if kind in KINDS else ""
    kinds = {key: told(title) for key, (title, _) in KINDS.items()}
    context: dict[str, object] = {"asked": text[:100], "kind": kind, "kinds": kinds}
    if text:
        try:
            context["found"] = search(
                text, reader_id=person.pk if person else None, kind=kind, limit=MOST if kind else SHOWN
            )
        except Refused as refusal:
            return render(request, "league/search/search.html", {**context, "refusal": refusal.text}, status=422)
    return render(request, "league/search/search.html", context)
