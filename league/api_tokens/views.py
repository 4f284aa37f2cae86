"""The page of the user's own tokens."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from engines.words import say, say_many, told
from league.api_tokens.actions import make_token, revoke_token
from league.api_tokens.models import Token
from league.api_tokens.rules import DAYS, LONGEST_NAME, READ, SCOPES
from league.forms import form_page, refusals_as_messages, refusals_on
from league.people.forms import OwnPassword
from league.people.known_browsers import source_of
from league.people.models import Player
from league.people.views.account import own_button, own_form
from matches.moment import now


@own_form
def tokens(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the list with the form of a new token, and the new token itself right after its creation, once."""
    form, at, made = TokenForm(request.POST or None), now(), ""
    if form.is_valid():
        with refusals_on(form):
            made = make_token(player_id=person.pk, at=at, source=source_of(request, person.pk), **form.cleaned_data)
    shown = TokenForm() if made else form
    return form_page(request, "league/api_tokens/tokens.html", shown, made=made, tokens=Token.all_of(person, at))


@own_button
def revoke(request: HttpRequest, person: Player, token_id: int) -> HttpResponse:
    """Revoke a token."""
    with refusals_as_messages(request, even_missing=True):
        revoke_token(player_id=person.pk, token_id=token_id, at=now())
        messages.success(request, say("Token revoked. It no longer works."))
    return redirect("tokens")


class TokenForm(OwnPassword):
    """Name, scopes and lifetime of a new token."""

    name = forms.CharField(
        label=gettext_lazy("What's this token for?"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("Helps you tell your tokens apart later."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Scopes besides reading"),
        required=False,
        choices=lambda: [(scope, told(text)) for scope, text in SCOPES.items() if scope != READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Expires in"),
        coerce=int,
        choices=lambda: [(days, say_many("{n} day", "{n} days", days)) for days in DAYS],
        initial=30,
    )
    field_order = ["name", "scopes", "days", "password"]
