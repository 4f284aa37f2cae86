"""An arena between bots, every move of it played and judged, from the start to the final standings."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from league.events.models import Event, Pairing
from league.people.models import Player
from league.sweep import sweep
from matches.actions.bots import play_due_bots
from matches.models import Heartbeat, Match
from tests.factories import NOON, BotFactory
from tests.league.events.continuous import arena, running
from tests.league.events.playing import tables_of

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
MOVES = 1000


def play_bots(match_id: int, at: datetime) -> datetime:
    """Let bots play a match to its end; return when that was."""
    when = at
    for _ in range(MOVES):
        match = Match.objects.get(pk=match_id)
        if match.status == "closed":
            return when
        when = max(when, match.bot_due_at or when)
        play_due_bots(match_id=match_id, at=when)
    raise AssertionError("the match does not end")


def test_bots_play_an_arena_to_its_end(at: datetime) -> None:
    Heartbeat.objects.create(pk=1, beat_at=at)
    bots: list[Player] = BotFactory.create_batch(4, bot="greedy")
    made = arena(*bots, minutes=5, game="order-and-chaos", bot_pace_ms=0)
    for seconds in range(0, 420, 140):
        assert len(running(made)) == 2
        for match_id in running(made):
            play_bots(match_id, NOON + timedelta(seconds=seconds))
        sweep(NOON + timedelta(seconds=seconds + 130))
    made = Event.objects.get(pk=made.pk)
    assert (made.status, made.finished_at) == ("finished", NOON + timedelta(seconds=410))
    games = Pairing.objects.filter(round__event=made)
    assert games.count() == 6
    assert not games.filter(counted_at=None).exists()
    (table,) = tables_of(made.pk)
    assert sum(line.wins for line in table.lines) + sum(line.draws for line in table.lines) // 2 == 6
    assert sum(line.played for line in table.lines) == 12
