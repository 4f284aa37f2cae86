"""Stream messages, read from the database: made once per match, entry and viewer, and shared by all watchers."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, NamedTuple

from matches.actions.presence import note_watched, seen
from matches.announce import wake
from matches.hot_path.statements import Line, Watched, lines_of, watched_rows
from matches.models import Match, Presence, Status
from matches.moment import now
from matches.queries.board import Board, Scene, face, gone_in, mark_of, told_log
from matches.queries.board_types import BoardLine
from matches.queries.seating import Seating, seat_of, seating
from matches.queries.spectator_delay import LIGHT, as_shown, stands_of
from matches.wording import ENGLISH, speaking

Viewer = int | None


class Stand(NamedTuple):
    """What a stream compares of a match. `gone` changes with the disconnected seats; `shown` is what is public."""

    entry: int
    status: str
    gone: str
    shown: tuple[int, str]
    """Public last entry and status, with the match's delay."""


@dataclass(frozen=True)
class Snapshot:
    """One match at one moment, from which boards for every watcher can be made."""

    match_id: int
    stand: Stand
    """The value that the stream's sweep compares."""
    seats: Seating
    lines: Sequence[Line]
    faces: Mapping[Viewer, Board]
    ends: Mapping[Viewer, int]
    """The last entry that each viewer may know."""
    delayed: bool
    """Whether the match has a spectator delay: spectators are sent nothing if nothing changes for them."""
    language: str = ENGLISH

    def viewer(self, player_id: int | None) -> Viewer:
        return seat_of(self.seats, player_id)

    def repeats(self, viewer: Viewer, before: tuple[int, str] | None) -> bool:
        """Return whether a board for this viewer equals the one made when `before` was public."""
        held = self.delayed and self.stand.status != Status.OPEN
        return held and viewer is None and before == self.stand.shown

    def board(self, player_id: int | None, cursor: int) -> str:
        """Return the board JSON for this player with the log after `cursor`, or all of it for an invalid cursor."""
        viewer = self.viewer(player_id)
        return _json({**self.faces[viewer], "log": self._log(viewer, cursor)})

    def step(self, viewer: Viewer, cursor: int, before: Board) -> str:
        """Return JSON of the changes for this viewer since the board `before`, and the new log lines."""
        face = self.faces[viewer]
        made, clock = change(_without_times(before), _without_times(face)), face["clock"]
        moved = {**made, "~clock": {**made.get("~clock", {}), "=now": clock["now"], "=seats": clock["seats"]}}
        about = {"match_id": self.match_id, "from": before["entry"], "entry": self.ends[viewer], "change": moved}
        return _json({**about, "log": self._log(viewer, cursor)})

    def _log(self, viewer: Viewer, cursor: int) -> list[BoardLine]:
        last = self.ends[viewer]
        since = cursor if cursor <= last else 0
        with speaking(self.language):
            return told_log((one for one in self.lines if since < one.n <= last), viewer)


Change = dict[str, Any]
LISTS = (list, tuple)
_NOTHING = object()
_json = json.JSONEncoder(separators=(",", ":")).encode


def _without_times(board: Board) -> Board:
    return {**board, "clock": {**board["clock"], "now": 0, "seats": ()}}


class Asked(NamedTuple):
    """A match and its watchers: their cursors, and their (player, language)."""

    match_id: int
    cursors: Collection[int]
    readers: Collection[tuple[int | None, str]]


Found = dict[str, Snapshot]
"""Snapshots by language."""


def snapshots(asked: Sequence[Asked]) -> list[Found | Exception | None]:
    """Read matches for their watchers; None for one that does not exist, the exception for one that fails."""
    rows = watched_rows([(one.match_id, min(one.cursors, default=0)) for one in asked])
    return [row and _shown_to(one, row) for one, row in zip(asked, rows, strict=True)]


