"""How this site shows a browser's push service who it is (VAPID, RFC 8292)."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from league.notifications.push.encryption import packed, point

GOOD_FOR = timedelta(hours=12)
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: private keys are from 1 to one less."""


def public_key() -> str:
    """The key that browsers are given when they subscribe: pushes signed by any other are refused."""
    return packed(point(_key(settings.SECRET_KEY).public_key()))


def authorization(endpoint: str, at: datetime) -> str:
    """Return the Authorization header of a push to this endpoint."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int((at + GOOD_FOR).timestamp()), "sub": _contact()}
    token = jwt.encode(claims, _key(settings.SECRET_KEY), algorithm="ES256")
    return f"vapid t={token}, k={public_key()}"


def _contact() -> str:
    """Whom a push service may write to."""
    if settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


@cache
def _key(secret: str) -> ec.EllipticCurvePrivateKey:
    """It follows from the site's secret key, so every process has the same, and none has to be kept."""
    drawn = hmac.new(secret.encode(), b"web push", hashlib.sha512).digest()
    return ec.derive_private_key(int.from_bytes(drawn, "big") % (_ORDER - 1) + 1, ec.SECP256R1())
