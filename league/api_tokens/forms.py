"""The form of a new token."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from engines.words import say_many, told
from league.api_tokens.rules import DAYS, LONGEST_NAME, READ, SCOPES
from league.people.forms import OwnPassword


def _scopes() -> list[tuple[str, str]]:
    return [(scope, told(SCOPES[scope])) for scope in SCOPES if scope != READ]


def _days() -> list[tuple[int, str]]:
    return [(days, say_many("{n} day", "{n} days", days)) for days in DAYS]


class TokenForm(OwnPassword):
    name = forms.CharField(
        label=gettext_lazy("What will use it?"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("So that you know later which one to revoke."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may it do besides reading?"),
        required=False,
        choices=_scopes,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Good for"), coerce=int, choices=_days, initial=30)
    field_order = ["name", "scopes", "days", "password"]
