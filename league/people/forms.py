"""Forms of accounts."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password

from league.people.models import Player
from league.people.rules import SHAPE_TEXT, username_fault


class SignUpForm(forms.Form):
    username = forms.CharField(
        max_length=20, help_text=SHAPE_TEXT, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        strip=False,
        max_length=200,
        help_text="At least 8 characters, and not a common one.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label="Password again",
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if fault := username_fault(username):
            raise forms.ValidationError(fault)
        return username

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "password" not in given:
            return given
        if "again" in given and given["password"] != given["again"]:
            self.add_error("again", "The two passwords are not the same.")
        try:
            validate_password(given["password"], Player(username=given.get("username", "")))
        except forms.ValidationError as weak:
            self.add_error("password", weak)
        return given
