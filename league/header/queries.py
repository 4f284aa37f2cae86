"""What the head of every page shows its player: the count of unread notifications, and running matches."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db import connection

from league.games import game_name
from league.notifications.inbox import MAX_COUNTED, UNREAD_SQL
from league.people.models import Player
from matches.models import Match, Seat, Status
from matches.time_control import TimeControl, TimeControlKind

MAX_SEATS = 60
# Every page of a signed-in user runs this, so it is one statement, which the home page extends by more rows (`Row`).
# Literal statuses, so that the partial index of running matches is used.
_MATCHES_SQL = f"""
    SELECT * FROM (
        SELECT 'seat' AS kind, m.id AS subject, s.number AS number, p.username AS name, p.display_name AS title,
            m.deadline_at AS at, CAST(m.to_act AS text) AS data, m.game AS detail, m.status AS status,
            CAST(m.control AS text) AS control, s.player_id AS player_id
        FROM {Seat._meta.db_table} own
        JOIN {Match._meta.db_table} m ON m.id = own.match_id AND m.status IN ('playing', 'paused')
        JOIN {Seat._meta.db_table} s ON s.match_id = m.id JOIN {Player._meta.db_table} p ON p.id = s.player_id
        WHERE own.player_id = %s AND own.bot = '' ORDER BY m.id DESC LIMIT {MAX_SEATS}
    ) AS seats
    UNION ALL SELECT 'unread', ({UNREAD_SQL}), 0, '', '', NULL, NULL, '', '', NULL, NULL
"""  # noqa: S608


class Row(NamedTuple):
    """A row of the statement; each kind of row uses some of the columns."""

    kind: str
    subject: int
    number: int
    name: str
    title: str
    at: Any
    data: str | None
    detail: str
    status: str
    control: str | None
    player_id: int | None

    @property
    def moment(self) -> datetime:
        """Return `at`, which SQLite returns as text."""
        return self.at if isinstance(self.at, datetime) else datetime.fromisoformat(self.at).replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A running match of the viewer. `seats` are their numbers and players' names."""

    match_id: int
    game: str
    game_name: str
    seats: tuple[tuple[int, str], ...]
    opponent: str
    """The opponents' names."""
    my_turn: bool
    paused: bool
    correspondence: bool
    deadline_at: datetime | None


@dataclass(frozen=True, slots=True)
class Header:
    """The unread notifications, the running matches (most urgent first), and rows of other kinds."""

    unread: int
    matches: tuple[OwnMatch, ...]
    other: tuple[Row, ...] = ()

    @property
    def live(self) -> tuple[OwnMatch, ...]:
        """Return the matches that are played at one sitting."""
        return tuple(match for match in self.matches if not match.correspondence)


def get_header(player_id: int, more_sql: str = "", params: Sequence[Any] = ()) -> Header:
    """Return what the header shows the player. `more_sql` adds rows with the columns of `Row`, in the same query."""
    with connection.cursor() as cursor:
        cursor.execute(_MATCHES_SQL + more_sql, [player_id, player_id, MAX_COUNTED, *params])
        rows = [Row(*row) for row in cursor.fetchall()]
    by_match: dict[int, list[Row]] = {}
    for row in rows:
        if row.kind == "seat":
            by_match.setdefault(row.subject, []).append(row)
    matches = [_build_match(sorted(seats, key=lambda row: row.number), player_id) for seats in by_match.values()]
    return Header(
        unread=next(row.subject for row in rows if row.kind == "unread"),
        matches=tuple(sorted(matches, key=_urgency)),
        other=tuple(row for row in rows if row.kind not in ("seat", "unread")),
    )


def _urgency(match: OwnMatch) -> tuple[Any, ...]:
    """Order matches: live before correspondence, own turn first, then by deadline."""
    at = match.deadline_at
    return match.correspondence, match.paused, not match.my_turn, at is None, at and at.timestamp(), match.match_id


def _build_match(rows: Sequence[Row], player_id: int) -> OwnMatch:
    first = rows[0]
    own = next(row.number for row in rows if row.player_id == player_id)
    return OwnMatch(
        match_id=first.subject,
        game=first.detail,
        game_name=game_name(first.detail),
        seats=tuple((row.number, row.title or row.name) for row in rows),
        opponent=", ".join(row.title or row.name for row in rows if row.player_id != player_id),
        my_turn=own in json.loads(first.data or "[]"),
        paused=first.status == Status.PAUSED,
        correspondence=TimeControl(**json.loads(first.control or "{}")).kind == TimeControlKind.DAYS,
        deadline_at=first.moment if first.at else None,
    )
