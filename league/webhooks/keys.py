"""The key with which a webhook's deliveries are signed. It is in no table: who reads the database cannot sign."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime

from django.conf import settings

from league.webhooks.models import Hook


def key_of(hook: Hook) -> bytes:
    """It follows from the site's secret key and the webhook's salt, and changes with either."""
    return _key(hook.salt)


def valid_keys(hook: Hook, at: datetime) -> list[bytes]:
    """Return the keys to sign with, the newest first: a replaced one is used for a day more."""
    has_old = hook.old_until is not None and at < hook.old_until
    return [_key(hook.salt), *([_key(hook.old_salt)] if has_old else [])]


def _key(salt: str) -> bytes:
    return hmac.new(settings.SECRET_KEY.encode(), f"webhook {salt}".encode(), hashlib.sha256).digest()
