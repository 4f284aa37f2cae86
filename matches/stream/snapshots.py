"""Stream messages, read from the database: made once per match, entry and viewer, and shared by all subscribers."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any, NamedTuple

from matches.actions.presence import record_seen, record_watched
from matches.catalogues import ENGLISH, use_language
from matches.hot_path.statements import LogLine, WatchedMatch, read_log, read_watched_matches
from matches.models import Match, Presence, Status
from matches.pubsub import enqueue
from matches.queries.board_types import BoardLine
from matches.queries.board_view import (
    Board,
    RenderContext,
    get_disconnection_mark,
    get_disconnection_marks,
    render_board,
    render_log,
)
from matches.queries.seats import Seats, find_seat, get_seats
from matches.queries.spectator_delay import POSITION_FIELDS, visible_match, visible_positions
from matches.server_time import now

Viewer = int | None


class MatchVersion(NamedTuple):
    """What a stream compares of a match. `gone` changes with the disconnected seats; `shown` is what is public."""

    entry: int
    status: str
    gone: str
    shown: tuple[int, str]
    """Public last entry and status, with the match's delay."""


@dataclass(frozen=True)
class Snapshot:
    """One match at one moment, from which boards for every subscriber can be made."""

    match_id: int
    version: MatchVersion
    """The value that the stream's sweep compares."""
    seats: Seats
    lines: Sequence[LogLine]
    boards: Mapping[Viewer, Board]
    last_entries: Mapping[Viewer, int]
    """The last entry that each viewer may know."""
    delayed: bool
    """Whether the match has a spectator delay: spectators are sent nothing if nothing changes for them."""
    language: str = ENGLISH

    def viewer(self, player_id: int | None) -> Viewer:
        return find_seat(self.seats, player_id)

    def is_unchanged(self, viewer: Viewer, previous: tuple[int, str] | None) -> bool:
        """Return whether a board for this viewer equals the one made when `previous` was public."""
        is_hidden = self.delayed and self.version.status != Status.OPEN
        return is_hidden and viewer is None and previous == self.version.shown

    def board(self, player_id: int | None, cursor: int) -> str:
        """Return the board JSON for this player with the log after `cursor`, or all of it for an invalid cursor."""
        viewer = self.viewer(player_id)
        return _json({**self.boards[viewer], "log": self._log(viewer, cursor)})

    def render_changes(self, viewer: Viewer, cursor: int, previous: Board) -> str:
        """Return JSON of the changes for this viewer since the board `previous`, and the new log lines."""
        board = self.boards[viewer]
        diff, clock = diff_json(_without_times(previous), _without_times(board)), board["clock"]
        diff_with_clock = {**diff, "~clock": {**diff.get("~clock", {}), "=now": clock["now"], "=seats": clock["seats"]}}
        header = {
            "match_id": self.match_id,
            "from": previous["entry"],
            "entry": self.last_entries[viewer],
            "change": diff_with_clock,
        }
        return _json({**header, "log": self._log(viewer, cursor)})

    def _log(self, viewer: Viewer, cursor: int) -> list[BoardLine]:
        last = self.last_entries[viewer]
        since = cursor if cursor <= last else 0
        with use_language(self.language):
            return render_log((line for line in self.lines if since < line.n <= last), viewer)


Change = dict[str, Any]
LIST_TYPES = (list, tuple)
_MISSING = object()
_json = json.JSONEncoder(separators=(",", ":")).encode


def _without_times(board: Board) -> Board:
    return {**board, "clock": {**board["clock"], "now": 0, "seats": ()}}


class SnapshotRequest(NamedTuple):
    """A match and its subscribers: their cursors, and their (player, language)."""

    match_id: int
    cursors: Collection[int]
    readers: Collection[tuple[int | None, str]]


SnapshotsByLanguage = dict[str, Snapshot]
"""Snapshots by language."""


def load_snapshots(requests: Sequence[SnapshotRequest]) -> list[SnapshotsByLanguage | Exception | None]:
    """Read matches for their subscribers; None for one that does not exist, the exception for one that fails."""
    rows = read_watched_matches([(request.match_id, min(request.cursors, default=0)) for request in requests])
    return [row and _build_snapshots(request, row) for request, row in zip(requests, rows, strict=True)]


def _build_snapshots(request: SnapshotRequest, row: WatchedMatch) -> SnapshotsByLanguage | Exception:
    snapshots: SnapshotsByLanguage = {}
    try:
        if row.match.deadline_at is not None and row.match.deadline_at <= now():
            enqueue("matches.tasks.judge", match_id=row.match.pk)
        for language in {language for _, language in request.readers}:
            players = {player for player, reader_language in request.readers if reader_language == language}
            with use_language(language):
                snapshots[language] = _build_snapshot(row.match, request.cursors, players, row.gone, row.lines, language)
    except Exception as error:
        return error
    return snapshots


