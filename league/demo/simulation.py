"""Playing an event of bots to its end within one process, by the same acts as workers and the sweep."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from engines.words import retell
from league.counting import count_closed
from league.events.models import Event, EventStatus, SeriesMatch
from league.results.actions.due_rounds import start_due_round
from matches.actions.bots import play_due_bots
from matches.models import Match, Status

MOST_MOVES = 5_000
"""In one match; Incursion takes a few hundred."""


class Stuck(Exception):
    """The event does not go on by itself."""


def play_event(*, event_id: int, clock: Callable[[], datetime], told: Callable[[str], None] = lambda _: None) -> None:
    """Play every match and start every round until the event is over. Raises Stuck where a person has to act.

    Time is the later of the clock's and that at which something is due, so that nobody waits for the bots' pace.
    """
    at = clock()
    while (event := Event.objects.get(pk=event_id)).status == EventStatus.RUNNING:
        open_ones = SeriesMatch.objects.filter(pairing__round__event=event, counted_at=None)
        due = list(open_ones.order_by("pk").values_list("match", flat=True))
        for match_id in due:
            at = play_match(match_id, max(at, clock()))
            count_closed(match_id=match_id, at=at)
            told(f"Match {match_id}: {Match.objects.values_list('reason', flat=True).get(pk=match_id)}")
        if due:
            continue
        at = max(at, clock(), event.next_round_at or at)
        if not start_due_round(event_id=event_id, at=at):
            raise Stuck(retell(event.trouble) or f"{event.name} waits for its organiser.")


def play_match(match_id: int, at: datetime) -> datetime:
    """Let the bots of a match play it to its end; return when that was."""
    for _ in range(MOST_MOVES):
        row = Match.objects.only("status", "bot_due_at").get(pk=match_id)
        if row.status == Status.CLOSED:
            return at
        if row.status != Status.PLAYING or row.bot_due_at is None:
            break
        at = max(at + timedelta(milliseconds=1), row.bot_due_at)
        play_due_bots(match_id=match_id, at=at)
    raise Stuck(f"Match {match_id} does not come to an end by itself.")
