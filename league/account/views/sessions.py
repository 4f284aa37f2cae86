"""The page of the browsers in which somebody is signed in."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from engines.words import say, say_many
from league.account.actions.sessions import end_browser, end_others
from league.account.queries.sessions import browsers_of
from league.forms import show_refusal
from league.people.models import Player
from league.people.views.account import own
from matches.moment import now
from matches.refusals import Refused


@require_GET
@own
def browsers(request: HttpRequest, person: Player) -> HttpResponse:
    found = browsers_of(person, session_key=request.session.session_key, at=now())
    return render(request, "league/account/browsers.html", {"browsers": found})


@require_POST
@own
def end(request: HttpRequest, person: Player, uid: UUID) -> HttpResponse:
    try:
        end_browser(player_id=person.pk, uid=uid)
        messages.success(request, say("That browser is signed out."))
    except Refused as refusal:
        show_refusal(request, refusal)
    return redirect("browsers")


@require_POST
@own
def end_all(request: HttpRequest, person: Player) -> HttpResponse:
    ended = end_others(player_id=person.pk, but=request.session.session_key)
    messages.success(request, say_many("{n} other browser signed out.", "{n} other browsers signed out.", ended))
    return redirect("browsers")
