"""The page of the user's own tokens."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from engines.i18n import translate as _, translate_n
from league.api_tokens.actions import create_token, revoke_token
from league.api_tokens.models import Token
from league.api_tokens.rules import LIFETIME_DAYS, MAX_NAME_LENGTH, READ, SCOPES
from league.forms import errors_as_messages, errors_on_form, render_form
from league.people.forms import CurrentPasswordForm
from league.people.known_browsers import get_source
from league.people.models import Player
from league.people.views.account import account_action, account_form
from matches.server_time import now


@account_form
def token_list(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the list with the form of a new token, and the new token itself right after its creation, once."""
    form, at, token = TokenForm(request.POST or None, person=person), now(), ""
    if form.is_valid():
        with errors_on_form(form):
            token = create_token(player_id=person.pk, at=at, source=get_source(request, person.pk), **form.cleaned_data)
    shown_form = TokenForm(person=person) if token else form
    return render_form(request, "league/api_tokens/tokens.html", shown_form, made=token, tokens=Token.list_for(person, at))


@account_action
def revoke(request: HttpRequest, person: Player, token_id: int) -> HttpResponse:
    """Revoke a token."""
    with errors_as_messages(request, even_missing=True):
        revoke_token(player_id=person.pk, token_id=token_id, at=now())
        messages.success(request, _("Token revoked. It no longer works."))
    return redirect("tokens")


class TokenForm(CurrentPasswordForm):
    """Name, scopes and lifetime of a new token."""

    name = forms.CharField(
        label=gettext_lazy("What's this token for?"),
        max_length=MAX_NAME_LENGTH,
        help_text=gettext_lazy("Helps you tell your tokens apart later."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Scopes besides reading"),
        required=False,
        choices=lambda: [(scope, _(text)) for scope, text in SCOPES.items() if scope != READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Expires in"),
        coerce=int,
        choices=lambda: [(days, translate_n("{n} day", "{n} days", days)) for days in LIFETIME_DAYS],
        initial=30,
    )
    field_order = ["name", "scopes", "days", "password"]
