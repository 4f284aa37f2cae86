"""Topics that a stream may be opened for: those of matches, and those that other packages register."""

from __future__ import annotations

import re

ID = r"[1-9][0-9]{0,17}"
"""A pattern of the id in a topic such as `match.12`."""
_topics = re.compile(rf"match\.{ID}|chat\.{ID}\.[0-9a-f]{{20}}|me")
_hints: list[re.Pattern[str]] = []


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
