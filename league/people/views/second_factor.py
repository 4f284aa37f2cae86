"""Pages of two-factor authentication and its recovery codes."""

from typing import Any

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.forms import add_form_error, errors_as_messages, render_form, show_error
from league.people.actions import second_factor
from league.people.forms import CurrentPasswordForm, FirstCodeForm
from league.people.known_browsers import get_source
from league.people.models import Player
from league.people.queries import count_recovery_codes, find_setup_key
from league.people.views.account import account_action, account_form, account_page
from matches.errors import ActionError
from matches.server_time import now


@require_GET
@account_page
def second_factor_state(request: HttpRequest, person: Player) -> HttpResponse:
    """Show whether two-factor authentication is on."""
    context = {"codes_left": count_recovery_codes(person), "form": CurrentPasswordForm(person=person)}
    return render(request, "league/people/second_factor.html", context)


@account_form
def set_up(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the key as a QR code and as text, and process the first code, which enables it."""
    form = FirstCodeForm(request.POST or None, person=person)
    try:
        if form.is_valid():
            source = get_source(request, person.pk)
            codes = second_factor.confirm_setup(player_id=person.pk, at=now(), source=source, **form.cleaned_data)
            return _render_codes(request, codes)
        second_factor.begin_setup(player_id=person.pk)
    except ActionError as error:
        if error.field is None:
            show_error(request, error)
            return redirect("second-factor")
        add_form_error(form, error)
    key = find_setup_key(person)
    if key is None:
        return redirect("second-factor")
    url, text = key
    # Always dark on white: apps cannot read inverted codes.
    svg = segno.make(url, error="m").svg_inline(scale=5, border=4, light="#fff")
    context = {"url": url, "key": text, "drawing": mark_safe(svg)}  # noqa: S308
    return render_form(request, "league/people/second_factor_new.html", form, **context)


@account_action
def turn_off(request: HttpRequest, person: Player) -> HttpResponse:
    """Disable two-factor authentication."""
    with errors_as_messages(request, even_missing=True):
        second_factor.disable_second_factor(player_id=person.pk, at=now(), **_get_proof(request, person))
        messages.success(request, _("Two-factor authentication is off. You now sign in with your password only."))
    return redirect("second-factor")


@account_action
def new_codes(request: HttpRequest, person: Player) -> HttpResponse:
    """Replace the recovery codes and show the new ones."""
    with errors_as_messages(request, even_missing=True):
        return _render_codes(
            request, second_factor.replace_recovery_codes(player_id=person.pk, at=now(), **_get_proof(request, person))
        )
    return redirect("second-factor")


def _get_proof(request: HttpRequest, person: Player) -> dict[str, Any]:
    return {"password": request.POST.get("password", ""), "source": get_source(request, person.pk)}


def _render_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "league/people/recovery_codes.html", {"codes": codes})
