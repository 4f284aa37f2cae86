"""As a process is that has just begun: of what it keeps between requests, nothing that spares it a question is left."""

from __future__ import annotations

from django.contrib.contenttypes.models import ContentType

from league.drafts import live_board
from league.drafts.queries import states
from league.standings.queries import standings_cache
from matches.queries import seating
from matches.sharing import store


def nothing_kept() -> None:
    store.forget()
    standings_cache._kept.clear()
    states._states.clear()
    live_board._boards.clear()
    seating._kept.cache_clear()
    ContentType.objects.clear_cache()
