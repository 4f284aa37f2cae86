"""The page on which somebody deletes their account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from engines.words import say
from league.account.actions.account_deletion import delete_account
from league.account.decisions import GOES, OUT_OF_REACH, STAYS, told_of
from league.account.forms import DeleteForm
from league.account.queries.deletion_blockers import hindrances, running_matches
from league.forms import add_refusal
from league.people.actions.second_factor import is_on
from league.people.known_browsers import source_of
from league.people.models import Player
from league.people.views.account import own
from matches.moment import now
from matches.refusals import Refused


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
@own
def delete(request: HttpRequest, person: Player) -> HttpResponse:
    """What goes, what stays, what stands in the way; and the form that does it."""
    playing = running_matches(person.pk)
    form = DeleteForm(request.POST or None, second_factor=is_on(person.pk), playing=bool(playing))
    if request.method == "POST" and form.is_valid():
        given = {name: value for name, value in form.cleaned_data.items() if name != "sure"}
        try:
            name = delete_account(player_id=person.pk, at=now(), source=source_of(request, person.pk), **given)
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            logout(request)
            messages.success(request, say("The account is deleted. What stays is shown as {name}.", name=name))
            return redirect("home")
    context = {
        "form": form, "playing": playing, "hindrances": hindrances(person.pk, resigning=True), "goes": told_of(GOES),
        "stays": told_of(STAYS), "out_of_reach": told_of(OUT_OF_REACH),
    }  # fmt: skip
    return render(request, "league/account/delete.html", context, status=422 if form.errors else 200)
