"""Races about match times, on PostgreSQL, with threads behind a barrier."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from league.events.models import EventLogEntry, SeriesMatch
from league.match_times.actions.deadlines import apply_deadline
from league.notifications.models import Notification
from league.pairings.actions.match_times import open_timed_match, set_match_time
from tests.factories import NOON
from tests.league.match_times.test_agreeing import DAY, FRIDAY, HOUR, Duel
from tests.league.test_races import THREADS, codes
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 3
DUE = NOON + 48 * HOUR


def proposed(**plan: Any) -> Duel:
    duel = Duel(**plan)
    duel.propose(duel.one, FRIDAY, FRIDAY + DAY)
    return duel


def set_time(duel: Duel) -> Any:
    ids = {"event_id": duel.event.pk, "pairing_id": duel.pairing.pk, "by": duel.event.organiser_id}
    return partial(set_match_time, **ids, starts_at=FRIDAY - DAY, at=NOON)


def test_times_that_are_accepted_at_once_are_agreed_once() -> None:
    duel = proposed()
    accepts = [partial(duel.accept, duel.other, slot) for slot in (FRIDAY, FRIDAY + DAY)] * (THREADS // 2)
    assert codes(race(*accepts)) == ["answered"] * (len(accepts) - 1)
    assert duel.starts_at in (FRIDAY, FRIDAY + DAY)
    assert (duel.pairing.time_changes, EventLogEntry.objects.filter(act="pairing.agreed").count()) == (1, 1)
    assert duel.told(duel.one).count("agreed") == 1


def test_an_acceptance_and_a_counter_proposal_at_once_leave_an_agreed_time_or_the_proposal() -> None:
    for _ in range(TIMES):
        duel = proposed()
        moved = FRIDAY + 2 * HOUR
        refused = codes(race(partial(duel.accept, duel.other, FRIDAY), partial(duel.propose, duel.one, moved)))
        agreement = duel.agreement
        if refused:
            assert (refused, duel.starts_at, agreement.slots) == (["answered"], None, [moved.isoformat()])
        else:
            assert (duel.starts_at, agreement.slots) == (FRIDAY, [moved.isoformat()]), "a change is proposed, the time holds"


def test_an_acceptance_and_an_organisers_time_at_once_end_with_one_of_both() -> None:
    for _ in range(TIMES):
        duel = proposed()
        refused = codes(race(partial(duel.accept, duel.other, FRIDAY), set_time(duel)))
        assert set(refused) <= {"answered"}
        assert duel.starts_at == FRIDAY - DAY, "who comes last counts, and an acceptance can't come last"
        assert (duel.agreement.status, duel.agreement.slots, duel.agreement.opens_at) == ("organiser", [], FRIDAY - DAY)


def test_the_policy_and_an_acceptance_at_once_give_one_time() -> None:
    for _ in range(TIMES):
        duel = proposed()
        assert apply_deadline(pairing_id=duel.pairing.pk, at=NOON + DAY)
        policy = [partial(apply_deadline, pairing_id=duel.pairing.pk, at=DUE)] * 2
        refused = codes(race(partial(duel.accept, duel.other, FRIDAY, DUE), *policy))
        expected = ("default", duel.agreement.default_at) if refused == ["answered"] else ("agreed", FRIDAY)
        assert (duel.agreement.status, duel.starts_at, duel.pairing.time_changes) == (*expected, 1)
        known = Notification.objects.filter(player=duel.one, case__in=["default", "agreed"]).count()
        assert known == 1


def test_a_match_is_opened_once_and_not_moved_while_it_opens() -> None:
    for _ in range(TIMES):
        duel = Duel()
        duel.agree()
        opening = [partial(open_timed_match, pairing_id=duel.pairing.pk, at=FRIDAY)] * 3
        late = partial(duel.propose, duel.one, FRIDAY + DAY, at=FRIDAY - timedelta(seconds=1))
        assert set(codes(race(*opening, late))) <= {"already-started"}
        assert SeriesMatch.objects.filter(pairing=duel.pairing).count() == 1
        assert duel.starts_at == FRIDAY
