"""What a search finds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that was found: its name, a line about it, and the path of its page."""

    title: str
    about: str
    url: str


@dataclass(frozen=True, slots=True)
class Group:
    """What was found of one kind, the best first; `more` says that there is more than is shown."""

    kind: str
    title: str
    hits: list[Hit]
    more: bool


@dataclass(frozen=True, slots=True)
class Found:
    """`asked` is what was looked for, as it was understood."""

    asked: str
    groups: list[Group]