def _shown_to(asked: Asked, row: Watched) -> Found | Exception:
    found: Found = {}
    try:
        if row.match.deadline_at is not None and row.match.deadline_at <= now():
            wake("matches.tasks.judge", match_id=row.match.pk)
        for language in {language for _, language in asked.readers}:
            players = {player for player, told in asked.readers if told == language}
            with speaking(language):
                found[language] = _snapshot(row.match, asked.cursors, players, row.gone, row.lines, language)
    except Exception as error:
        return error
    return found


def _snapshot(
    match: Match, cursors: Collection[int], players: set[int | None], gone: Sequence[Presence] = (),
    lines: Sequence[Line] | None = None, language: str = ENGLISH,
) -> Snapshot:  # fmt: skip
    """Return a snapshot. `lines` are the entries after the lowest cursor; an invalid cursor gets all."""
    at = now()
    seats = seating(match)
    viewers = {seat_of(seats, player) for player in players}
    shown = {v: (match, at) if v is not None else as_shown(match, at) for v in viewers}
    ends = {v: row.last_entry for v, (row, _) in shown.items()}
    first = min(ends.values(), default=match.last_entry)
    if lines is None or any(cursor > first for cursor in cursors):
        lines = lines_of(match.pk, 0)
    missing = gone if match.status == Status.PLAYING else ()
    # Taken from one row: the match itself, or its earlier state.
    scenes = {of: Scene(row, seats, of, missing) for row, of in shown.values()}
    faces = {v: face(scenes[of], v) for v, (_, of) in shown.items()}
    shown_to_all = stands_of([match], at).get(match.pk, (match.last_entry, match.status))
    stand = Stand(match.last_entry, match.status, mark_of(missing), shown_to_all)
    return Snapshot(match.pk, stand, seats, lines, faces, ends, bool(match.delay_ms), language)


def positions(match_ids: Iterable[int]) -> dict[int, Stand]:
    """Return the MatchVersion of each match, which the stream's sweep compares."""
    ids = list(match_ids)
    rows = list(Match.objects.filter(pk__in=ids).only(*LIGHT))
    gone, shown = gone_in(ids), stands_of(rows, now())
    return {
        one.pk: Stand(one.last_entry, one.status, gone.get(one.pk, ""), shown.get(one.pk, (one.last_entry, one.status)))
        for one in rows
    }


def watching(pairs: Collection[tuple[int, int | None]]) -> None:
    """Record that streams are working, and which (match, player) are watching; the player is None for a visitor."""
    at = now()
    seen([(match, player) for match, player in pairs if player is not None], at)
    note_watched({match for match, _ in pairs}, at)


def change(old: Mapping[str, Any], new: Mapping[str, Any]) -> Change:
    """Return the change that turns `old` into `new`, as JSON that the page applies (`site/changes.js`).

    A change of an object or list is an object whose keys begin with an operator: `=key` sets the value, `~key` holds a
    nested change, `-key` deletes. List indexes are keys too, and a list grows by `=` at its end; lists that shrink, or
    of which most elements have changed, are sent whole.
    """
    made: Change = {f"-{key}": 0 for key in old if key not in new}
    made.update(_steps([(k, old.get(k, _NOTHING), one) for k, one in new.items() if k not in old or old[k] != one]))
    return made


def _steps(pairs: Iterable[tuple[object, Any, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the operations for pairs that differ.

    Comparing whole values first is fast, because most of a board stays. (1 equals True, but no field is both.)
    """
    for key, before, after in pairs:
        if isinstance(before, dict) and isinstance(after, dict) and before:
            yield f"~{key}", change(before, after)
        elif isinstance(before, LISTS) and isinstance(after, LISTS) and _alike(before, after):
            olds = chain(before, repeat(_NOTHING))
            places = [(i, old, one) for i, (old, one) in enumerate(zip(olds, after, strict=False)) if old != one]
            yield f"~{key}", dict(_steps(places))
        else:
            yield f"={key}", after


def _alike(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Return whether comparing the lists by element pays off."""
    if not before or len(after) < len(before):
        return False
    if isinstance(before[0], dict | list | tuple):
        return True
    same: int = sum(bool(one == other) for one, other in zip(before, after, strict=False))
    return len(before) < 2 * same
