"""An event that our own fault has stopped is paused alone, with its reason, until its staff resume it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from league.events.models import Event
from league.notifications.models import Notification
from league.pairings.actions import rounds
from league.pairings.queries.due import HELD_FOR_REVIEW
from league.results.actions import due_rounds
from league.sweep import sweep
from tests.factories import NOON, started_event

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def test_an_event_whose_next_round_cannot_begin_is_held_alone_and_resumed_by_its_organiser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, sound = started_event(), started_event()
    Event.objects.update(next_round_at=LATER)
    publish = due_rounds._publish_due_round

    def fail(event_id: int, at: datetime) -> bool:
        if event_id == broken.pk:
            raise AssertionError("a fault")
        return publish(event_id, at)

    with monkeypatch.context() as broke:
        broke.setattr(due_rounds, "_publish_due_round", fail)
        sweep(LATER)
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert (broken.paused_at, broken.problem, broken.next_round_at) == (LATER, HELD_FOR_REVIEW, None)
    assert (sound.paused_at, sound.problem) == (None, "")
    assert Notification.objects.get(kind="held").player_id == broken.organiser_id
    sweep(LATER + timedelta(seconds=1))
    assert Notification.objects.filter(kind="held").count() == 1
    rounds.resume_event(event_id=broken.pk, by=broken.organiser_id, at=LATER + timedelta(minutes=5))
    broken.refresh_from_db()
    assert (broken.paused_at, broken.problem) == (None, "")
