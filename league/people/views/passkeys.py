"""Pages of passkeys: the browser makes a key or signs with one (WebAuthn), fido2 verifies it."""

import json
import struct
from typing import Any

from allauth.mfa.webauthn.internal import auth
from cryptography.exceptions import InvalidSignature
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from engines.i18n import translate as _
from league.forms import errors_as_messages, render_form
from league.people.actions.credentials import check_owner
from league.people.actions.passkeys import MAX_NAME_LENGTH, add_passkey, remove_passkey
from league.people.forms import CurrentPasswordForm
from league.people.known_browsers import get_source
from league.people.models import Player
from league.people.queries import list_passkeys
from league.people.views.account import account_action, account_form
from league.people.views.authentication import complete_sign_in, get_next_url
from matches.errors import ActionError
from matches.server_time import now

MAX_CREDENTIAL_LENGTH = 20_000
ADDING_KEY = "adds_passkey"
BAD_CREDENTIAL = (
    ValidationError, ValueError, TypeError, LookupError, AttributeError, struct.error, InvalidSignature, RecursionError,
)  # fmt: skip
"""What fido2 and allauth raise for an answer of a browser that is malformed or not right."""


class PasskeyForm(CurrentPasswordForm):
    """A new passkey: its name, and what the browser has made of it."""

    name = forms.CharField(
        label=gettext_lazy("Name of the passkey"),
        max_length=MAX_NAME_LENGTH,
        help_text=gettext_lazy("The device or program that keeps it, such as “Phone”."),
    )
    credential = forms.CharField(max_length=MAX_CREDENTIAL_LENGTH, widget=forms.HiddenInput, required=False)
    field_order = ["name", "password"]


@account_form
def passkeys(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the passkeys; on POST add one. The password was checked before the browser was asked to make it."""
    form = PasskeyForm(person=person)
    if request.method == "POST":
        with errors_as_messages(request):
            credential = _parse_credential(request)
            # Only options of a new passkey, which take the password, may lead here.
            if request.session.pop(ADDING_KEY, None) != person.pk:
                raise _not_right()
            try:
                auth.parse_registration_response(credential)
                auth.complete_registration(credential)
            except BAD_CREDENTIAL:
                raise _not_right() from None
            add_passkey(player_id=person.pk, name=request.POST.get("name", ""), credential=credential, at=now())
            messages.success(request, _("Passkey added. You can sign in with it from now on."))
        return redirect("passkeys")
    return render_form(request, "league/people/passkeys.html", form, passkeys=list_passkeys(person))


@account_action
def creation_options(request: HttpRequest, person: Player) -> HttpResponse:
    """Return what the browser needs to make a passkey. Requires the password, or a recent sign-in without one."""
    request.session.pop(ADDING_KEY, None)
    try:
        password, source = request.POST.get("password", ""), get_source(request, person.pk)
        check_owner(player_id=person.pk, password=password, source=source)
    except ActionError as error:
        return JsonResponse({"code": error.code, "text": error.text, "field": error.field}, status=422)
    options = auth.begin_registration(person, passwordless=True)
    request.session[ADDING_KEY] = person.pk
    return JsonResponse(options)


@account_action
def remove(request: HttpRequest, person: Player, passkey_id: int) -> HttpResponse:
    """Remove a passkey."""
    with errors_as_messages(request, even_missing=True):
        password, source = request.POST.get("password", ""), get_source(request, person.pk)
        remove_passkey(player_id=person.pk, passkey_id=passkey_id, password=password, at=now(), source=source)
        messages.success(request, _("Passkey removed. Delete it on your device, too."))
    return redirect("passkeys")


@require_POST
@never_cache
def request_options(request: HttpRequest) -> HttpResponse:
    """Return what the browser needs to sign in with any passkey of this site."""
    request.session.pop(ADDING_KEY, None)
    return JsonResponse(auth.begin_authentication())


@require_POST
@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey. Each challenge is good once."""
    with errors_as_messages(request):
        credential = _parse_credential(request)
        try:
            player = auth.extract_user_from_response(credential)
            passkey = auth.complete_authentication(player, credential)
        except BAD_CREDENTIAL:
            raise _not_right() from None
        finally:
            auth.clear_state()
        if not player.is_active:
            raise ActionError("closed", _("This account is closed. You can't sign in to it."))
        passkey.record_usage()
        return complete_sign_in(request, player, get_next_url(request) or "home")
    return redirect("sign-in")


def _not_right() -> ActionError:
    return ActionError("bad-passkey", _("This passkey can't be used here, or it took too long. Try again."))


def _parse_credential(request: HttpRequest) -> dict[str, Any]:
    text = request.POST.get("credential", "")
    try:
        credential = json.loads(text) if len(text) <= MAX_CREDENTIAL_LENGTH else None
    except (ValueError, RecursionError):
        credential = None
    if not isinstance(credential, dict):
        raise _not_right()
    return credential
