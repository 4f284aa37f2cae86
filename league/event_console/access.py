"""The door of the console: who is not the organiser does not come in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from engines.words import say
from league.events.models import Event
from league.events.queries.lists import counted
from league.events.queries.managing import manageable
from league.people.sessions import reader

View = Callable[..., HttpResponseBase]


def organisers_only(view: View) -> View:
    """Let in who may manage the event, and give the view the event, as lists count it, and the person. Others: sign
    in, 403, or 404."""

    @wraps(view)
    def guarded(request: HttpRequest, event_id: int, **rest: object) -> HttpResponseBase:
        person = reader(request)
        found = manageable(counted(Event.objects.filter(pk=event_id)), person)
        if found is None:
            raise Http404(say("There is no such event."))
        if person is None:
            there = f"?next={request.path}" if request.method == "GET" else ""
            return redirect(f"{reverse('sign-in')}{there}")
        event, may = found
        if not may:
            raise PermissionDenied(say("Only the organiser of an event may do this."))
        return view(request, event, person, **rest)

    return guarded
