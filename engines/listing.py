"""Several names in a row, as they are told."""

from __future__ import annotations

from collections.abc import Sequence

from engines.words import say_in


def joined(names: Sequence[str]) -> str:
    """`A and B and C`."""
    return f" {say_in('between names', 'and')} ".join(names)


def listed(names: Sequence[str]) -> str:
    """`A, B and C`."""
    return joined([*filter(None, [", ".join(names[:-1])]), *names[-1:]])
