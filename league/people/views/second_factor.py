"""Pages of two-factor authentication and its recovery codes."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.totp.internal.auth import clear_totp_secret, get_totp_secret
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.forms import errors_as_messages, errors_on_form, render_form
from league.people.actions import second_factor
from league.people.forms import CurrentPasswordForm, FirstCodeForm
from league.people.known_browsers import get_source
from league.people.models import Player
from league.people.queries import count_recovery_codes
from league.people.views.account import account_action, account_form, account_page
from matches.server_time import now


@require_GET
@account_page
def second_factor_state(request: HttpRequest, person: Player) -> HttpResponse:
    """Show whether two-factor authentication is on."""
    context = {"codes_left": count_recovery_codes(person), "form": CurrentPasswordForm(person=person)}
    return render(request, "league/people/second_factor.html", context)


@account_form
def set_up(request: HttpRequest, person: Player) -> HttpResponse:
    """Show a key as a QR code and as text, and process the first code, which enables it. The session keeps the key."""
    if second_factor.has_second_factor(person.pk):
        return redirect("second-factor")
    secret, form = get_totp_secret(), FirstCodeForm(request.POST or None, person=person)
    if form.is_valid():
        with errors_on_form(form):
            source = get_source(request, person.pk)
            data = {**form.cleaned_data, "secret": secret, "source": source}
            codes = second_factor.confirm_setup(player_id=person.pk, at=now(), **data)
            clear_totp_secret(request)
            return _render_codes(request, codes)
    adapter = get_adapter()
    url = adapter.build_totp_url(person, secret)
    context = {
        "url": url, "key": " ".join(secret[index : index + 4] for index in range(0, len(secret), 4)),
        "drawing": mark_safe(adapter.build_totp_svg(url)),  # noqa: S308
    }  # fmt: skip
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
