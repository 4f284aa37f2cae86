"""What the forms and addresses of the league's pages share."""

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
    """Return the checked parameters of a page's address. Raises Http404 if they name nothing that there can be."""
    with refusals_as_404():
        return validated(serializer, request.GET)


def form_page(request: HttpRequest, template: str, form: forms.Form, **context: Any) -> HttpResponse:
    """Return a page with a form: with the status 422 where something is wrong in it."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


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


@contextmanager
def refusals_on(form: forms.Form) -> Iterator[None]:
    """Show a refusal of what is done inside at the form's field.

    Raises PermissionDenied for readers who may not do it.
    """
    try:
        yield
    except Refused as refusal:
        if refusal.code == "not-allowed":
            raise PermissionDenied from None
        add_refusal(form, refusal)


@contextmanager
def refusals_as_messages(request: HttpRequest, *, even_missing: bool = False) -> Iterator[None]:
    """Show a refusal of what is done inside at the top of the next page.

    Raises Http404 for what is not there, unless `even_missing`.
    """
    try:
        yield
    except Refused as refusal:
        if refusal.code == "not-found" and not even_missing:
            raise Http404(refusal.text) from None
        show_refusal(request, refusal)


@contextmanager
def refusals_as_404() -> Iterator[None]:
    """Answer that there is no such page if what is done inside is refused."""
    try:
        yield
    except Refused as refusal:
        raise Http404(refusal.text) from None


@contextmanager
def refusals_as_pages() -> Iterator[None]:
    """Answer that there is no such page if what is done inside finds nothing, and 403 if it is refused otherwise."""
    try:
        yield
    except Refused as refusal:
        if refusal.code == "not-found":
            raise Http404(refusal.text) from None
        raise PermissionDenied(refusal.text) from None


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, str]]) -> None:
    """Give a field of a form choices that were looked up for this form."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


MOMENT_INPUT = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})


class DayField(forms.DateField):
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    default_validators = [check_year]
