"""What a stream sends of topics other than matches: made once for all who watch, by whoever knows the topic.

A topic such as "draft.12" without a painter only tells its pages to look again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol


class Painter(Protocol):
    """Marks are whole numbers that grow with everything that can be seen."""

    def marks(self, ids: Collection[int]) -> Mapping[int, int]:
        """How far each of these stands."""

    def picture(self, one: int, since: int) -> tuple[int, str] | None:
        """The mark, and JSON of everything that has changed after `since`; None if there is nothing to show.

        It goes to everybody, so it holds only what everybody may see.
        """


_painters: dict[str, Painter] = {}


def register(kind: str, painter: Painter) -> None:
    _painters[kind] = painter


def painter_of(topic: str) -> tuple[Painter, int] | None:
    kind, _, number = topic.partition(".")
    painter = _painters.get(kind)
    return (painter, int(number)) if painter is not None else None


def kinds() -> Mapping[str, Painter]:
    return _painters
