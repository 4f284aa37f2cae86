"""The private keys of this installation, made from its secret (setting RECORD_KEY) and kept nowhere else."""

from functools import cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def private_key(number: int) -> Ed25519PrivateKey:
    """Key number 0 is the secret itself, the others are derived from it, alike on every host."""
    return _made(settings.RECORD_KEY, number)


def public_key(number: int) -> str:
    """In hex, as records name it."""
    return private_key(number).public_key().public_bytes_raw().hex()


@cache
def _made(secret: str, number: int) -> Ed25519PrivateKey:
    seed = bytes.fromhex(secret)
    if number:
        seed = HKDF(SHA256(), 32, salt=None, info=f"league-zero record key {number}".encode()).derive(seed)
    return Ed25519PrivateKey.from_private_bytes(seed)
