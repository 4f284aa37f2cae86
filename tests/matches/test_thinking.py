"""A bot that thinks: on nobody's clock, and two calls that came to different moves make one."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from matches.actions.botting import play_due_bots
from matches.actions.opening import SeatPlan, open_match
from matches.actions.submitting import submit
from matches.clock import Control
from matches.models import Match
from matches.thinking import WallTime
from tests.factories import PlayerFactory

THINK_S = 0.3


def match_of(bot: str, at: datetime) -> tuple[int, int]:
    """A match of Order & Chaos in which the bot is to move first, and the bot's player."""
    player = PlayerFactory(bot=bot).pk
    seats = [SeatPlan(player, bot=bot, pace_ms=0), SeatPlan(PlayerFactory().pk, ready=True)]
    return open_match(game="order-and-chaos", options={}, seats=seats, control=Control(), at=at), player


def test_nobody_is_charged_for_the_thinking(at: datetime, db: None) -> None:
    deadlines = {}
    for bot in ("greedy", "search"):
        match_id, _ = match_of(bot, at)
        play_due_bots(match_id=match_id, at=at, think_s=THINK_S)
        match = Match.objects.get(pk=match_id)
        assert match.to_act == [1]
        assert match.entries.count() == 1
        assert match.deadline_at is not None
        deadlines[bot] = match.deadline_at
    later = deadlines["search"] - deadlines["greedy"]
    assert timedelta(0) < later < timedelta(seconds=5 * THINK_S)


@pytest.mark.parametrize("text", ["B1-W1", "B3-W3"])
def test_two_calls_that_think_differently_make_one_move(at: datetime, db: None, text: str) -> None:
    match_id, player = match_of("search", at)
    submit(match_id=match_id, player_id=player, turn=0, text=text, key="bot-0-0", received_at=at)
    play_due_bots(match_id=match_id, at=at, think_s=0.02)
    match = Match.objects.get(pk=match_id)
    assert [entry.do for entry in match.entries.all()] == [text]
    assert match.submissions.count() == 1


def test_wall_time_runs_out() -> None:
    budget = WallTime(0.01)
    assert budget.used == timedelta(0)
    while budget():
        pass
    assert budget.spent >= 1.0
    assert timedelta(seconds=0.01) <= budget.used < timedelta(seconds=2)
