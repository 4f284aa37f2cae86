"""What the forms of the league side share."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from matches.refusals import Refused


def add_refusal(form: forms.Form, refusal: Refused) -> None:
    """Show a refusal at the field it is about, or above the form."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)


def show_refusal(request: HttpRequest, refusal: Refused) -> None:
    """Show a refusal at the top of the next page."""
    messages.error(request, refusal.text)


class MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")
