"""Encryption of web push messages (RFC 8291) and the site's VAPID identification (RFC 8292)."""

import base64
import hashlib
import hmac
import os
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.http import urlsafe_base64_encode

RECORD_SIZE = 4096
MAX_MESSAGE_BYTES = 3000
"""Most bytes of a message: services accept 4096 including the overhead."""
TOKEN_LIFETIME = timedelta(hours=12)
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256: private keys are from 1 to one less."""


def decode_base64(text: str) -> bytes:
    """Return the bytes of URL-safe base64, with or without padding. Raises ValueError if it is invalid."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def encode_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes,
    browser: bytes,
    secret: bytes,
    *,
    private_key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a push that only the browser with this public key (65 bytes) and secret (16 bytes) can read.

    `private_key` and `salt` are random by default. Raises ValueError if the key is not a point of the curve.
    """
    browser_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    private_key = private_key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    own_point = encode_point(private_key.public_key())
    shared_key = _derive(private_key.exchange(ec.ECDH(), browser_key), secret, b"WebPush: info\0" + browser + own_point, 32)
    key = _derive(shared_key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared_key, salt, b"Content-Encoding: nonce\0", 12)
    ciphertext = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(own_point)]) + own_point + ciphertext


def _derive(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)


def get_public_key() -> str:
    """Return the VAPID public key for browsers' subscriptions: services reject pushes signed with any other key."""
    return urlsafe_base64_encode(encode_point(_derive_signing_key(settings.SECRET_KEY).public_key()))


def build_authorization(endpoint: str, at: datetime) -> str:
    """Return the Authorization header of a push to this endpoint."""
    parts = urlsplit(endpoint)
    site = str(settings.SITE_URL)  # The contact for push services.
    contact = site if site.startswith("https://") else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int((at + TOKEN_LIFETIME).timestamp()), "sub": contact}
    token = jwt.encode(claims, _derive_signing_key(settings.SECRET_KEY), algorithm="ES256")
    return f"vapid t={token}, k={get_public_key()}"


@cache
def _derive_signing_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Derive the key from the site's secret key, so that every process has the same and none is stored."""
    digest = hmac.new(secret.encode(), b"web push", hashlib.sha512).digest()
    return ec.derive_private_key(int.from_bytes(digest, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
