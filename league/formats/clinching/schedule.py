"""Qualifying where the remaining matches are known, as in a round robin or a season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from league.formats.clinching.matches import GIVES, Match, unplaced, unserved


@dataclass(frozen=True, slots=True)
class Outlook:
    can: bool
    """Some results of what remains put the contender among the first, perhaps level on points with others."""
    certain: bool
    """All results do, and nobody outside can even be level."""


def outlooks(points: Mapping[int, int], matches: Sequence[Match], places: int) -> dict[int, Outlook]:
    """For each contender, given everybody's half points and the matches to come (a bye is not one).

    ValueError if there is no such place, or a match is not between two of them.
    """
    _check(points, matches, places)
    return {one: Outlook(can(points, matches, places, one), certain(points, matches, places, one)) for one in points}


def _check(points: Mapping[int, int], matches: Sequence[Match], places: int) -> None:
    if places < 1:
        raise ValueError("There must be one place at least.")
    for one, other in matches:
        if one == other or one not in points or other not in points:
            raise ValueError(f"{one} and {other} cannot meet.")


def can(points: Mapping[int, int], matches: Sequence[Match], places: int, one: int) -> bool:
    """Whether a contender who wins every match to come can have fewer than `places` others strictly ahead."""
    reach = points[one] + GIVES * sum(one in match for match in matches)
    rest = [match for match in matches if one not in match]
    room = {other: reach - had for other, had in points.items() if other != one}
    free = frozenset(other for other, has in room.items() if has < 0)
    return _let_ahead(rest, room, free, frozenset(), places - 1 - len(free))


def _let_ahead(
    matches: Sequence[Match], room: Mapping[int, int], ahead: frozenset[int], kept: Set[int], spare: int
) -> bool:
    """Whether the matches can be played so that only those `ahead` and at most `spare` others, none of them `kept`,
    have more than their room. Which others is found by trying those in the way of one another."""
    if spare < 0:
        return False
    most = Counter[int]()
    for match in matches:
        most.update(dict.fromkeys(match, GIVES))
    missing, blocked = unplaced(matches, {one: most[one] if one in ahead else has for one, has in room.items()})
    if not missing:
        return True
    relief = {one: most[one] - has for one, has in room.items() if has < most[one] and one not in ahead | kept}
    if sum(sorted(relief.values(), reverse=True)[:spare]) < missing:
        return False
    tried = set(kept)
    for one in sorted(blocked & relief.keys(), key=lambda one: -relief[one]):
        if _let_ahead(matches, room, ahead | {one}, tried, spare - 1):
            return True
        tried.add(one)
    return False


def certain(points: Mapping[int, int], matches: Sequence[Match], places: int, one: int) -> bool:
    """Whether a contender who loses every match to come has fewer than `places` others level or ahead in any case."""
    rest = [match for match in matches if one not in match]
    won = Counter(other for match in matches if one in match for other in match if other != one)
    wants = {other: points[one] - had - GIVES * won[other] for other, had in points.items() if other != one}
    needed = places - sum(want <= 0 for want in wants.values())
    games = Counter(other for match in rest for other in match)
    chasing = {other: want for other, want in wants.items() if 0 < want <= GIVES * games[other]}
    return not _catch_up(rest, chasing, frozenset(), needed)


def _catch_up(matches: Sequence[Match], wants: Mapping[int, int], kept: Set[int], needed: int) -> bool:
    """Whether so many of these can have what they want together, those `kept` among them."""
    if needed <= 0:
        return True
    spare = len(wants) - needed
    if spare < 0:
        return False
    missing, blocked = unserved(matches, wants)
    if not missing:
        return True
    dropping = {one: want for one, want in wants.items() if one not in kept}
    if sum(sorted(dropping.values(), reverse=True)[:spare]) < missing:
        return False
    tried = set(kept)
    for one in sorted(blocked & dropping.keys(), key=lambda one: -dropping[one]):
        if _catch_up(matches, {other: want for other, want in wants.items() if other != one}, tried, needed):
            return True
        tried.add(one)
    return False
