"""Whose turn it is with the bots: people's matches first, and everybody in turn.

A hint that bots are due is a permit to play one match, whichever is next; it names one only for old workers. So a
thousand matches of one person wait behind one match of another, however the hints are ordered.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q

from matches.actions.botting import play_due_bots
from matches.announce import bot_hints_held
from matches.models import Match, Status
from matches.thinking import THINK_S

logger = logging.getLogger(__name__)
MOST_SHARES = 500
BOT_LATE = timedelta(seconds=3)
"""A bot that is this late is played by the sweep."""
SWEEP_S = 0.25
"""So long a round of the sweep plays late bots: it runs beside what judges, in the same process."""
SHORT_THINK_S = 0.2
RUN_S = 0.2
"""So long a match of bots alone goes on before the next one has its turn."""
LEAST_THINK_S = 0.02
NEXT = """
SELECT "id", "bots_only", "served_for" FROM (
    SELECT "id", "bots_only", "served_for", "bot_due_at",
        ROW_NUMBER() OVER (PARTITION BY "bots_only", "served_for" ORDER BY "bot_due_at", "id") AS "place"
    FROM "matches_match" WHERE "bot_due_at" <= %s AND "status" = 'playing'
) AS "due"
WHERE "place" = 1 ORDER BY "bots_only", "bot_due_at" LIMIT %s
"""
"""Written out: asked for every move of a bot, it takes the models three times as long."""
_served: dict[tuple[bool, int | None], float] = {}
"""When this process last played for each person, by the monotonic clock."""


def play_next_bots(*, at: datetime, clock: Callable[[], datetime] | None = None, think_s: float = THINK_S) -> bool:
    """Play the bots of the match whose turn it is; return whether any were due.

    Those who wait share the thinking time, so that a round among all of them takes no longer than a single match.
    """
    waiting = next_in_turn(at)
    if not waiting:
        return False
    match_id, is_for_bots, person = waiting[0]
    rivals = sum(bots_only == is_for_bots for _, bots_only, _ in waiting)
    _note_served((is_for_bots, person))
    think_s = max(LEAST_THINK_S, think_s / rivals)
    with bot_hints_held():
        play_due_bots(match_id=match_id, at=at, clock=clock, think_s=think_s)
        if is_for_bots and clock is not None:
            _play_on(match_id, clock, think_s)
    return True


def _play_on(match_id: int, clock: Callable[[], datetime], think_s: float) -> None:
    """Go on with a match of bots alone for a moment, which saves the way through the queue, unless people wait."""
    ends = time.monotonic() + RUN_S
    while time.monotonic() < ends:
        at = clock()
        due = Match.objects.filter(Q(pk=match_id) | Q(bots_only=False), bot_due_at__lte=at, status=Status.PLAYING)
        if list(due.values_list("pk", flat=True)[:2]) != [match_id]:
            return
        play_due_bots(match_id=match_id, at=at, clock=clock, think_s=think_s)


def play_late_bots(*, at: datetime, clock: Callable[[], datetime] | None = None) -> None:
    """Play for a moment the bots that nobody has played in time: their hint was lost, or their queue is down or full.

    Of matches of bots alone one a round goes on, which calls the queue again.
    """
    ends, is_over = time.monotonic() + SWEEP_S, False
    while not is_over and (waiting := next_in_turn(at - BOT_LATE)):
        match_id, bots_only, person = waiting[0]
        _note_served((bots_only, person))
        think_s = LEAST_THINK_S if bots_only else SHORT_THINK_S
        try:
            play_due_bots(match_id=match_id, at=at, clock=clock, think_s=think_s)
        except Exception:
            logger.exception("bots of match %s are left for the next round", match_id)
        is_over = bots_only or time.monotonic() > ends


def next_in_turn(at: datetime) -> list[tuple[int, bool, int | None]]:
    """Return one match of each person whose bots are due, in the order of play, as (match, bots only, person)."""
    moment = Match._meta.get_field("bot_due_at").get_db_prep_value(at, connection)
    with connection.cursor() as cursor:
        cursor.execute(NEXT, [moment, MOST_SHARES])
        rows = [(int(pk), bool(bots_only), person) for pk, bots_only, person in cursor.fetchall()]
    return sorted(rows, key=lambda row: (row[1], _served.get(row[1:], 0.0)))


def _note_served(share: tuple[bool, int | None]) -> None:
    if len(_served) > 10 * MOST_SHARES:
        _served.clear()
    _served[share] = time.monotonic()
