"""What the topic "me" stands for: everything that concerns whoever opened the stream, found by whoever knows people."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from django.db import close_old_connections

ME = "me"

Finder = Callable[[Collection[int]], Mapping[int, frozenset[str]]]
_finders: list[Finder] = []


def register(finder: Finder) -> None:
    """`finder` names, for players by id, the topics that concern each; who is left out may hear nothing any more."""
    _finders[:] = [finder]


def concerns(player_ids: Collection[int]) -> Mapping[int, frozenset[str]]:
    try:
        return _finders[0](player_ids) if _finders else {}
    finally:
        close_old_connections()
