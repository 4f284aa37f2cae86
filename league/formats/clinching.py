"""Exact clinching on points alone: which contenders can still finish in the top places, and which are certain to.

A win gives two half points and a draw one to each side, so every match gives two. A contender "can" if they can still
draw level on points with the last of the top places, and is "certain" only if nobody outside can even draw level, so
that tie-breaks don't matter. Double losses, such as double forfeits, are not considered. In an elimination, every
contender who is not out can.

Where the remaining matches are known (round robin, season), the answer is exact (`compute_outlooks`). In a Swiss
(`compute_swiss_outlooks`), `can` is exact because other contenders may score nothing, as in double forfeits. `certain`
is exact in the last round; before that it may be False for a contender who is in fact certain, but is never wrongly
True, because all points of the coming rounds (matches, half-point byes, one full bye) are distributed freely.
"""

from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice

Match = tuple[int, int]
MATCH_HALVES = 2
"""Half points of a match."""


class PointSplit:
    """A split of the matches' half points: `held[a][b]` is what a has from matches against b, `has` a's total.

    The split is found as a maximum flow (from matches to contenders), unit by unit along shortest augmenting paths.
    """

    def __init__(self, wants: Mapping[int, int]) -> None:
        self.wants = wants
        self.has: Counter[int] = Counter()
        self.held: dict[int, Counter[int]] = defaultdict(Counter)

    def give(self, player: int, other: int) -> None:
        """Give a half point of this match to a contender who wants it, rerouting earlier half points if needed."""
        previous: dict[int, int] = {player: other, other: player}
        queue = deque((player, other))
        while queue:
            current = queue.popleft()
            if self.has[current] < self.wants.get(current, 0):
                self.has[current] += 1
                self._pass_back(current, previous, {player, other})
                return
            for rival, points in self.held[current].items():
                if points and rival not in previous:
                    previous[rival] = current
                    queue.append(rival)

    def _pass_back(self, player: int, previous: Mapping[int, int], ends: set[int]) -> None:
        """Give the player one more half point and reassign half points along the path back to the match."""
        while player not in ends:
            source = previous[player]
            self.held[source][player] -= 1
            self.held[player][source] += 1
            player = source
        self.held[player][previous[player]] += 1

    def find_creditors(self, player: int) -> set[int]:
        """Return a contender and all who hold half points that could be rerouted, directly or indirectly, to it."""
        reached = [player]
        for holder in reached:
            reached += [rival for rival, points in self.held.items() if points[holder] and rival not in reached]
        return set(reached)


