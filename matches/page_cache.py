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
LOCK_TIMEOUT_S = 5.0
"""How long to wait for another thread that makes the same entry before making it too."""
_failed_at = float("-inf")
_locks = [Lock() for _ in range(64)]


def get_or_render(name: str, key: object, make: Callable[[], T], *, topics: Collection[str]) -> T:
    """Return the result of `make`, cached until one of the topics changes.

    It must be JSON and depend only on `key` and the language.
    """
    cache_key = f"entry:{name}:{sha256(repr((key, get_language())).encode()).hexdigest()}"
    if time.monotonic() < _failed_at + ENTRY_S + RETRY_S:
        return make()  # If a new version could not be stored, the topic has none until all entries have expired.
    versions, entry = _read(cache_key, topics)
    if entry is None and versions is not None:
        lock = _locks[hash(cache_key) % len(_locks)]  # Only one thread of this process at a time makes an entry.
        is_locked = lock.acquire(timeout=LOCK_TIMEOUT_S)
        try:
            versions, entry = _read(cache_key, topics)
            if entry is None:
                entry = [versions, make()]
                with _record_failures():
                    cache.set(cache_key, entry, ENTRY_S)
        finally:
            if is_locked:
                lock.release()
    return cast(T, entry[1] if entry else make())


def render_fragment(
    template: str, key: object, make: Callable[[], Mapping[str, Any]], *, topics: Collection[str]
) -> SafeString:
    """Return the template rendered with the result of `make`, cached. There is no request, and so no CSRF token."""
    rendered = get_or_render(template, key, lambda: render_to_string(template, {**make()}), topics=topics)
    return mark_safe(rendered)  # noqa: S308 - templates escape what people wrote


def invalidate(topic: str) -> None:
    """Give the topic a new version, so that everything that shows it is rendered again on next use."""
    if time.monotonic() >= _failed_at + RETRY_S:
        with _record_failures():
            cache.set(f"version:{topic}", uuid4().hex, VERSION_S)


def _read(cache_key: str, topics: Collection[str]) -> tuple[list[str] | None, list[Any] | None]:
    """Return the topics' current versions (None if unknown) and the entry if it was made under them."""
    keys = [f"version:{topic}" for topic in topics]
    with _record_failures():
        values = cache.get_many([cache_key, *keys])
        for key in keys:
            if key not in values:
                cache.add(key, uuid4().hex, VERSION_S)
                values[key] = cache.get(key)
        versions = [values[key] for key in keys]
        entry = values.get(cache_key)
        return versions, entry if entry and entry[0] == versions else None
    return None, None


@contextmanager
def _record_failures() -> Iterator[None]:
    global _failed_at
    try:
        yield
    except (RedisError, OSError) as error:
        _failed_at = time.monotonic()
        logger.warning("page cache unavailable: %s", error)
