"""Pages of signing in with an account of another site, and of linking such accounts.

django-allauth speaks with the provider: OAuth 2.0 with PKCE, a state that this session must return once, and for OpenID
Connect a signed token. What an identity may do here is decided below, so none of allauth's own pages is used.
"""

import logging
import re
import secrets
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NoReturn

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.base import AuthError
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from jwt import PyJWTError
from redis import RedisError
from requests import RequestException

from engines.i18n import translate as _
from league.forms import errors_as_messages, errors_on_form, render_form, show_error
from league.people.actions.credentials import check_owner
from league.people.actions.linked_accounts import create_account_with, link_identity, unlink_identity
from league.people.forms import CurrentPasswordForm, NewAccountForm
from league.people.known_browsers import get_source
from league.people.models import Player
from league.people.providers import Identity, get_provider_name, list_providers
from league.people.queries import list_linked_accounts
from league.people.sessions import find_viewer
from league.people.views.account import account_action, account_page
from league.people.views.authentication import complete_sign_in, continue_sign_in, get_next_url
from matches.costly_work import costly_work
from matches.errors import ActionError
from matches.rate_limits import address_bucket, consume, raise_if_exceeded
from matches.server_time import now

logger = logging.getLogger(__name__)
SIGN_IN, LINK = "login", "connect"
PENDING_KEY = "new_identity"
CONFIG_S = 3600
SIGN_UP_TIMEOUT = timedelta(minutes=30)
ID_TOKEN_PROVIDERS = ("openid_connect", "google")
PROVIDER_FAULTS = (
    OAuth2Error, RequestException, PyJWTError, ValidationError, LookupError, TypeError, ValueError, AttributeError, RedisError,
)  # fmt: skip
"""What allauth raises if a provider is unreachable or its answer broken, or if a token's use can't be remembered."""


@require_POST
@never_cache
def start_sign_in(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Lead to the provider, to sign in or to create an account."""
    with errors_as_messages(request):
        _count_call(request)
        return _lead_to_provider(request, provider_id, SIGN_IN, get_next_url(request))
    return redirect("sign-in")


@account_action
def start_link(request: HttpRequest, person: Player, provider_id: str) -> HttpResponse:
    """Lead to the provider, to link an account there. Requires the password, or a recent sign-in without one."""
    with errors_as_messages(request):
        _count_call(request)
        check_owner(player_id=person.pk, password=request.POST.get("password", ""), source=get_source(request, person.pk))
        return _lead_to_provider(request, provider_id, LINK, player_id=person.pk)
    return redirect("linked-accounts")


def _count_call(request: HttpRequest) -> None:
    """Raise ActionError if this address has asked for too many calls of providers, which may be slow."""
    raise_if_exceeded(consume([address_bucket(request.META, "providers")]))


def _lead_to_provider(
    request: HttpRequest, provider_id: str, purpose: str, next_url: str = "", player_id: int | None = None
) -> HttpResponse:
    """Return a page that leads to the provider at once.

    The policy `form-action` keeps browsers from following a redirect to another site after a form.
    """
    adapter = ProviderAdapter(request)
    provider = adapter.find_provider(provider_id)
    params = provider.get_auth_params()
    data = {"player": player_id, "nonce": secrets.token_urlsafe(16)}
    if provider.id in ID_TOKEN_PROVIDERS:
        params["nonce"] = data["nonce"]
    try:
        with costly_work():
            answer = provider.redirect(request, purpose, next_url, data, scope=provider.get_scope(), auth_params=params)
    except PROVIDER_FAULTS as error:
        adapter.on_authentication_error(request, provider, exception=error)
    context = {"provider": get_provider_name(provider_id), "url": answer["Location"]}
    return render(request, "league/people/to_provider.html", context)


@require_GET
@never_cache
def provider_callback(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Receive the browser from the provider. Each state is good once, for this session, within ten minutes."""
    adapter = ProviderAdapter(request)
    provider = adapter.find_provider(provider_id)
    try:
        _count_call(request)
    except ActionError as error:
        show_error(request, error)
        return _redirect_back(request)
    protocol = provider.get_oauth2_adapter(request)
    try:
        with costly_work():
            response: HttpResponse = OAuth2CallbackView.adapter_view(protocol)(request)
    except PROVIDER_FAULTS as error:
        adapter.on_authentication_error(request, provider, exception=error)
    vouched_for = getattr(request, "vouched_for", None)
    return response if vouched_for is None else _complete(request, vouched_for)


class SignedTokenAdapter(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]
    """OpenID Connect whose token is checked by its signature, too, not by the connection alone."""

    @cached_property
    def openid_config(self) -> Any:
        """Return the provider's description of itself, which is asked for once an hour."""
        return cache.get_or_set(f"provider:{self.provider_id}", lambda: super(SignedTokenAdapter, self).openid_config, CONFIG_S)

    def _decode_id_token(self, app: SocialApp, id_token: str) -> Any:
        self.did_fetch_access_token = False
        return super()._decode_id_token(app, id_token)


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Allauth's hooks: they end its flow and go on with this module's."""

    def find_provider(self, provider_id: str) -> Any:
        """Return allauth's provider. Raises Http404 if it is not configured."""
        try:
            provider = self.get_provider(self.request, provider_id)
        except SocialApp.DoesNotExist:
            raise Http404("This provider is not configured.") from None
        if provider.id == "openid_connect":
            provider.oauth2_adapter_class = SignedTokenAdapter
        return provider

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: Any) -> Any:
        """Keep what the provider told about the account for this request; store only what its owner knows it by."""
        account = sociallogin.account
        sociallogin.told = account.extra_data
        sociallogin.username = str(data.get("username") or "")
        label = sociallogin.username or str(sociallogin.provider.wrap_account(account).to_str())
        account.extra_data = {"label": label[:100]}
        return sociallogin.user

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> NoReturn:
        """Hand over to the callback's view what the provider has vouched for."""
        if not _is_token_for_this_request(sociallogin):
            self.on_authentication_error(request, sociallogin.provider)
        request.vouched_for = sociallogin  # type: ignore[attr-defined]
        raise ImmediateHttpResponse(HttpResponse())

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, exception: Any = None, extra_context: Any = None
    ) -> NoReturn:
        """Say that it failed, on the page where it began."""
        name = get_provider_name(provider.sub_id)
        if error != AuthError.CANCELLED:
            logger.warning("sign-in with %s failed: %r", provider.sub_id, exception)
            messages.error(request, _("Sign-in with {provider} failed or took too long. Try again.", provider=name))
        raise ImmediateHttpResponse(_redirect_back(request))


