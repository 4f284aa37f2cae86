"""The key with which a webhook's deliveries are signed. It is in no table: who reads the database cannot sign."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings

from league.hooks.models import Hook


def key_of(hook: Hook) -> bytes:
    """It follows from the site's secret key and the webhook's salt, and changes with either."""
    return hmac.new(settings.SECRET_KEY.encode(), f"webhook {hook.salt}".encode(), hashlib.sha256).digest()
