"""Shared parts of the forms and query strings of the league's pages."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engines.i18n import translate as _
from matches.api.validation import MAX_ID, InputSerializer, check_year, validate_input
from matches.errors import ActionError


def parse_page_params(request: HttpRequest, serializer: type[InputSerializer]) -> dict[str, Any]:
    """Return the validated query parameters of a page. Raises Http404 if they are invalid."""
    with errors_as_404():
        return validate_input(serializer, request.GET)


def render_form(request: HttpRequest, template: str, form: forms.Form, **context: Any) -> HttpResponse:
    """Render a page with a form; status 422 if it has errors."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


def parse_row_number(text: str, field: str, *, minimum: int = 1) -> int:
    """Return a number from a form with a field per row. Raises ActionError("malformed") for invalid ones."""
    try:
        return int(forms.IntegerField(min_value=minimum, max_value=MAX_ID).clean(text.strip()))
    except forms.ValidationError:
        message = _("Enter a whole number from {least} to {most}.", least=minimum, most=MAX_ID)
        raise ActionError("malformed", message, field) from None


def add_form_error(form: forms.Form, error: ActionError) -> None:
    """Show a refusal at its field, or above the form."""
    form.add_error(error.field if error.field in form.fields else None, error.text)


def show_error(request: HttpRequest, error: ActionError) -> None:
    """Show a refusal as a message on the next page."""
    messages.error(request, error.text)


@contextmanager
def errors_on_form(form: forms.Form) -> Iterator[None]:
    """Show a refusal of the block at the form's field. Raises PermissionDenied for missing permissions."""
    try:
        yield
    except ActionError as error:
        if error.code == "not-allowed":
            raise PermissionDenied from None
        add_form_error(form, error)


@contextmanager
def errors_as_messages(request: HttpRequest, *, even_missing: bool = False) -> Iterator[None]:
    """Show a refusal of the block on the next page. Raises Http404 for missing objects unless `even_missing`."""
    try:
        yield
    except ActionError as error:
        if error.code == "not-found" and not even_missing:
            raise Http404(error.text) from None
        show_error(request, error)


@contextmanager
def errors_as_404() -> Iterator[None]:
    """Raise Http404 if the block is refused."""
    try:
        yield
    except ActionError as error:
        raise Http404(error.text) from None


@contextmanager
def errors_as_http() -> Iterator[None]:
    """Raise Http404 if the block finds nothing, and PermissionDenied if it is refused otherwise."""
    try:
        yield
    except ActionError as error:
        if error.code == "not-found":
            raise Http404(error.text) from None
        raise PermissionDenied(error.text) from None


def set_choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, str]]) -> None:
    """Set the choices of a field that were queried for this form."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


DATETIME_INPUT = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})


class DateInputField(forms.DateField):
    """A date with the browser's date input."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    default_validators = [check_year]
