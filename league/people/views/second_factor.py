"""Pages of two-factor authentication and its recovery codes."""

from typing import Any

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET

from engines.words import say
from league.forms import add_refusal, form_page, refusals_as_messages, show_refusal
from league.people.actions import second_factor
from league.people.forms import FirstCodeForm, OwnPassword
from league.people.known_browsers import source_of
from league.people.models import Player
from league.people.queries import recovery_codes_left, second_factor_key
from league.people.views.account import own, own_button, own_form
from matches.moment import now
from matches.refusals import Refused


@require_GET
@own
def state(request: HttpRequest, person: Player) -> HttpResponse:
    """Show whether two-factor authentication is on."""
    context = {"codes_left": recovery_codes_left(person), "form": OwnPassword()}
    return render(request, "league/people/second_factor.html", context)


@own_form
def set_up(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the key as a QR code and as text, and process the first code, which enables it."""
    form = FirstCodeForm(request.POST or None)
    try:
        if form.is_valid():
            source = source_of(request, person.pk)
            codes = second_factor.confirm(player_id=person.pk, at=now(), source=source, **form.cleaned_data)
            return _codes(request, codes)
        second_factor.begin(player_id=person.pk)
    except Refused as refusal:
        if refusal.field is None:
            show_refusal(request, refusal)
            return redirect("second-factor")
        add_refusal(form, refusal)
    key = second_factor_key(person)
    if key is None:
        return redirect("second-factor")
    url, text = key
    # Always dark on white: apps cannot read inverted codes.
    drawing = segno.make(url, error="m").svg_inline(scale=5, border=4, light="#fff")
    context = {"url": url, "key": text, "drawing": mark_safe(drawing)}  # noqa: S308
    return form_page(request, "league/people/second_factor_new.html", form, **context)


@own_button
def turn_off(request: HttpRequest, person: Player) -> HttpResponse:
    """Disable two-factor authentication."""
    with refusals_as_messages(request, even_missing=True):
        second_factor.turn_off(player_id=person.pk, at=now(), **_proof(request, person))
        messages.success(request, say("Two-factor authentication is off. You now sign in with your password only."))
    return redirect("second-factor")


@own_button
def new_codes(request: HttpRequest, person: Player) -> HttpResponse:
    """Replace the recovery codes and show the new ones."""
    with refusals_as_messages(request, even_missing=True):
        return _codes(request, second_factor.new_codes(player_id=person.pk, at=now(), **_proof(request, person)))
    return redirect("second-factor")


def _proof(request: HttpRequest, person: Player) -> dict[str, Any]:
    return {"password": request.POST.get("password", ""), "source": source_of(request, person.pk)}


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return render(request, "league/people/recovery_codes.html", {"codes": codes})
