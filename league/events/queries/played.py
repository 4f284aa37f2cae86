"""Which matches of a pairing were played."""

from __future__ import annotations

from django.db.models import Q

from engines.referee_notation import ENTERED


def was_played(to_match: str = "match__") -> Q:
    """Return the condition that a match was begun here, or was played elsewhere and entered."""
    return Q(**{f"{to_match}started_at__isnull": False}) | Q(**{f"{to_match}reason": ENTERED})
