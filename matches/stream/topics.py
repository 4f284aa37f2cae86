"""Topics of streams, and the registries of other packages for theirs: patterns, renderers, and finders.

A topic without a renderer, such as "event.12", only tells pages to reload. "me" stands for all topics that concern the
stream's player.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

ID = r"[1-9][0-9]{0,17}"
"""Regular expression of the id in a topic such as `match.12`."""
_topics = re.compile(rf"match\.{ID}|chat\.{ID}\.[0-9a-f]{{20}}|me")
_hints: list[re.Pattern[str]] = []
ME = "me"
Finder = Callable[[Collection[int]], Mapping[int, frozenset[str]]]
_finders: list[Finder] = []


def register_topics(*patterns: str, changes_user_topics: bool = False) -> None:
    """Allow streams for topics of these patterns. Call it when an app is ready.

    With `changes_user_topics`, a wake-up of such a topic may mean that a player has gained or lost a match, so that
    streams of the topic `me` check again.
    """
    global _topics
    _topics = re.compile("|".join([_topics.pattern, *patterns]))
    if changes_user_topics:
        _hints.append(re.compile("|".join(patterns)))


def is_topic(text: str) -> bool:
    """Return whether a stream may be opened for this topic."""
    return _topics.fullmatch(text) is not None


def changes_user_topics(topic: str) -> bool:
    """Return whether a wake-up of this topic may change which topics concern a player."""
    return any(hint.fullmatch(topic) for hint in _hints)


def register_finder(finder: Finder) -> None:
    """Register the function that returns by player id the topics that concern each; it omits deactivated players."""
    _finders[:] = [finder]


def find_user_topics(player_ids: Collection[int]) -> Mapping[int, frozenset[str]]:
    """Return the topics that concern each of these players."""
    return _finders[0](player_ids) if _finders else {}


_renderers: dict[str, Any] = {}


def register_topic_renderer(kind: str, renderer: Any) -> None:
    """Register the renderer of topics of this kind. What it renders is public.

    `marks(ids)` returns a number for each that grows with every visible change. `picture(id, since)` returns the mark
    and JSON of all changes after `since`, or None.
    """
    _renderers[kind] = renderer


def topic_renderers() -> Mapping[str, Any]:
    """Return the registered renderers by kind of topic."""
    return _renderers
