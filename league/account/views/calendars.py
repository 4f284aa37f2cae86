"""The page of one's secret calendar address, and the feed behind it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from engines.words import say
from league.account.actions.calendars import new_calendar, no_calendar
from league.account.queries.calendar_feed import agenda, calendar_address, owner_of
from league.event_files.views import calendar_file
from league.people.language import speaking_to
from league.people.models import Player
from league.people.views.account import own
from matches.moment import now


@require_http_methods(["GET", "POST"])
@own
def own_calendar(request: HttpRequest, person: Player) -> HttpResponse:
    if request.method == "POST" and request.POST.get("do") == "take-away":
        no_calendar(player_id=person.pk)
        messages.success(request, say("The address leads nowhere any more."))
        return redirect("calendar")
    if request.method == "POST":
        new_calendar(player_id=person.pk)
        messages.success(request, say("This is your address. An older one leads nowhere any more."))
        return redirect("calendar")
    return render(request, "league/account/calendar.html", {"address": calendar_address(person)})


@require_GET
def feed(request: HttpRequest, username: str, key: str) -> HttpResponse:
    """For calendar programs, which cannot sign in: the address is the secret. No cache but theirs keeps it."""
    person = owner_of(username, key)
    if person is None:
        raise Http404(say("There is no such calendar."))
    at = now()
    with speaking_to(person):
        answer = calendar_file(request, say("My League Zero"), agenda(person.pk, at=at), "league-zero.ics")
    answer["Cache-Control"] = "private, max-age=300"
    answer["Referrer-Policy"] = "no-referrer"
    return answer
