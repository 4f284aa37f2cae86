"""Topics that a stream may be opened for: those of matches, and those that other packages register."""

from __future__ import annotations

import re

ID = r"[1-9][0-9]{0,17}"
"""A pattern of the id in a topic such as `match.12`."""
_patterns = [rf"match\.{ID}", rf"chat\.{ID}\.[0-9a-f]{{20}}", "me"]
_hints: list[str] = []


def register(*patterns: str, changes_concerns: bool = False) -> None:
    """Let streams be opened for topics of these patterns. Called when an app is ready.

    With `changes_concerns` a wake-up of such a topic may mean that somebody has got, or lost, a match, and streams of
    the topic `me` look again.
    """
    _patterns.extend(patterns)
    if changes_concerns:
        _hints.extend(patterns)


def is_topic(text: str) -> bool:
    return re.fullmatch("|".join(_patterns), text) is not None


def changes_concerns(topic: str) -> bool:
    return re.fullmatch("|".join(_hints), topic) is not None
