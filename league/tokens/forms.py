"""The form of a new token."""

from __future__ import annotations

from django import forms

from league.people.forms import OwnPassword
from league.tokens.rules import ACCOUNT, DAYS, LONGEST_NAME, ORGANISE, PLAY, SCOPES


class TokenForm(OwnPassword):
    name = forms.CharField(
        label="What will use it?", max_length=LONGEST_NAME, help_text="So that you know later which one to revoke."
    )
    scopes = forms.MultipleChoiceField(
        label="What may it do besides reading?",
        required=False,
        choices=[(scope, SCOPES[scope]) for scope in (PLAY, ORGANISE, ACCOUNT)],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label="Good for", coerce=int, choices=[(days, f"{days} days") for days in DAYS], initial=30
    )
    field_order = ["name", "scopes", "days", "password"]
