"""As a process is that has just begun: of what it keeps between requests, nothing that spares it a question is left."""

from __future__ import annotations

from django.contrib.contenttypes.models import ContentType

from league.draft import pictures
from league.draft.queries import states
from league.events.queries import standing_kept
from matches.queries import seating
from matches.sharing import store


def nothing_kept() -> None:
    store.forget()
    standing_kept._kept.clear()
    states._states.clear()
    pictures._boards.clear()
    seating._kept.cache_clear()
    ContentType.objects.clear_cache()
