"""A sweep of a site on which nothing happens asks the database as little as can be, and still finds what is due."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.notifications.kinds import Kind
from league.notifications.models import Notification
from league.sweep import due_querysets, sweep as sweep_league
from matches.actions.adjudication import FLAG_DELAY
from matches.actions.bots import BOT_LATE
from matches.actions.sweep import BOTS, HINT_LATE, record_heartbeat, run_sweep
from matches.clock import TimeControl
from matches.models import Match, Status, Submission
from tests.factories import PlayerFactory
from tests.matches.conftest import S, StartMatch

MS = timedelta(milliseconds=1)


@pytest.mark.django_db
def test_a_round_in_which_nothing_is_due_is_two_statements(at: datetime) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on SQLite nobody counts transactions")
    record_heartbeat(at)
    assert sweep_league(at) is False
    with CaptureQueriesContext(connection) as asked:
        assert run_sweep(at + S, also=[due_querysets]) == frozenset()
    assert len(asked) == 2


def test_each_look_finds_what_is_due_to_the_millisecond_and_makes_up_for_a_lost_wake_up(start_match: StartMatch) -> None:
    table = start_match(TimeControl(10_000, 0)).begin()
    deadline = table.row.deadline_at
    Match.objects.filter(pk=table.id).update(bot_due_at=deadline)

    def due(at: datetime) -> frozenset[str]:
        return run_sweep(at) & {"alarms", "flags", "inbox", BOTS}

    record_heartbeat(deadline - 4 * S)
    assert due(deadline - 2501 * MS) == frozenset()
    assert due(deadline - 2500 * MS) == {"alarms"}
    assert due(deadline - 2 * S) == frozenset(), "the alarm is set"
    sent = Submission.objects.filter(pk=table.send(0, "nonsense", at=deadline - 2 * S))
    assert due(deadline - 2 * S + HINT_LATE - MS) == frozenset()
    assert due(deadline - 2 * S + HINT_LATE) == {"inbox"}
    assert sent.get().code == "malformed"
    assert due(deadline + FLAG_DELAY - MS) == frozenset()
    assert due(deadline + FLAG_DELAY) == {"flags"}
    assert (table.row.status, table.row.closed_at) == (Status.CLOSED, deadline)


def test_a_bot_that_is_late_is_found(start_match: StartMatch) -> None:
    table = start_match().begin()
    Match.objects.filter(pk=table.id).update(bot_due_at=table.at)
    record_heartbeat(table.at + BOT_LATE - S)
    assert BOTS not in run_sweep(table.at + BOT_LATE - MS)
    assert BOTS in run_sweep(table.at + BOT_LATE)


@pytest.mark.django_db
def test_a_sweep_does_what_a_look_of_the_league_finds(at: datetime) -> None:
    Notification.objects.create(player=PlayerFactory(), kind=Kind.values[0], key="one", at=at, push_at=at + 2 * S)
    record_heartbeat(at)
    assert "pushes" not in run_sweep(at + S, also=[due_querysets])
    assert "pushes" in run_sweep(at + 2 * S, also=[due_querysets])
