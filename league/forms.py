"""Shared parts of the forms and query strings of the league's pages."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engines.words import say
from matches.api.validation import LARGEST_ID, InputSerializer, check_year, validated
from matches.refusals import Refused


def page_params(request: HttpRequest, serializer: type[InputSerializer]) -> dict[str, Any]:
    """Return the validated query parameters of a page. Raises Http404 if they are invalid."""
    with refusals_as_404():
        return validated(serializer, request.GET)


def form_page(request: HttpRequest, template: str, form: forms.Form, **context: Any) -> HttpResponse:
    """Render a page with a form; status 422 if it has errors."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


def row_number(text: str, field: str, *, least: int = 1) -> int:
    """Return a number from a form with a field per row. Raises Refused("malformed") for invalid ones."""
    try:
        return int(forms.IntegerField(min_value=least, max_value=LARGEST_ID).clean(text.strip()))
    except forms.ValidationError:
        sentence = say("Enter a whole number from {least} to {most}.", least=least, most=LARGEST_ID)
        raise Refused("malformed", sentence, field) from None


def add_refusal(form: forms.Form, refusal: Refused) -> None:
    """Show a refusal at its field, or above the form."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.text)


def show_refusal(request: HttpRequest, refusal: Refused) -> None:
    """Show a refusal as a message on the next page."""
    messages.error(request, refusal.text)


@contextmanager
def refusals_on(form: forms.Form) -> Iterator[None]:
    """Show a refusal of the block at the form's field. Raises PermissionDenied for missing permissions."""
    try:
        yield
    except Refused as refusal:
        if refusal.code == "not-allowed":
            raise PermissionDenied from None
        add_refusal(form, refusal)


@contextmanager
def refusals_as_messages(request: HttpRequest, *, even_missing: bool = False) -> Iterator[None]:
    """Show a refusal of the block on the next page. Raises Http404 for missing objects unless `even_missing`."""
    try:
        yield
    except Refused as refusal:
        if refusal.code == "not-found" and not even_missing:
            raise Http404(refusal.text) from None
        show_refusal(request, refusal)


@contextmanager
def refusals_as_404() -> Iterator[None]:
    """Raise Http404 if the block is refused."""
    try:
        yield
    except Refused as refusal:
        raise Http404(refusal.text) from None


@contextmanager
def refusals_as_pages() -> Iterator[None]:
    """Raise Http404 if the block finds nothing, and PermissionDenied if it is refused otherwise."""
    try:
        yield
    except Refused as refusal:
        if refusal.code == "not-found":
            raise Http404(refusal.text) from None
        raise PermissionDenied(refusal.text) from None


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, str]]) -> None:
    """Set the choices of a field that were queried for this form."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


MOMENT_INPUT = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})


class DayField(forms.DateField):
    """A date with the browser's date input."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    default_validators = [check_year]
