"""Races about reviews, on PostgreSQL, with threads behind a barrier."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from engines import review as engine_review
from league.reviews import actions
from league.reviews.models import Review, ReviewRequest
from matches.models import Match
from tests.factories import NOON, PlayerFactory
from tests.league.reviews.conftest import finished
from tests.league.test_races import THREADS, codes
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 2


@pytest.fixture(autouse=True)
def _few_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_review, "_PASS", 1)
    monkeypatch.setattr(engine_review, "MAX_DECISIONS", 6)


def request(match: Match, player_id: int) -> Any:
    return partial(actions.request_review, match_id=match.pk, player_id=player_id, at=NOON)


def work(at: Any = NOON) -> Any:
    return partial(actions.compute_next_slice, at=at, clock=lambda: at, slice_s=60.0)


def test_those_who_ask_at_once_wait_for_one_review() -> None:
    match = finished()
    people = [PlayerFactory().pk for _ in range(THREADS)]
    assert codes(race(*(request(match, person) for person in people))) == []
    assert ReviewRequest.objects.filter(review__match=match).count() == THREADS
    assert Review.objects.filter(match=match).count() == 1


def test_a_person_who_asks_many_times_at_once_stays_within_the_limit() -> None:
    person = PlayerFactory().pk
    matches = [finished() for _ in range(THREADS)]
    assert codes(race(*(request(match, person) for match in matches))) == ["limit-reached"] * (THREADS - 3)
    assert ReviewRequest.objects.count() == 3


def test_processes_that_look_at_once_compute_a_review_once() -> None:
    match = finished()
    request(match, PlayerFactory().pk)()
    assert sorted(race(*[work()] * THREADS)) == [False] * (THREADS - 1) + [True]
    row = Review.objects.get()
    assert (row.status, row.progress, len(row.rows)) == ("done", 100, row.decisions)


def test_a_request_and_a_cancellation_at_once_leave_a_review_exactly_if_someone_waits() -> None:
    for _ in range(TIMES):
        match, one, two = finished(), PlayerFactory().pk, PlayerFactory().pk
        request(match, one)()
        cancel = partial(actions.cancel_request, match_id=match.pk, player_id=one)
        assert codes(race(request(match, two), cancel)) == []
        assert list(ReviewRequest.objects.filter(review__match=match).values_list("player", flat=True)) == [two]


def test_a_cancellation_while_it_is_computed_leaves_nothing_or_a_finished_review() -> None:
    for _ in range(TIMES):
        match, person = finished(), PlayerFactory().pk
        request(match, person)()
        cancel = partial(actions.cancel_request, match_id=match.pk, player_id=person)
        refused = codes(race(work(), cancel))
        found = Review.objects.filter(match=match).values_list("status", flat=True)
        assert list(found) == (["done"] if refused == ["not-found"] else [])
        assert not ReviewRequest.objects.exists()


def test_a_process_that_comes_back_after_its_claim_does_not_undo_another_ones_work() -> None:
    match = finished()
    request(match, PlayerFactory().pk)()
    slow = actions._claim(NOON)
    assert slow is not None
    later = NOON + timedelta(minutes=5)
    race(work(later), partial(actions._save, slow, claimed_until=None, attempts=0))
    row = Review.objects.get()
    if row.status != "done":
        work(later)()
    row.refresh_from_db()
    assert (row.status, len(row.rows)) == ("done", row.decisions)