def find_shortfall(matches: Sequence[Match], wants: Mapping[int, int]) -> tuple[int, set[int]]:
    """Return how many wanted half points cannot be had together, and contenders who block one (empty if none)."""
    split = PointSplit(wants)
    for player, other in matches:
        for _ in range(MATCH_HALVES):
            split.give(player, other)
    short = next((player for player, want in wants.items() if split.has[player] < want), None)
    return sum(wants.values()) - split.has.total(), set() if short is None else split.find_creditors(short)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Whether a contender can still finish in the top places, and whether that is certain."""

    can: bool
    """Some results of the remaining matches put the contender in the top places, perhaps level on points."""
    certain: bool
    """All results do, and no contender outside the top places can even draw level."""


def compute_outlooks(points: Mapping[int, int], matches: Sequence[Match], places: int) -> dict[int, Outlook]:
    """Return each contender's outlook from the half points so far and the remaining matches (without byes).

    Raises ValueError for an impossible number of places or a match that is not between two contenders.
    """
    if places < 1:
        raise ValueError("There must be at least one place.")
    for player, other in matches:
        if player == other or player not in points or other not in points:
            raise ValueError(f"{player} and {other} cannot meet.")
    return {
        player: Outlook(can_qualify(points, matches, places, player), is_certain(points, matches, places, player))
        for player in points
    }


def can_qualify(points: Mapping[int, int], matches: Sequence[Match], places: int, player: int) -> bool:
    """Return whether fewer than `places` others can finish strictly ahead if this contender wins all matches.

    The half points that others must not get are conceded, and concessions are split between two sides like points. So
    each of the others has to concede enough to stay behind.
    """
    reach = points[player] + MATCH_HALVES * sum(player in match for match in matches)
    remaining = [match for match in matches if player not in match]
    games = Counter(other for match in remaining for other in match)
    wants = {
        other: score + MATCH_HALVES * games[other] - reach
        for other, score in points.items()
        if other != player and score <= reach
    }
    ahead = len(points) - 1 - len(wants)
    required = {other: want for other, want in wants.items() if want > 0}
    return ahead < places and _can_all_get(remaining, required, frozenset(), len(required) - (places - 1 - ahead))


def is_certain(points: Mapping[int, int], matches: Sequence[Match], places: int, player: int) -> bool:
    """Return whether fewer than `places` others can draw level or pass if this contender loses all matches."""
    remaining = [match for match in matches if player not in match]
    won = Counter(other for match in matches if player in match for other in match if other != player)
    wants = {other: points[player] - score - MATCH_HALVES * won[other] for other, score in points.items() if other != player}
    needed = places - sum(want <= 0 for want in wants.values())
    games = Counter(other for match in remaining for other in match)
    chasing = {other: want for other, want in wants.items() if 0 < want <= MATCH_HALVES * games[other]}
    return not _can_all_get(remaining, chasing, frozenset(), needed)


def _can_all_get(matches: Sequence[Match], wants: Mapping[int, int], required: Set[int], needed: int) -> bool:
    """Return whether `needed` contenders, including all in `required`, can get what they want at the same time."""
    if needed <= 0:
        return True
    spare = len(wants) - needed
    if spare < 0:
        return False
    missing, blocked = find_shortfall(matches, wants)
    if not missing:
        return True
    dropping = {player: want for player, want in wants.items() if player not in required}
    if sum(sorted(dropping.values(), reverse=True)[:spare]) < missing:
        return False
    required_now = set(required)
    for player in sorted(blocked & dropping.keys(), key=lambda player: -dropping[player]):
        if _can_all_get(matches, {other: want for other, want in wants.items() if other != player}, required_now, needed):
            return True
        required_now.add(player)
    return False


def compute_swiss_outlooks(
    points: Mapping[int, int],
    running: Sequence[Match],
    rounds: int,
    places: int,
    *,
    withdrawn: Set[int] = frozenset(),
    vacant: bool = False,
) -> dict[int, Outlook]:
    """Return each contender's outlook from half points, running matches and the number of further rounds.

    Contenders in `withdrawn` play no further round; if `vacant`, they don't occupy a top place either. No contender
    joins later. Raises ValueError for an impossible number of places.
    """
    if places < 1 or rounds < 0:
        raise ValueError("There must be at least one place, and the number of rounds can't be negative.")
    busy = {player for match in running for player in match}
    maximums = {player: MATCH_HALVES * ((player in busy) + (0 if player in withdrawn else rounds)) for player in points}
    occupying = sorted(score for player, score in points.items() if not (vacant and player in withdrawn))
    chasing = sorted(points, key=lambda player: -points[player])
    falling = [-points[player] for player in chasing]
    shared = MATCH_HALVES * len(running) + rounds * (len(points.keys() - withdrawn) + 1)
    caught: dict[int, bool] = {}
    for score in set(points.values()):
        behind = bisect_right(falling, -score)
        needed = places - (behind - 1)
        wants = ((score - points[other], maximums[other]) for other in islice(chasing, behind, None))
        caught[score] = needed <= 0 or (
            _can_distribute(wants, shared, needed) if rounds else _can_draw_level(points, running, score, needed)
        )
    return {
        player: Outlook(
            can=len(occupying) - bisect_right(occupying, score + maximums[player]) < places, certain=not caught[score]
        )
        for player, score in points.items()
    }


def _can_draw_level(points: Mapping[int, int], running: Sequence[Match], score: int, needed: int) -> bool:
    """Return whether `needed` contenders behind can draw level in the last matches (both sides if a draw suffices)."""
    number = 0
    for match in running:
        wants = sorted((score - points[player], MATCH_HALVES) for player in match if points[player] < score)
        number += 2 if _can_distribute(wants, MATCH_HALVES, 2) else _can_distribute(wants, MATCH_HALVES, 1)
    return number >= needed


def _can_distribute(wants: Iterable[tuple[int, int]], shared: int, needed: int) -> bool:
    """Return whether `needed` of the (want, maximum) pairs can be met from `shared` half points, smallest first."""
    for want, maximum in wants:
        if want > maximum:
            continue
        shared -= want
        if shared < 0:
            return False
        needed -= 1
        if needed <= 0:
            return True
    return False
