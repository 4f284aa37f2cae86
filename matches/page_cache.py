"""The one cache of rendered output: fragments and API responses that are the same for many readers.

An entry names the topics it shows and is valid while each has the version under which it was made. `publish_on_commit`
renews a topic on commit, before the writer gets a response: writers see their own writes, and entries of other topics
stay. Stored in Redis (`settings.CACHES`), which may lose it at any time.
"""

import logging
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar, cast
from uuid import uuid4

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from redis import RedisError

T = TypeVar("T")
logger = logging.getLogger(__name__)
ENTRY_S = 30
"""Maximum age of an entry in seconds: changes without a topic, such as a renamed player, show this late at most."""
VERSION_S = 3600
RETRY_S = 2.0
PATIENCE_S = 5.0
"""How long to wait for another thread that makes the same entry before making it too."""
_failed_at = float("-inf")
_turns = [Lock() for _ in range(64)]


def cached(name: str, key: object, make: Callable[[], T], *, topics: Collection[str]) -> T:
    """Return the result of `make`, cached until one of the topics changes.

    It must be JSON and depend only on `key` and the language.
    """
    place = f"entry:{name}:{sha256(repr((key, get_language())).encode()).hexdigest()}"
    if time.monotonic() < _failed_at + ENTRY_S + RETRY_S:
        return make()  # If a new version could not be stored, the topic has none until all entries have expired.
    versions, entry = _find(place, topics)
    if entry is None and versions is not None:
        turn = _turns[hash(place) % len(_turns)]  # Only one thread of this process at a time makes an entry.
        is_mine = turn.acquire(timeout=PATIENCE_S)
        try:
            versions, entry = _find(place, topics)
            if entry is None:
                entry = [versions, make()]
                with _failures_noted():
                    cache.set(place, entry, ENTRY_S)
        finally:
            if is_mine:
                turn.release()
    return cast(T, entry[1] if entry else make())


def cached_fragment(
    template: str, key: object, make: Callable[[], Mapping[str, Any]], *, topics: Collection[str]
) -> SafeString:
    """Return the template rendered with the result of `make`, cached. There is no request, and so no CSRF token."""
    rendered = cached(template, key, lambda: render_to_string(template, {**make()}), topics=topics)
    return mark_safe(rendered)  # noqa: S308 - templates escape what people wrote


def renew(topic: str) -> None:
    """Give the topic a new version, so that everything that shows it is rendered again on next use."""
    if time.monotonic() >= _failed_at + RETRY_S:
        with _failures_noted():
            cache.set(f"version:{topic}", uuid4().hex, VERSION_S)


def _find(place: str, topics: Collection[str]) -> tuple[list[str] | None, list[Any] | None]:
    """Return the topics' current versions (None if unknown) and the entry if it was made under them."""
    keys = [f"version:{topic}" for topic in topics]
    with _failures_noted():
        found = cache.get_many([place, *keys])
        for key in keys:
            if key not in found:
                cache.add(key, uuid4().hex, VERSION_S)
                found[key] = cache.get(key)
        versions = [found[key] for key in keys]
        entry = found.get(place)
        return versions, entry if entry and entry[0] == versions else None
    return None, None


@contextmanager
def _failures_noted() -> Iterator[None]:
    global _failed_at
    try:
        yield
    except (RedisError, OSError) as error:
        _failed_at = time.monotonic()
        logger.warning("the page cache is away: %s", error)
