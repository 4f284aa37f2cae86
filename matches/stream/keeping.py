"""The board that the watchers of a match have, one for each kind of viewer: what changes are told against."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from matches.queries.board import Board
from matches.stream.changes import Change, change
from matches.stream.snapshots import Snapshot, Viewer

Key = tuple[int, Viewer, str]


@dataclass(frozen=True, slots=True)
class Step:
    """From the board with mark `before`, of entry `came_from`, to the one with mark `after`."""

    before: int | None
    after: int
    came_from: int
    made: Change


@dataclass
class Boards:
    """Boards by match, viewer and language.

    Two boards of one mark differ only in the times left, which every step tells anew.
    """

    kept: dict[Key, tuple[int, Board]] = field(default_factory=dict)
    marks: count[int] = field(default_factory=lambda: count(1))

    def step(self, found: Snapshot, viewer: Viewer, *, for_all: bool) -> Step | None:
        """How this viewer comes to the board that was found.

        It is kept if it goes to all who watch. None for one who joins while the others have yet to hear of something.
        """
        key, face = (found.match_id, viewer, found.language), found.faces[viewer]
        known = self.kept.get(key)
        if known is None:
            mark = next(self.marks)
            self.kept[key] = (mark, face)
            return Step(None, mark, found.ends[viewer], {})
        mark, old = known
        made = change(_without_times(old), _without_times(face))
        if made and not for_all:
            return None
        after = next(self.marks) if made else mark
        self.kept[key] = (after, face)
        return Step(mark, after, old["entry"], made)

    def forget(self, match_id: int) -> None:
        for key in [key for key in self.kept if key[0] == match_id]:
            del self.kept[key]


def _without_times(board: Board) -> Board:
    return {**board, "clock": {**board["clock"], "now": 0, "seats": ()}}
