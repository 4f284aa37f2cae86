"""Sign-in with accounts of other sites, by django-allauth. Off until SIGN_IN_PROVIDERS names a provider."""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from deploy.settings.env import env

KNOWN_PROVIDERS = {"discord": "Discord", "google": "Google", "github": "GitHub", "lichess": "Lichess"}
"""Providers with addresses of their own; every other name is an OpenID Connect provider."""
_PUBLIC = {"lichess"}
"""Providers that give their clients no secret."""


def build_providers(names: Sequence[str], variables: Mapping[str, str]) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the providers' names by id, and allauth's settings of them. Raises SystemExit if a variable is missing.

    >>> build_providers(["lichess"], {"SIGN_IN_LICHESS_ID": "league.example"})[0]
    {'lichess': 'Lichess'}
    """
    shown: dict[str, str] = {}
    apps: dict[str, list[dict[str, Any]]] = {}
    for provider in names:
        if not re.fullmatch(r"[a-z][a-z0-9]{1,29}", provider) or provider in (*shown, "new"):
            raise SystemExit(f"SIGN_IN_PROVIDERS: {provider!r} must be a name of lowercase letters and digits, listed once.")
        own = provider in KNOWN_PROVIDERS
        needed = ["ID", *([] if provider in _PUBLIC else ["SECRET"]), *([] if own else ["URL"])]
        values = {key: variables.get(f"SIGN_IN_{provider.upper()}_{key}", "") for key in ("ID", "SECRET", "URL", "NAME")}
        if missing := [key for key in needed if not values[key]]:
            raise SystemExit(f"SIGN_IN_PROVIDERS lists {provider}: set SIGN_IN_{provider.upper()}_{missing[0]}, too.")
        shown[provider] = KNOWN_PROVIDERS.get(provider) or values["NAME"] or provider.capitalize()
        app: dict[str, Any] = {"client_id": values["ID"], "secret": values["SECRET"], "name": shown[provider]}
        if not own:
            app |= {"provider_id": provider, "settings": {"server_url": values["URL"].rstrip("/")}}
        apps.setdefault(provider if own else "openid_connect", []).append(app)
    return shown, {kind: {"OAUTH_PKCE_ENABLED": True, "APPS": found} for kind, found in apps.items()}


SIGN_IN_PROVIDERS, SOCIALACCOUNT_PROVIDERS = build_providers(env.list("SIGN_IN_PROVIDERS", default=[]), os.environ)
SOCIALACCOUNT_ADAPTER = "league.people.views.providers.ProviderAdapter"
# To suggest it when an account is created. An address that a provider gives never finds an account.
SOCIALACCOUNT_QUERY_EMAIL = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_REQUESTS_TIMEOUT = 2

MFA_ADAPTER = "league.people.passkeys.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_TOTP_ISSUER = "League Zero"
MFA_TOTP_TOLERANCE = 1
"""Codes of the half minutes before and after are right, too: clocks of phones differ."""
