"""Splitting the half points of matches that are to come: two each, between two contenders.

Both questions are maximum flows (matches give, contenders take), found unit by unit along shortest alternating paths.
When one fails, the contenders that the search has reached are the reason (the cut): all together cannot be served.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

Match = tuple[int, int]
GIVES = 2
"""Half points of a match."""


class Split:
    """How the half points given so far are split: `held[a][b]` is what a has from the matches against b."""

    def __init__(self, matches: Iterable[Match]) -> None:
        self.held: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.left: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for one, other in matches:
            self.left[one][other] += GIVES
            self.left[other][one] += GIVES

    def give(self, one: int, other: int, room: Mapping[int, int], has: dict[int, int]) -> set[int]:
        """Give a half point of these two to whoever has room for it, others passing theirs on to make some.

        `has` is updated. Returns who stands in the way, the empty set if it could be given.
        """
        came: dict[int, int] = {one: other, other: one}
        queue = deque((one, other))
        while queue:
            at = queue.popleft()
            if has[at] < room[at]:
                has[at] += 1
                self._pass_back(at, came, {one, other})
                return set()
            for rival, held in self.held[at].items():
                if held and rival not in came:
                    came[rival] = at
                    queue.append(rival)
        return set(came)

    def _pass_back(self, at: int, came: Mapping[int, int], ends: set[int]) -> None:
        """`at` takes one more, of the match by which it was reached, and so on back to the match given."""
        while at not in ends:
            before = came[at]
            self.held[before][at] -= 1
            self.held[at][before] += 1
            at = before
        self.held[at][came[at]] += 1

    def take(self, one: int) -> set[int]:
        """Let a contender have one more half point, others replacing what it takes from them.

        Returns who stands in the way, the empty set if it could be had.
        """
        came: dict[int, int] = {one: one}
        queue = deque((one,))
        while queue:
            at = queue.popleft()
            for rival, left in self.left[at].items():
                if left:
                    self.left[at][rival] -= 1
                    self.left[rival][at] -= 1
                    self.held[at][rival] += 1
                    self._hand_on(at, came)
                    return set()
                if rival not in came and self.held[rival][at]:
                    came[rival] = at
                    queue.append(rival)
        return set(came)

    def _hand_on(self, at: int, came: Mapping[int, int]) -> None:
        """Everybody on the way gives one to who asked for it."""
        while came[at] != at:
            asking = came[at]
            self.held[at][asking] -= 1
            self.held[asking][at] += 1
            at = asking


def unplaced(matches: Sequence[Match], room: Mapping[int, int]) -> tuple[int, set[int]]:
    """How many half points of these matches find no room, and contenders in the way of one (nobody if all do)."""
    split, has, blocked, missing = Split(()), dict.fromkeys(room, 0), set[int](), 0
    for one, other in matches:
        for _ in range(GIVES):
            if found := split.give(one, other, room, has):
                missing += 1
                blocked = blocked or found
    return missing, blocked


def unserved(matches: Sequence[Match], wants: Mapping[int, int]) -> tuple[int, set[int]]:
    """How many of the half points wanted cannot be had together, and contenders in the way of one (nobody if all)."""
    split, blocked, missing = Split(matches), set[int](), 0
    for contender, want in wants.items():
        for _ in range(want):
            if found := split.take(contender):
                missing += 1
                blocked = blocked or found
    return missing, blocked
