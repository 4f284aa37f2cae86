"""The page of one's own tokens."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from engines.words import say
from league.api_tokens.actions import make_token, revoke_token
from league.api_tokens.forms import TokenForm
from league.api_tokens.queries import tokens_of
from league.forms import add_refusal, show_refusal
from league.people.known_browsers import source_of
from league.people.models import Player
from league.people.views.account import own
from matches.moment import now
from matches.refusals import Refused


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
@own
def tokens(request: HttpRequest, person: Player) -> HttpResponse:
    """The list with the form of a new one; right after it is made the token itself, which is shown only then."""
    form, at, made = TokenForm(request.POST or None), now(), ""
    if request.method == "POST" and form.is_valid():
        try:
            made = make_token(player_id=person.pk, at=at, source=source_of(request, person.pk), **form.cleaned_data)
        except Refused as refusal:
            add_refusal(form, refusal)
    context = {"form": TokenForm() if made else form, "made": made, "tokens": tokens_of(person, at)}
    return render(request, "league/api_tokens/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@own
def revoke(request: HttpRequest, person: Player, token_id: int) -> HttpResponse:
    try:
        revoke_token(player_id=person.pk, token_id=token_id, at=now())
        messages.success(request, say("The token is revoked: it lets nobody in any more."))
    except Refused as refusal:
        show_refusal(request, refusal)
    return redirect("tokens")
