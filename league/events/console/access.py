"""The door of the console: who is not the organiser does not come in."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from engines.words import say
from league.events.console.queries import Desk, desk_and_stages, manageable
from league.events.queries.rows import StageRows
from league.people.sessions import reader
from matches.moment import now

View = Callable[..., HttpResponseBase]


def organisers_only(view: View) -> View:
    """Let in who may manage the event, and give the view that person as `by`. Others: sign in, 403, or 404."""

    @wraps(view)
    def guarded(request: HttpRequest, event_id: int, **rest: object) -> HttpResponseBase:
        person = reader(request)
        may = manageable(event_id, person)
        if may is None:
            raise Http404(say("There is no such event."))
        if person is None:
            there = f"?next={request.path}" if request.method == "GET" else ""
            return redirect(f"{reverse('sign-in')}{there}")
        if not may:
            raise PermissionDenied(say("Only the organiser of an event may do this."))
        return view(request, event_id, person, **rest)

    return guarded


def desk_of(event_id: int, *lists: str) -> Desk:
    """With those lists of `queries.LISTS` that the page tells."""
    return desk_and_stages_of(event_id, *lists)[0]


def desk_and_stages_of(event_id: int, *lists: str) -> tuple[Desk, list[StageRows]]:
    """The same, and the stages that have begun, as they were read for it."""
    found = desk_and_stages(event_id, now(), lists)
    if found is None:
        raise Http404(say("There is no such event."))
    return found
