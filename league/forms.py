"""What the forms and addresses of the league's pages share."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest

from engines.words import say
from matches.api.validation import LARGEST_ID, InputSerializer, validated
from matches.refusals import Refused


def page_params(request: HttpRequest, serializer: type[InputSerializer]) -> dict[str, Any]:
    """Return the checked parameters of a page's address. Raises Http404 if they name nothing that there can be."""
    try:
        return validated(serializer, request.GET)
    except Refused as refusal:
        raise Http404(refusal.text) from None


def row_number(text: str, field: str, *, least: int = 1) -> int:
    """Return a number of a form that has a field for each row. Raises Refused("malformed") for anything else."""
    try:
        return int(forms.IntegerField(min_value=least, max_value=LARGEST_ID).clean(text.strip()))
    except forms.ValidationError:
        sentence = say("Give a whole number from {least} to {most}.", least=least, most=LARGEST_ID)
        raise Refused("malformed", sentence, field) from None


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
