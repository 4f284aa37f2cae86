"""Qualifying in a Swiss as it is played: a round that runs, rounds whose pairings nobody knows, byes and forfeits.

Only what is certain is said. `can` is exact: others may make nothing, as when both forfeit. `certain` is exact where no
further round comes; before that it is given to nobody who could still be caught, though perhaps not to everybody who
could not, because all that a round can give (its matches, half-point byes, one full bye) is shared out freely.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import islice

from league.formats.clinching.schedule import GIVES, Match, Outlook


def outlooks(
    points: Mapping[int, int],
    running: Sequence[Match],
    rounds: int,
    places: int,
    *,
    left: Set[int] = frozenset(),
    vacant: bool = False,
) -> dict[int, Outlook]:
    """For each contender, given everybody's half points, the matches of the round that runs and the rounds behind it.

    Those who have `left` play no further round; if `vacant`, they take no place from others either. Nobody else comes.
    ValueError if there is no such place.
    """
    if places < 1 or rounds < 0:
        raise ValueError("There must be one place, and no less than no rounds.")
    busy = {one for match in running for one in match}
    most = {one: GIVES * ((one in busy) + (0 if one in left else rounds)) for one in points}
    holding = sorted(had for one, had in points.items() if not (vacant and one in left))
    chasing = sorted(points, key=lambda one: -points[one])
    falling = [-points[one] for one in chasing]
    shared = GIVES * len(running) + rounds * (len(points.keys() - left) + 1)
    caught: dict[int, bool] = {}
    for had in set(points.values()):
        behind = bisect_right(falling, -had)
        needed = places - (behind - 1)
        wants = ((had - points[other], most[other]) for other in islice(chasing, behind, None))
        caught[had] = needed <= 0 or (
            _served(wants, shared, needed) if rounds else _caught_now(points, running, had, needed)
        )
    return {
        one: Outlook(can=len(holding) - bisect_right(holding, had + most[one]) < places, certain=not caught[had])
        for one, had in points.items()
    }


def _caught_now(points: Mapping[int, int], running: Sequence[Match], had: int, needed: int) -> bool:
    """Whether so many of those behind can draw level in the last matches: both of a match if a draw is enough."""
    number = 0
    for match in running:
        wants = sorted((had - points[one], GIVES) for one in match if points[one] < had)
        number += 2 if _served(wants, GIVES, 2) else _served(wants, GIVES, 1)
    return number >= needed


def _served(wants: Iterable[tuple[int, int]], shared: int, needed: int) -> bool:
    """Whether so many can have what they want of what is shared: (want, most that it can have), least wanted first."""
    for want, most in wants:
        if want > most:
            continue
        shared -= want
        if shared < 0:
            return False
        needed -= 1
        if needed <= 0:
            return True
    return False
