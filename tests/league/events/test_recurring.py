"""Events that come again: when one starts, the next one opens, once."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from league.events.actions.event_copies import open_successor
from league.events.actions.event_lifecycle import cancel_event
from league.events.models import Event
from league.pairings.queries.due import list_repeats
from league.results.actions.event_start import start_event
from league.sweep import sweep
from tests.factories import PlayerFactory, event

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def weekly(at: datetime, **plan: object) -> Event:
    made = event(*PlayerFactory.create_batch(2), at=at, **{"repeat_days": 7, "starts_at": at + WEEK, **plan})
    start_event(event_id=made.pk, by=made.organiser_id, at=at + WEEK)
    made.refresh_from_db()
    return made


def test_the_sweep_opens_the_next_one_with_all_decisions_and_no_entrants(at: datetime) -> None:
    made = weekly(at, name="Friday Cup", tie_breaks=["WIN"])
    sweep(at + WEEK)
    following = Event.objects.get(repeat_of=made)
    assert (following.name, following.status, following.starts_at) == ("Friday Cup", "registration", at + 2 * WEEK)
    assert (following.repeat_days, following.tie_breaks, following.entrants.count()) == (7, ["WIN"], 0)
    sweep(at + WEEK)
    assert Event.objects.filter(repeat_of=made).count() == 1
    assert list_repeats() == []


def test_days_that_went_by_are_passed_over(at: datetime) -> None:
    made = weekly(at)
    late = at + 3 * WEEK + timedelta(hours=1)
    following = Event.objects.get(pk=open_successor(event_id=made.pk, at=late))
    assert following.starts_at == at + 4 * WEEK


def test_an_event_started_by_hand_recurs_from_its_start(at: datetime) -> None:
    made = weekly(at, starts_at=None)
    following = Event.objects.get(pk=open_successor(event_id=made.pk, at=at + WEEK))
    assert following.starts_at == at + 2 * WEEK


def test_what_was_cancelled_or_does_not_recur_has_no_next(at: datetime) -> None:
    once, cancelled = weekly(at, repeat_days=0), weekly(at)
    cancel_event(event_id=cancelled.pk, by=cancelled.organiser_id, at=at)
    for made in (once, cancelled):
        assert open_successor(event_id=made.pk, at=at) is None
    assert list_repeats() == []


def test_the_database_itself_knows_one_next_only(at: datetime) -> None:
    made = weekly(at)
    open_successor(event_id=made.pk, at=at)
    other = event()
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=other.pk).update(repeat_of=made)
