"""The private keys of this installation: the secrets of setting RECORD_KEY, one a key, kept nowhere else."""

from collections.abc import Mapping
from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings


def private_keys() -> Mapping[str, Ed25519PrivateKey]:
    """Return the keys whose secrets are at hand, by public key (hex), in the order of the setting.

    No key follows from another one: a secret that was read gives away one key alone.
    """
    return _private_keys(settings.RECORD_KEY)


def private_key(public_key: str) -> Ed25519PrivateKey | None:
    """Return the key with this public key, None where its secret is not in the setting."""
    return private_keys().get(public_key)


@cache
def _private_keys(secrets: str) -> Mapping[str, Ed25519PrivateKey]:
    keys = [Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)) for secret in secrets.split(",")]
    return {key.public_key().public_bytes_raw().hex(): key for key in keys}
