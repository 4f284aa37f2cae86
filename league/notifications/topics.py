"""Under which name the pages of one person hear of new notifications."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings


def topic(player_id: int) -> str:
    """A name that nobody else guesses: even that somebody was told something is that person's own business."""
    key = hmac.new(settings.SECRET_KEY.encode(), f"notices {player_id}".encode(), hashlib.sha256).hexdigest()
    return f"notices.{player_id}.{key[:20]}"
