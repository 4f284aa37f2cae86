"""What a stream sends, read from the database: made once per match, entry and viewer, shared by all who watch."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.db import close_old_connections
from django.http import HttpRequest, parse_cookie
from django.utils.module_loading import import_string

from matches.announce import wake
from matches.models import Entry, Match
from matches.moment import now
from matches.queries.board import Board, face, log
from matches.queries.seating import Seating, seat_of, seating
from matches.statements import entry_rows, match_row
from matches.stream.changes import Change

Viewer = int | None


@dataclass(frozen=True)
class Snapshot:
    """One match at one moment, ready to be cut to each watcher's cursor."""

    match_id: int
    entry: int
    status: str
    seats: Seating
    entries: list[Entry]
    faces: Mapping[Viewer, Board]

    def viewer(self, player_id: int | None) -> Viewer:
        return seat_of(self.seats, player_id)

    def board(self, player_id: int | None, cursor: int) -> str:
        """The board JSON for this player with the log lines after `cursor`; a cursor from the future gets them all."""
        viewer = self.viewer(player_id)
        return _json({**self.faces[viewer], "log": self._log(viewer, cursor)})

    def step(self, viewer: Viewer, cursor: int, came_from: int, made: Change) -> str:
        """JSON of what has changed for this viewer since the board of entry `came_from`, and the log lines."""
        clock = self.faces[viewer]["clock"]
        moved = {**made, "~clock": {"=now": clock["now"], "=seats": clock["seats"]}}
        about = {"match": self.match_id, "from": came_from, "entry": self.entry, "change": moved}
        return _json({**about, "log": self._log(viewer, cursor)})

    def _log(self, viewer: Viewer, cursor: int) -> list[Mapping[str, Any]]:
        since = cursor if cursor <= self.entry else 0
        return log([e for e in self.entries if e.n > since], viewer)


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def snapshot(match_id: int, cursors: Iterable[int], players: Iterable[int | None]) -> Snapshot | None:
    """Read a match for the players who watch it from these cursors."""
    try:
        match = match_row(match_id)
        return None if match is None else _snapshot(match, list(cursors), set(players))
    finally:
        close_old_connections()


def _snapshot(match: Match, cursors: list[int], players: set[int | None]) -> Snapshot:
    at = now()
    seats = seating(match)
    behind = min((c for c in cursors if c <= match.last_entry), default=match.last_entry)
    since = 0 if any(c > match.last_entry for c in cursors) else behind
    entries = entry_rows(match.pk, since, match.last_entry)
    viewers = {seat_of(seats, player) for player in players}
    faces = {v: face(match, seats, v, at) for v in viewers}
    _remind(match, at)
    return Snapshot(match.pk, match.last_entry, match.status, seats, entries, faces)


def _remind(match: Match, at: datetime) -> None:
    if match.deadline_at is not None and match.deadline_at <= at:
        wake("matches.tasks.judge", match_id=match.pk)


def positions(match_ids: Iterable[int]) -> dict[int, tuple[int, str]]:
    """Last entry and status of each match: what a stream's own sweep compares."""
    try:
        rows = Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "last_entry", "status")
        return {pk: (entry, status) for pk, entry, status in rows}
    finally:
        close_old_connections()


def player_of(cookies: str) -> int | None:
    """Who holds the session that a Cookie header names."""
    request: Any = HttpRequest()
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request.session = import_string(f"{settings.SESSION_ENGINE}.SessionStore")(key)
    try:
        pk: int | None = get_user(request).pk
        return pk
    finally:
        close_old_connections()
