"""Encrypting a message for one browser (RFC 8291, in the content coding of RFC 8188). Pure but for chance."""

from __future__ import annotations

import base64
import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096
MOST = 3000
"""Bytes of a message: services take 4096 with what is added."""


def unpacked(text: str) -> bytes:
    """Bytes from base64 for addresses, with or without its padding. ValueError if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes,
    browser: bytes,
    secret: bytes,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push: only the browser with this public key (65 bytes) and secret (16 bytes) can read it.

    `own` and `salt` are drawn anew for each message. ValueError if the key is no point of the curve.
    """
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    mine = point(own.public_key())
    shared = _derive(own.exchange(ec.ECDH(), theirs), secret, b"WebPush: info\0" + browser + mine, 32)
    key = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine + sealed


def _derive(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)
