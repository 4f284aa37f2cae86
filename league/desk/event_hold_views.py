"""The page and the door at which a referee puts a whole event on hold."""

from __future__ import annotations

from dataclasses import asdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say, say_in, say_many
from league.desk.actions.event_hold import Ruled, hold_event, let_event_go_on
from league.desk.forms import WhyForm
from league.desk.queries.access import checked_event
from league.desk.queries.event_hold import held, running
from league.desk.serializers import HoldSerializer
from league.events.models import Event
from league.forms import add_refusal
from league.leagues.views.common import signed_in as reader
from league.people.sessions import signed_in
from matches.api.validation import validated
from matches.moment import now
from matches.refusals import Refused

ACTS = {"hold": hold_event, "go-on": let_event_go_on}


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def hold_page(request: HttpRequest, event_id: int) -> HttpResponse:
    person, event = reader(request), _refereed(request, event_id)
    forms = {do: WhyForm(deed=do) for do in ACTS}
    do, status = request.POST.get("do", ""), 200
    if request.method == "POST" and do in ACTS:
        form, status = WhyForm(request.POST, deed=do), 422
        forms[do] = form
        if form.is_valid():
            try:
                ruled = ACTS[do](event_id=event.pk, by=person.pk, why=form.cleaned_data["why"], at=now())
                _tell(request, do, ruled)
                return redirect("desk-event", event.pk)
            except Refused as refusal:
                add_refusal(form, refusal)
    context = {
        "event": event, "running": running(event.pk), "held": held(event.pk), "hold": forms["hold"],
        "go_on": forms["go-on"],
    }  # fmt: skip
    return render(request, "league/desk/event.html", context, status=status)


def _refereed(request: HttpRequest, event_id: int) -> Event:
    try:
        return checked_event(reader(request).pk, event_id)
    except Refused as refusal:
        if refusal.code == "not-found":
            raise Http404(refusal.text) from None
        raise PermissionDenied(refusal.text) from None


def _tell(request: HttpRequest, do: str, ruled: Ruled) -> None:
    count = len(ruled.match_ids)
    if do == "hold":
        done = say_many("{n} match stands still.", "{n} matches stand still.", count)
    else:
        done = say_many("{n} match goes on.", "{n} matches go on.", count)
    messages.success(request, done)
    for one in ruled.left:
        name = one.title or say_in("an unnamed one", "match")
        messages.warning(request, say("Not {name} ({number}): {why}", name=name, number=one.match_id, why=one.text))


class HoldView(APIView):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, event_id: int) -> Response:
        """The matches of an event that you referee: those that are not over, and those held with the event."""
        event = checked_event(signed_in(request).pk, event_id)
        return Response({"running": list(running(event.pk)), "held": list(held(event.pk))})

    @extend_schema(request=HoldSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, event_id: int) -> Response:
        """Pause all matches of an event (`hold`), or let those go on that you paused so (`go-on`), for one reason.

        `left` names those that the ruling could not be given, and why.
        """
        person = signed_in(request)
        data = validated(HoldSerializer, request.data)
        return Response(asdict(ACTS[data["do"]](event_id=event_id, by=person.pk, why=data["why"], at=now())))
