"""Qualifying where the opponents to come are not known, as in a Swiss: any pairing may happen, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Set

from league.formats.clinching.schedule import Outlook


def outlooks(
    points: Mapping[int, int], rounds: int, places: int, *, bye: int = 2, left: Set[int] = frozenset()
) -> dict[int, Outlook]:
    """For each contender, given everybody's half points and the number of rounds to come.

    Pairings are free: who may not meet again, and who has had a bye, is not asked, so that "can" is never refused to
    somebody who can, nor "certain" given to somebody who is not. Within that it is exact. With an odd number one has a
    bye worth `bye` in each round. Those who have `left` keep their points. ValueError if there is no such place.
    """
    if places < 1 or rounds < 0 or bye not in (0, 1, 2):
        raise ValueError("There must be one place, no less than no rounds, and a bye of at most a win.")
    playing = len(points) - len(left & points.keys())
    shared = rounds * (playing // 2 * 2 + (bye if playing % 2 else 0))
    return {
        one: Outlook(
            _can(points, 2 * rounds, places, one, left, shared), _certain(points, 2 * rounds, places, one, left, shared)
        )
        for one in points
    }


def _can(points: Mapping[int, int], most: int, places: int, one: int, left: Set[int], shared: int) -> bool:
    """One wins every round; what the others must share may lift fewer than `places` of them strictly above.

    Any split of the points with at most `most` each can happen: it falls apart into rounds, and those into pairs.
    """
    gained = 0 if one in left else min(most, shared)
    reach = points[one] + gained
    others = {other: reach - had for other, had in points.items() if other != one}
    spare = places - 1 - sum(room < 0 for room in others.values())
    if spare < 0:
        return False
    rooms = [min(most, room) if room >= 0 else most for other, room in others.items() if other not in left]
    lifted = sorted((most - room for room in rooms), reverse=True)[:spare]
    return sum(rooms) + sum(lifted) >= shared - gained


def _certain(points: Mapping[int, int], most: int, places: int, one: int, left: Set[int], shared: int) -> bool:
    """One loses every round; what the others share must bring fewer than `places` of them level."""
    alone = len(points.keys() - left) == 1 and one not in left
    reach = points[one] + (shared if alone else 0)
    rest = 0 if alone else shared
    level = sum(had >= reach for other, had in points.items() if other != one)
    wants = sorted(
        reach - had for other, had in points.items() if other != one and other not in left and 0 < reach - had <= most
    )
    for want in wants:
        rest -= want
        if rest < 0:
            break
        level += 1
    return level < places
