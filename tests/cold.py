"""As a process is that has just begun: of what it keeps between requests, nothing that spares it a question is left."""

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache

from league.drafts import live_board
from league.drafts.queries import states
from matches.queries import seats


def nothing_kept() -> None:
    cache.clear()
    states._states.clear()
    live_board._boards.clear()
    seats._get_cached_seats.cache_clear()
    ContentType.objects.clear_cache()
