"""Points: what ranks bring, and how people write them. They are counted in halves."""

from collections.abc import Sequence

WIN, DRAW, LOSS = 2, 1, 0
PARTS = ("", "¼", "½", "¾")


def quarters_text(quarters: int) -> str:
    """
    >>> quarters_text(13), quarters_text(2), quarters_text(0)
    ('3¼', '½', '0')
    """
    whole, rest = divmod(quarters, 4)
    return f"{whole or ''}{PARTS[rest]}" or "0"


def halves_text(halves: int) -> str:
    """
    >>> halves_text(5), halves_text(1), halves_text(4)
    ('2½', '½', '2')
    """
    return quarters_text(halves * 2)


def points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Half points of the seats of a match that ended in these ranks (1 is first; nobody first: nobody scores).

    Of more than two, each makes what it would have made against every other.

    >>> points((1, 2)), points((1, 1)), points((2, 2)), points((1, 2, 2))
    ((2, 0), (1, 1), (0, 0), (4, 1, 1))
    """
    if 1 not in ranks:
        return tuple(0 for _ in ranks)
    return tuple(sum(_against(rank, other) for other in ranks) - DRAW for rank in ranks)


def _against(rank: int, other: int) -> int:
    return DRAW if rank == other else WIN if rank < other else LOSS