def _build_snapshot(
    match: Match, cursors: Collection[int], players: set[int | None], disconnected: Sequence[Presence] = (),
    lines: Sequence[LogLine] | None = None, language: str = ENGLISH,
) -> Snapshot:  # fmt: skip
    """Return a snapshot. `lines` are the entries after the lowest cursor; an invalid cursor gets all."""
    at = now()
    seats = get_seats(match)
    viewers = {find_seat(seats, player) for player in players}
    visible = {viewer: (match, at) if viewer is not None else visible_match(match, at) for viewer in viewers}
    ends = {viewer: row.last_entry for viewer, (row, _) in visible.items()}
    first_end = min(ends.values(), default=match.last_entry)
    if lines is None or any(cursor > first_end for cursor in cursors):
        lines = read_log(match.pk, 0)
    disconnected_now = disconnected if match.status == Status.PLAYING else ()
    # Taken from one row: the match itself, or its earlier state.
    contexts = {moment: RenderContext(row, seats, moment, disconnected_now) for row, moment in visible.values()}
    boards = {viewer: render_board(contexts[moment], viewer) for viewer, (_, moment) in visible.items()}
    public_position = visible_positions([match], at).get(match.pk, (match.last_entry, match.status))
    version = MatchVersion(match.last_entry, match.status, get_disconnection_mark(disconnected_now), public_position)
    return Snapshot(match.pk, version, seats, lines, boards, ends, bool(match.delay_ms), language)


def load_versions(match_ids: Iterable[int]) -> dict[int, MatchVersion]:
    """Return the MatchVersion of each match, which the stream's sweep compares."""
    ids = list(match_ids)
    rows = list(Match.objects.filter(pk__in=ids).only(*POSITION_FIELDS))
    disconnection_marks, visible = get_disconnection_marks(ids), visible_positions(rows, now())
    return {
        row.pk: MatchVersion(
            row.last_entry, row.status, disconnection_marks.get(row.pk, ""), visible.get(row.pk, (row.last_entry, row.status))
        )
        for row in rows
    }


def record_watching(pairs: Collection[tuple[int, int | None]]) -> None:
    """Record that streams are working, and which (match, player) are watching; the player is None for a visitor."""
    at = now()
    record_seen([(match, player) for match, player in pairs if player is not None], at)
    record_watched({match for match, _ in pairs}, at)


def diff_json(old: Mapping[str, Any], new: Mapping[str, Any]) -> Change:
    """Return the change that turns `old` into `new`, as JSON that the page applies (`site/changes.js`).

    A change of an object or list is an object whose keys begin with an operator: `=key` sets the value, `~key` holds a
    nested change, `-key` deletes. List indexes are keys too, and a list grows by `=` at its end; lists that shrink, or
    of which most elements have changed, are sent whole.
    """
    diff: Change = {f"-{key}": 0 for key in old if key not in new}
    diff.update(_diff_items([(k, old.get(k, _MISSING), value) for k, value in new.items() if k not in old or old[k] != value]))
    return diff


def _diff_items(pairs: Iterable[tuple[object, Any, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the operations for pairs that differ.

    Comparing whole values first is fast, because most of a board stays the same. (1 equals True, but no field is both.)
    """
    for key, old_value, new_value in pairs:
        if isinstance(old_value, dict) and isinstance(new_value, dict) and old_value:
            yield f"~{key}", diff_json(old_value, new_value)
        elif isinstance(old_value, LIST_TYPES) and isinstance(new_value, LIST_TYPES) and _is_similar(old_value, new_value):
            old_items = chain(old_value, repeat(_MISSING))
            changed_items = [
                (i, old_item, new_item)
                for i, (old_item, new_item) in enumerate(zip(old_items, new_value, strict=False))
                if old_item != new_item
            ]
            yield f"~{key}", dict(_diff_items(changed_items))
        else:
            yield f"={key}", new_value


def _is_similar(old_items: Sequence[Any], new_items: Sequence[Any]) -> bool:
    """Return whether comparing the lists by element pays off."""
    if not old_items or len(new_items) < len(old_items):
        return False
    if isinstance(old_items[0], dict | list | tuple):
        return True
    equal_count: int = sum(bool(old_item == new_item) for old_item, new_item in zip(old_items, new_items, strict=False))
    return len(old_items) < 2 * equal_count
