"""The secret in the address of somebody's calendar. It follows from a salt, so that it is stored nowhere."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings

LENGTH = 32


def calendar_key(player_id: int, salt: str) -> str:
    """128 bits in hex. With another salt it is another one, and the old address leads nowhere."""
    words = f"calendar {player_id} {salt}"
    return hmac.new(settings.SECRET_KEY.encode(), words.encode(), hashlib.sha256).hexdigest()[:LENGTH]
