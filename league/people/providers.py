"""Sites whose accounts sign players in here, as configured, and identities that they vouch for."""

from typing import NamedTuple

from django.conf import settings


class Provider(NamedTuple):
    """A configured provider."""

    id: str
    name: str


class Identity(NamedTuple):
    """An account at a provider. Only `provider` and `uid` identify it; the rest is shown or suggested."""

    provider: str
    uid: str
    label: str
    """What its owner recognises it by."""


def list_providers() -> list[Provider]:
    """Return the configured providers, in the order of the setting."""
    return [Provider(provider, name) for provider, name in settings.SIGN_IN_PROVIDERS.items()]


def get_provider_name(provider: str) -> str:
    """Return a provider's name; its id if it is no longer configured."""
    return str(settings.SIGN_IN_PROVIDERS.get(provider, provider.capitalize()))
