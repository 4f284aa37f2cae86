"""Topics that a stream may be opened for, and what other packages register for theirs: patterns, pictures, people.

A topic such as "draft.12" without a painter only tells its pages to look again. "me" stands for everything that
concerns whoever opened the stream.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

ID = r"[1-9][0-9]{0,17}"
"""A pattern of the id in a topic such as `match.12`."""
_topics = re.compile(rf"match\.{ID}|chat\.{ID}\.[0-9a-f]{{20}}|me")
_hints: list[re.Pattern[str]] = []
ME = "me"
Finder = Callable[[Collection[int]], Mapping[int, frozenset[str]]]
_finders: list[Finder] = []


def register(*patterns: str, changes_concerns: bool = False) -> None:
    """Let streams be opened for topics of these patterns. Called when an app is ready.

    With `changes_concerns` a wake-up of such a topic may mean that somebody has got, or lost, a match, and streams of
    the topic `me` look again.
    """
    global _topics
    _topics = re.compile("|".join([_topics.pattern, *patterns]))
    if changes_concerns:
        _hints.append(re.compile("|".join(patterns)))


def is_topic(text: str) -> bool:
    return _topics.fullmatch(text) is not None


def changes_concerns(topic: str) -> bool:
    return any(hint.fullmatch(topic) for hint in _hints)


def register_finder(finder: Finder) -> None:
    """`finder` names, for players by id, the topics that concern each; who is left out may hear nothing any more."""
    _finders[:] = [finder]


def concerns(player_ids: Collection[int]) -> Mapping[int, frozenset[str]]:
    return _finders[0](player_ids) if _finders else {}


_painters: dict[str, Any] = {}


def register_painter(kind: str, painter: Any) -> None:
    """`painter` draws the pictures of topics of this kind: for everybody, so of what everybody may see.

    `marks(ids)` says how far each of these stands, by whole numbers that grow with everything that can be seen.
    `picture(id, since)` returns the mark, and JSON of everything that has changed after `since`; None for nothing.
    """
    _painters[kind] = painter


def painters() -> Mapping[str, Any]:
    """By kind of topic, what draws the pictures of its topics."""
    return _painters
