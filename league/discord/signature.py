"""Verification of Discord's requests (https://discord.com/developers/docs/interactions/overview)."""

from datetime import datetime, timedelta

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MAX_AGE = timedelta(minutes=5)
"""How far the time of a request may be off; older ones could be repetitions."""


def is_genuine(*, public_key: str, signature: str, timestamp: str, body: bytes, at: datetime) -> bool:
    """Return whether the owner of the hexadecimal key signed this timestamp and body, a short time ago."""
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        return False
    if abs(int(timestamp) - at.timestamp()) > MAX_AGE.total_seconds():
        return False
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
    try:
        key.verify(bytes.fromhex(signature), timestamp.encode() + body)
    except (InvalidSignature, ValueError):
        return False
    return True
