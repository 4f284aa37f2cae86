"""Which games people can play on a page: those whose board is drawn."""

from functools import cache

from django.contrib.staticfiles import finders

from engines import registry


@cache
def playable() -> tuple[str, ...]:
    """The keys of the games that have a board, in order. The others are for programs: command line and records."""
    return tuple(key for key in registry.keys() if finders.find(f"matches/boards/{key}.js"))  # noqa: SIM118
