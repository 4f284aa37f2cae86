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
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.desk.queries.access import Access, checked
from league.desk.queries.cases import heading_of
from league.desk.shapes import RULED
from league.desk.views import admitted
from league.event_console.api import RULING, RulingParams
from league.event_console.organiser_actions import overturn_as_asked
from league.event_console.override_preview import Ruling, ruling
from league.event_console.serializers import PairingResultSerializer
from league.people.sessions import signed_in
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused


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
            asked = validated(PairingResultSerializer, request.POST)
            overturn_as_asked(event_id=event_id, pairing_id=pairing_id, by=person.pk, at=now(), **asked)
            messages.success(request, say("The ruling stands. It can be taken back under Manage, Results."))
            return redirect("desk-match", match_id)
        places, result = "-".join(given.getlist("places")), given.get("result", "")
        shown: Ruling | None = ruling(event_id, pairing_id, given.get("halves", ""), places, result=result)
    except Refused as refused:
        refusal, shown = refused.text, _choices(event_id, pairing_id)
    here = reverse("desk-result", args=[match_id])
    context = {
        "match_id": match_id, "title": heading_of(match_id), "pairing_id": pairing_id,
        "ruling": shown, "refusal": refusal, "act": here, "leave": reverse("desk-match", args=[match_id]),
    }  # fmt: skip
    return render(request, "league/desk/result.html", context, status=422 if refusal else 200)


class ResultView(APIView):
    @extend_schema(responses=RULING, parameters=[RulingParams])
    def get(self, request: Request, match_id: int) -> Response:
        """What another result of the match's pairing would change: a `result` (1-0), at a table `places`."""
        event_id, pairing_id = pairing_of(checked(signed_in(request).pk, match_id))
        params = validated(RulingParams, request.query_params)
        return Response(asdict(ruling(event_id, pairing_id, **params)))

    @extend_schema(request=PairingResultSerializer, responses=RULED)
    def post(self, request: Request, match_id: int) -> Response:
        """Give the match's pairing another result: `result` or `places`, `why`, and ids of later pairings to `keep`."""
        person = signed_in(request)
        event_id, pairing_id = pairing_of(checked(person.pk, match_id))
        data = validated(PairingResultSerializer, request.data)
        made = overturn_as_asked(event_id=event_id, pairing_id=pairing_id, by=person.pk, at=now(), **data)
        return Response({"overturn_id": made})


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
