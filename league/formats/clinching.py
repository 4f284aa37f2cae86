"""Exact clinching on points alone: which contenders can still finish in the top places, and which are certain to.

A win gives two half points and a draw one to each side, so every match gives two. A contender "can" if they can still
draw level on points with the last of the top places, and is "certain" only if nobody outside can even draw level, so
that tie-breaks don't matter. Double losses, such as double forfeits, are not considered. In an elimination, every
contender who is not out can.

Where the remaining matches are known (round robin, season), the answer is exact (`outlooks`). In a Swiss
(`swiss_outlooks`), `can` is exact because other contenders may score nothing, as in double forfeits. `certain` is exact
in the last round; before that it may be False for a contender who is in fact certain, but is never wrongly True,
because all points of the coming rounds (matches, half-point byes, one full bye) are distributed freely.
"""

from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice

Match = tuple[int, int]
GIVES = 2
"""Half points of a match."""


class Split:
    """A split of the matches' half points: `held[a][b]` is what a has from matches against b, `has` a's total.

    The split is found as a maximum flow (from matches to contenders), unit by unit along shortest augmenting paths.
    """

    def __init__(self, wants: Mapping[int, int]) -> None:
        self.wants = wants
        self.has: Counter[int] = Counter()
        self.held: dict[int, Counter[int]] = defaultdict(Counter)

    def give(self, one: int, other: int) -> None:
        """Give a half point of this match to a contender who wants it, rerouting earlier half points if needed."""
        came: dict[int, int] = {one: other, other: one}
        queue = deque((one, other))
        while queue:
            at = queue.popleft()
            if self.has[at] < self.wants.get(at, 0):
                self.has[at] += 1
                self._pass_back(at, came, {one, other})
                return
            for rival, held in self.held[at].items():
                if held and rival not in came:
                    came[rival] = at
                    queue.append(rival)

    def _pass_back(self, at: int, came: Mapping[int, int], ends: set[int]) -> None:
        """Give contender `at` one more half point and reassign half points along the path back to the match."""
        while at not in ends:
            before = came[at]
            self.held[before][at] -= 1
            self.held[at][before] += 1
            at = before
        self.held[at][came[at]] += 1

    def creditors(self, one: int) -> set[int]:
        """Return a contender and all who hold half points that could be rerouted, directly or indirectly, to it."""
        reached = [one]
        for at in reached:
            reached += [rival for rival, held in self.held.items() if held[at] and rival not in reached]
        return set(reached)


def unserved(matches: Sequence[Match], wants: Mapping[int, int]) -> tuple[int, set[int]]:
    """Return how many wanted half points cannot be had together, and contenders who block one (empty if none)."""
    split = Split(wants)
    for one, other in matches:
        for _ in range(GIVES):
            split.give(one, other)
    short = next((one for one, want in wants.items() if split.has[one] < want), None)
    return sum(wants.values()) - split.has.total(), set() if short is None else split.creditors(short)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Whether a contender can still finish in the top places, and whether that is certain."""

    can: bool
    """Some results of the remaining matches put the contender in the top places, perhaps level on points."""
    certain: bool
    """All results do, and no contender outside the top places can even draw level."""


def outlooks(points: Mapping[int, int], matches: Sequence[Match], places: int) -> dict[int, Outlook]:
    """Return each contender's outlook from the half points so far and the remaining matches (without byes).

    Raises ValueError for an impossible number of places or a match that is not between two contenders.
    """
    if places < 1:
        raise ValueError("There must be one place at least.")
    for one, other in matches:
        if one == other or one not in points or other not in points:
            raise ValueError(f"{one} and {other} cannot meet.")
    return {one: Outlook(can(points, matches, places, one), certain(points, matches, places, one)) for one in points}


def can(points: Mapping[int, int], matches: Sequence[Match], places: int, one: int) -> bool:
    """Return whether fewer than `places` others can finish strictly ahead if this contender wins all matches.

    The half points that others must not get are conceded, and concessions are split between two sides like points. So
    each of the others has to concede enough to stay behind.
    """
    reach = points[one] + GIVES * sum(one in match for match in matches)
    rest = [match for match in matches if one not in match]
    games = Counter(other for match in rest for other in match)
    wants = {
        other: had + GIVES * games[other] - reach for other, had in points.items() if other != one and had <= reach
    }
    ahead = len(points) - 1 - len(wants)
    conceding = {other: want for other, want in wants.items() if want > 0}
    return ahead < places and _together(rest, conceding, frozenset(), len(conceding) - (places - 1 - ahead))


def certain(points: Mapping[int, int], matches: Sequence[Match], places: int, one: int) -> bool:
    """Return whether fewer than `places` others can draw level or pass if this contender loses all matches."""
    rest = [match for match in matches if one not in match]
    won = Counter(other for match in matches if one in match for other in match if other != one)
    wants = {other: points[one] - had - GIVES * won[other] for other, had in points.items() if other != one}
    needed = places - sum(want <= 0 for want in wants.values())
    games = Counter(other for match in rest for other in match)
    chasing = {other: want for other, want in wants.items() if 0 < want <= GIVES * games[other]}
    return not _together(rest, chasing, frozenset(), needed)


def _together(matches: Sequence[Match], wants: Mapping[int, int], kept: Set[int], needed: int) -> bool:
    """Return whether `needed` contenders, including all in `kept`, can get what they want at the same time."""
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
        if _together(matches, {other: want for other, want in wants.items() if other != one}, tried, needed):
            return True
        tried.add(one)
    return False


def swiss_outlooks(
    points: Mapping[int, int],
    running: Sequence[Match],
    rounds: int,
    places: int,
    *,
    left: Set[int] = frozenset(),
    vacant: bool = False,
) -> dict[int, Outlook]:
    """Return each contender's outlook from half points, running matches and the number of further rounds.

    Contenders in `left` play no further round; if `vacant`, they don't occupy a top place either. No contender joins
    later. Raises ValueError for an impossible number of places.
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
    """Return whether `needed` contenders behind can draw level in the last matches (both sides if a draw suffices)."""
    number = 0
    for match in running:
        wants = sorted((had - points[one], GIVES) for one in match if points[one] < had)
        number += 2 if _served(wants, GIVES, 2) else _served(wants, GIVES, 1)
    return number >= needed


def _served(wants: Iterable[tuple[int, int]], shared: int, needed: int) -> bool:
    """Return whether `needed` of the (want, maximum) pairs can be met from `shared` half points, smallest first."""
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
