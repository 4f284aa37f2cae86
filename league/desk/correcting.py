"""Another result for a pairing, by its referee: the organiser's ruling on results, from the desk.

The match itself stays as it ended. What the ruling would change is shown before it is given.
"""

from __future__ import annotations

from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import marked, say
from league.desk.queries.access import Access, checked
from league.desk.queries.cases import heading_of
from league.desk.shapes import RULED
from league.desk.views import admitted
from league.events.actions.overturning import overturn
from league.events.console.reading import Ask, halves, numbers, read, text
from league.events.console.ruling import Ruling, ruling
from league.events.shapes import RESULT, RULING
from league.given import fields, signed_in
from matches.moment import now
from matches.refusals import Refused

TAKES = (
    Ask("halves", halves, needed=False),
    Ask("places", halves, needed=False),
    Ask("why", text, words=marked("the reason")),
    Ask("keep", numbers, needed=False, many=True),
)


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def result_page(request: HttpRequest, match_id: int) -> HttpResponse:
    person, access = admitted(request, match_id)
    refusal = ""
    try:
        event_id, pairing_id = pairing_of(access)
    except Refused as none:
        raise Http404(none.text) from None
    given = request.POST if request.method == "POST" else request.GET
    try:
        if request.method == "POST":
            asked = read(TAKES, given)
            overturn(event_id=event_id, pairing_id=pairing_id, by=person.pk, at=now(), **asked)
            messages.success(request, say("The ruling stands. It can be taken back under Manage, Results."))
            return redirect("desk-match", match_id)
        places = "-".join(given.getlist("places"))
        shown: Ruling | None = ruling(event_id, pairing_id, given.get("halves", ""), places)
    except Refused as refused:
        refusal, shown = refused.text, _choices(event_id, pairing_id)
    here = reverse("desk-result", args=[match_id])
    context = {
        "match_id": match_id, "title": heading_of(match_id), "pairing_id": pairing_id,
        "ruling": shown, "refusal": refusal, "act": here, "leave": reverse("desk-match", args=[match_id]),
    }  # fmt: skip
    return render(request, "league/desk/result.html", context, status=422 if refusal else 200)


class ResultView(APIView):
    @extend_schema(responses=RULING, parameters=[OpenApiParameter("halves", str), OpenApiParameter("places", str)])
    def get(self, request: Request, match_id: int) -> Response:
        """What another result of the match's pairing would change: `halves` by side (2-0), at a table `places`."""
        event_id, pairing_id = pairing_of(checked(signed_in(request).pk, match_id))
        asked = request.query_params
        return Response(asdict(ruling(event_id, pairing_id, asked.get("halves", ""), asked.get("places", ""))))

    @extend_schema(request=RESULT, responses=RULED)
    def post(self, request: Request, match_id: int) -> Response:
        """Give the match's pairing another result: `halves` or `places`, `why`, and ids of later pairings to `keep`."""
        person = signed_in(request)
        event_id, pairing_id = pairing_of(checked(person.pk, match_id))
        asked = read(TAKES, fields(request.data, needed=["why"], others=["halves", "places", "keep"]))
        made = overturn(event_id=event_id, pairing_id=pairing_id, by=person.pk, at=now(), **asked)
        return Response({"ruling": made})


def pairing_of(access: Access) -> tuple[int, int]:
    """Event and pairing of a match; Refused outside events, where there is no result but the match's own."""
    if access.event is None or access.pairing is None:
        raise Refused("no-contest", say("The match belongs to no event: its result stands."))
    return access.event.pk, access.pairing


def _choices(event_id: int, pairing_id: int) -> Ruling | None:
    try:
        return ruling(event_id, pairing_id)
    except Refused:
        return None
