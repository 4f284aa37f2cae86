"""Several names in a row, as they are told."""

from __future__ import annotations

from collections.abc import Sequence

from engines.words import Message, join, say_in


def joined(names: Sequence[str]) -> Message:
    """`A and B and C`."""
    between = say_in("between names", "and")
    return join([word for name in names for word in (between, name)][1:])


def listed(names: Sequence[str]) -> Message:
    """`A, B and C`."""
    return joined([join(names[:-1], ", "), names[-1]] if len(names) > 1 else names)
