from collections import Counter
from datetime import timedelta
from functools import partial

import pytest

from league.events.models import Pairing, SeriesMatch, StageLogEntry
from league.registration.actions.continuous_entries import accept_challenge, create_challenge, pause_entry, resume_entry
from league.registration.actions.entries import join_event
from league.results.actions.due_rounds import tick_event
from league.results.actions.results import record_result
from league.sweep import sweep
from tests.factories import NOON, PlayerFactory, end
from tests.league.events.continuous import arena, assert_nobody_twice, entrant_of, ladder, running
from tests.league.test_races import THREADS, codes, many
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_a_player_whom_several_challenge_at_once_has_one_challenge() -> None:
    four = PlayerFactory.create_batch(4)
    made = ladder(*four)
    target = entrant_of(made, four[0])
    dares = [partial(create_challenge, event_id=made.pk, player_id=one.pk, entrant_id=target, at=NOON) for one in four[1:]]
    assert codes(race(*dares)) == ["opponent-busy"] * 2
    assert StageLogEntry.objects.filter(kind="challenged").count() == 1


def test_a_challenge_that_is_accepted_many_times_at_once_is_played_once() -> None:
    ada, ben = PlayerFactory.create_batch(2)
    made = ladder(ada, ben)
    number = create_challenge(event_id=made.pk, player_id=ben.pk, entrant_id=entrant_of(made, ada), at=NOON)
    results = many(accept_challenge, event_id=made.pk, player_id=ada.pk, number=number, at=NOON)
    assert codes(results) == ["not-open"] * (THREADS - 1)
    assert SeriesMatch.objects.count() == 1


def test_pulses_at_once_make_every_pairing_once() -> None:
    made = arena(*PlayerFactory.create_batch(6))
    for match_id in running(made):
        end(match_id)
        record_result(match_id=match_id, at=NOON)
    results = many(tick_event, event_id=made.pk, at=NOON)
    assert codes(results) == []
    assert Counter(results) == {True: 1, False: THREADS - 1}
    assert_nobody_twice(made)
    assert Pairing.objects.count() == 6
    assert StageLogEntry.objects.filter(kind="paired").count() == 6


def test_results_arrivals_pauses_and_sweeps_at_once_leave_one_log() -> None:
    six = PlayerFactory.create_batch(6)
    made = arena(*six)
    matches = running(made)
    for match_id in matches:
        end(match_id)
    late = PlayerFactory.create_batch(2)
    at = NOON + timedelta(seconds=1)
    results = race(
        *[partial(record_result, match_id=match_id, at=NOON) for match_id in matches],
        *[partial(join_event, event_id=made.pk, player_id=one.pk, at=at) for one in late],
        partial(pause_entry, event_id=made.pk, player_id=six[0].pk, at=NOON),
        *[partial(sweep, at)] * 3,
    )
    assert codes(results) == []
    resume_entry(event_id=made.pk, player_id=six[0].pk, at=NOON)
    sweep(at)
    numbers = list(StageLogEntry.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert StageLogEntry.objects.filter(kind="ended").count() == 3
    moments = list(StageLogEntry.objects.order_by("number").values_list("at", flat=True))
    assert moments == sorted(moments)
    assert_nobody_twice(made)
