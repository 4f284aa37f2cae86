"""Finished matches of the corpus, as lines to read and as closed matches in the database."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from engines.record import Record
from engines.usage import LogLine
from league.people.models import Player
from matches.clock import TimeControl
from matches.models import Entry, Match, Seat, Status
from tests.engines.test_corpus import kept
from tests.factories import NOON

TURN_MS, RESERVE_MS = 180_000, 300_000


@cache
def records(game: str) -> list[Record]:
    return kept(game)


def lines_of(one: Record) -> list[LogLine]:
    """A record's entries, five seconds apart; every mover took those five seconds."""
    seats = [[TURN_MS, RESERVE_MS] for _ in range(one.seats)]
    made = []
    for at, entry in enumerate(one.entries):
        left = [[TURN_MS - 5000, RESERVE_MS] if seat == entry["by"] else full for seat, full in enumerate(seats)]
        made.append(LogLine(entry["by"], entry["do"], entry.get("note", ""), 5000 * at, left))
    return made


def played(game: str, number: int, players: Sequence[Player], *, at: datetime = NOON, **more: Any) -> Match:
    """A closed match with the log of a match of the corpus. Only what a finished match has is stored."""
    one = records(game)[number]
    outcome = one.closing["outcome"]
    made = Match.objects.create(
        game=game, engine_version=one.engine.version, options=dict(one.options), control=TimeControl().dump(),
        status=Status.CLOSED, seed="00" * 32, commitment="", created_at=at, started_at=at, closed_at=at,
        ranks=outcome["ranks"], reason=outcome["reason"], **more,
    )  # fmt: skip
    Seat.objects.bulk_create(Seat(match=made, number=seat, player=player) for seat, player in enumerate(players))
    Entry.objects.bulk_create(
        Entry(
            match=made, n=n, by=line.by, do=line.do, note=line.note, texts={}, left=line.left, prev="", hash="",
            at=at + timedelta(milliseconds=line.at),
        )
        for n, line in enumerate(lines_of(one), start=1)
    )  # fmt: skip
    return made
