"""What a match's ranks mean for one of its seats."""

from collections.abc import Sequence


def outcome(ranks: Sequence[int], seat: int) -> str:
    """`won`, `drawn` (first place shared) or `lost`; empty where there are no ranks yet.

    >>> outcome((1, 2), 0), outcome((1, 1), 0), outcome((2, 2), 0), outcome((), 0)
    ('won', 'drawn', 'lost', '')
    """
    if not ranks:
        return ""
    if ranks[seat] != 1:
        return "lost"
    return "drawn" if list(ranks).count(1) > 1 else "won"