def _redirect_back(request: HttpRequest) -> HttpResponse:
    viewer = find_viewer(request)
    return redirect("linked-accounts" if viewer and not viewer.is_guest else "sign-in")


def _is_token_for_this_request(sociallogin: Any) -> bool:
    """Return whether an OpenID Connect token answers this very request, and its user data are of the same subject."""
    if sociallogin.provider.id not in ID_TOKEN_PROVIDERS:
        return True
    told = sociallogin.told
    token, user_data = (told.get("id_token"), told.get("userinfo")) if "id_token" in told else (told, None)
    nonce = sociallogin.state["data"]["nonce"]
    return constant_time_compare(str(token.get("nonce")), nonce) and (not user_data or user_data.get("sub") == token.get("sub"))


def _complete(request: HttpRequest, sociallogin: Any) -> HttpResponse:
    """Link, sign in or offer a new account, as the request that led to the provider wanted."""
    account, state = sociallogin.account, sociallogin.state
    identity = Identity(account.provider, account.uid, account.extra_data["label"])
    viewer = find_viewer(request)
    name = get_provider_name(identity.provider)
    if state["process"] == LINK:
        if viewer is None or viewer.pk != state["data"]["player"]:
            messages.error(request, _("You signed out or switched accounts meanwhile. Nothing was linked."))
            return _redirect_back(request)
        with errors_as_messages(request):
            link_identity(identity, player_id=viewer.pk, at=now())
            messages.success(request, _("{provider} account linked.", provider=name))
        return redirect("linked-accounts")
    if account.pk:
        if account.user.is_active:
            return continue_sign_in(request, account.user, state.get("next") or "home")
        messages.error(request, _("This account is closed. You can't sign in to it."))
        return _redirect_back(request)
    if viewer is not None and not viewer.is_guest:
        messages.error(request, _("This {provider} account isn't linked yet. You can link it here.", provider=name))
        return redirect("linked-accounts")
    email = sociallogin.email_addresses[0].email if sociallogin.email_addresses else ""
    request.session[PENDING_KEY] = {
        "identity": identity, "username": re.sub(r"[^A-Za-z0-9_-]+", "-", sociallogin.username).strip("-_")[:20],
        "email": email, "next": state.get("next", ""), "at": now().isoformat(),
    }  # fmt: skip
    return redirect("provider-sign-up")


@require_http_methods(["GET", "POST"])
@never_cache
def sign_up_page(request: HttpRequest) -> HttpResponse:
    """Show and process the form of a new account for the identity that the provider has vouched for."""
    viewer, pending = find_viewer(request), request.session.get(PENDING_KEY)
    if viewer and not viewer.is_guest:
        return redirect("linked-accounts")
    if pending is None or now() - datetime.fromisoformat(pending["at"]) > SIGN_UP_TIMEOUT:
        messages.info(request, _("Choose how you want to sign in."))
        return redirect("sign-in")
    identity = Identity(*pending["identity"])
    form = NewAccountForm(request.POST or None, initial={"username": pending["username"], "email": pending["email"]})
    if form.is_valid():
        guest_id = viewer.pk if viewer else None
        with errors_on_form(form):
            player_id = create_account_with(
                identity, **form.cleaned_data, guest_id=guest_id, at=now(), address=request.META.get("REMOTE_ADDR", "")
            )
            del request.session[PENDING_KEY]
            messages.success(request, _("Welcome to League Zero."))
            return complete_sign_in(request, Player.objects.get(pk=player_id), pending["next"] or "home")
    context = {"provider": get_provider_name(identity.provider), "label": identity.label, "guest": viewer}
    return render_form(request, "league/people/provider_sign_up.html", form, **context)


@require_GET
@account_page
def linked_accounts(request: HttpRequest, person: Player) -> HttpResponse:
    """Show the linked accounts, and the providers of which one can be linked."""
    linked = list_linked_accounts(person)
    known = {account.provider for account in linked}
    context = {
        "linked": linked, "others": [provider for provider in list_providers() if provider.id not in known],
        "providers": [provider for provider in list_providers() if provider.id in known],
        "person": person, "form": CurrentPasswordForm(person=person),
    }  # fmt: skip
    return render(request, "league/people/linked_accounts.html", context)


@account_action
def unlink(request: HttpRequest, person: Player, provider_id: str) -> HttpResponse:
    """Remove a linked account."""
    with errors_as_messages(request, even_missing=True):
        password, source = request.POST.get("password", ""), get_source(request, person.pk)
        unlink_identity(player_id=person.pk, provider=provider_id, password=password, at=now(), source=source)
        messages.success(request, _("{provider} account unlinked.", provider=get_provider_name(provider_id)))
    return redirect("linked-accounts")
