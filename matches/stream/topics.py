"""Names of topics: `match.12`, and those that say that something was judged in a match."""

from __future__ import annotations

from matches.announce import JUDGED


def match_of(topic: str) -> int | None:
    """Return the id of the match that a topic names, None for other topics.

    >>> match_of("match.12"), match_of("event.4")
    (12, None)
    """
    kind, _, number = topic.partition(".")
    return int(number) if kind == "match" else None


def judged_in(topic: str) -> int:
    """Return the id of the match in which a topic says that something was judged; 0 for other topics."""
    return int(topic.removeprefix(JUDGED)) if topic.startswith(JUDGED) else match_of(topic) or 0
