"""Who can still finish among the first so many, and who is certain to: exactly, on points alone.

A win gives two half points, a draw one to each: every match gives two. Whoever can finish level on points with the
last place “can”; “certain” is only who cannot even be caught level, whatever the tie-breaks. That both lose a match, as
two who forfeit do, is not reckoned with. In an elimination the question answers itself: who is not out, can.

Where the matches to come are known, as in a round robin or a season, the answer is exact (`outlooks`). In a
Swiss as it is played (`swiss_outlooks`) only what is certain is said: `can` is exact, where others may make nothing, as
when both forfeit. `certain` is exact where no further round comes; before that it is given to nobody who could still be
caught, though perhaps not to everybody who could not, because all that a round can give (its matches, half-point byes,
one full bye) is shared out freely.
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
    """How the half points of the matches are split: `held[a][b]` is what a has from those against b, `has` all.

    It becomes a maximum flow (matches give, contenders take what they want), found unit by unit along shortest
    alternating paths.
    """

    def __init__(self, wants: Mapping[int, int]) -> None:
        self.wants = wants
        self.has: Counter[int] = Counter()
        self.held: dict[int, Counter[int]] = defaultdict(Counter)

    def give(self, one: int, other: int) -> None:
        """Give a half point of these two to a contender who wants it, others passing theirs on where neither does."""
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
        """`at` takes one more, of the match by which it was reached, and so on back to the match given."""
        while at not in ends:
            before = came[at]
            self.held[before][at] -= 1
            self.held[at][before] += 1
            at = before
        self.held[at][came[at]] += 1

    def creditors(self, one: int) -> set[int]:
        """Return a contender with all who hold what would let it have more, or what would let them give it up."""
        reached = [one]
        for at in reached:
            reached += [rival for rival, held in self.held.items() if held[at] and rival not in reached]
        return set(reached)


def unserved(matches: Sequence[Match], wants: Mapping[int, int]) -> tuple[int, set[int]]:
    """How many of the half points wanted cannot be had together, and contenders in the way of one (nobody if all)."""
    split = Split(wants)
    for one, other in matches:
        for _ in range(GIVES):
            split.give(one, other)
    short = next((one for one, want in wants.items() if split.has[one] < want), None)
    return sum(wants.values()) - split.has.total(), set() if short is None else split.creditors(short)


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
    if places < 1:
        raise ValueError("There must be one place at least.")
    for one, other in matches:
        if one == other or one not in points or other not in points:
            raise ValueError(f"{one} and {other} cannot meet.")
    return {one: Outlook(can(points, matches, places, one), certain(points, matches, places, one)) for one in points}


def can(points: Mapping[int, int], matches: Sequence[Match], places: int, one: int) -> bool:
    """Whether a contender who wins every match to come can have fewer than `places` others strictly ahead.

    What others must not have they concede, and concessions are split between two as points are: so each of them
    wants to concede enough to stay behind.
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
    """Whether a contender who loses every match to come has fewer than `places` others level or ahead in any case."""
    rest = [match for match in matches if one not in match]
    won = Counter(other for match in matches if one in match for other in match if other != one)
    wants = {other: points[one] - had - GIVES * won[other] for other, had in points.items() if other != one}
    needed = places - sum(want <= 0 for want in wants.values())
    games = Counter(other for match in rest for other in match)
    chasing = {other: want for other, want in wants.items() if 0 < want <= GIVES * games[other]}
    return not _together(rest, chasing, frozenset(), needed)


def _together(matches: Sequence[Match], wants: Mapping[int, int], kept: Set[int], needed: int) -> bool:
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
