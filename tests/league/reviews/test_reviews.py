"""Reviews: asked for once, computed in slices by whichever process lives, limited per person, dropped if unwanted."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from league.people.models import Player
from league.reviews import actions
from league.reviews.models import Review, ReviewRequest
from league.reviews.queries import get_review
from matches.errors import ActionError
from matches.models import Match, Status
from tests.factories import NOON, GuestFactory, PlayerFactory, TitleFactory
from tests.league.reviews.conftest import finished
from tests.sample_games import installed, packages

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


def ask(match: Match, player: Player | None = None, at: datetime = NOON) -> Player:
    player = player or PlayerFactory()
    actions.request_review(match_id=match.pk, player_id=player.pk, at=at)
    return player


def work(at: datetime = NOON, *, slice_s: float = 60.0) -> bool:
    return actions.compute_next_slice(at=at, clock=lambda: at, slice_s=slice_s)


def refusal(match: Match, player: Player) -> str:
    with pytest.raises(ActionError) as caught:
        ask(match, player)
    return caught.value.code


def test_a_review_is_asked_for_computed_and_read_by_everyone() -> None:
    match = finished("field-tactics")
    assert get_review(match.pk, None).status == "none"
    person = ask(match)
    waiting = get_review(match.pk, person.pk)
    assert (waiting.status, waiting.progress, waiting.is_waiting) == ("queued", 0, True)
    assert not get_review(match.pk, None).is_waiting
    assert work()
    assert not work()
    done = get_review(match.pk, None)
    assert (done.status, done.progress, done.has_hidden) == ("done", 100, True)
    assert len(done.graph) > 10
    assert done.graph[-1].chances == [1.0, 0.0] if match.ranks == [1, 2] else [0.0, 1.0]
    assert [seat.seat for seat in done.seats] == [0, 1]
    second = match.seats.get(number=1).player_id
    assert [seat.seat for seat in get_review(match.pk, second).seats] == [1, 0]  # A player's own moves come first.
    for seat in done.seats:
        for move in (*seat.known, *seat.true):
            assert move.seat == seat.seat
            assert move.words
            assert move.known.words
            assert move.true is not None
        assert len(seat.known) <= 5
        assert [move.known.loss for move in seat.known] == sorted((move.known.loss for move in seat.known), reverse=True)
    assert not ReviewRequest.objects.exists()


def test_a_game_without_hidden_information_is_judged_in_one_way() -> None:
    match = finished()
    ask(match)
    work()
    done = get_review(match.pk, None)
    assert (done.status, done.has_hidden) == ("done", False)
    assert all(seat.true == [] and all(move.true is None for move in seat.known) for seat in done.seats)


def test_who_asks_again_for_a_review_gets_the_one_there_is() -> None:
    match = finished()
    ask(match)
    work()
    before = Review.objects.get()
    ask(match, at=LATER)
    assert (Review.objects.get().finished_at, ReviewRequest.objects.count()) == (before.finished_at, 0)


def test_slices_continue_one_another_and_end_with_the_same_review() -> None:
    match = finished()
    ask(match)
    work()
    whole = Review.objects.get()
    whole_rows, whole_moves = whole.rows, whole.moves
    whole.delete()
    ask(match)
    slices = 0
    while work(slice_s=0.0):
        slices += 1
        if slices == 3:
            shown = get_review(match.pk, None)
            assert shown.status == "running"
            assert 0 < shown.progress < 100
            assert (shown.graph, shown.seats) == ([], [])
    again = Review.objects.get()
    assert slices == again.decisions + again.chosen + 1
    assert (again.rows, again.moves) == (whole_rows, whole_moves)


def test_what_a_dead_process_had_claimed_is_continued_after_the_lease() -> None:
    match = finished()
    ask(match)
    review = actions._claim(NOON)
    assert review is not None
    assert not work(NOON + actions.LEASE - timedelta(seconds=1)), "the process may still live"
    assert work(NOON + actions.LEASE)
    assert get_review(match.pk, None).status == "done"


def test_a_process_whose_claim_has_passed_to_another_one_saves_nothing() -> None:
    match = finished()
    ask(match)
    slow = actions._claim(NOON)
    assert slow is not None
    assert work(NOON + actions.LEASE, slice_s=0.0)
    rows = Review.objects.get().rows
    slow.rows = [*rows, *rows, *rows]
    assert not actions._save(slow, claimed_until=None)
    assert Review.objects.get().rows == rows


def test_a_review_that_kills_its_processes_has_failed_and_can_be_asked_for_again() -> None:
    match = finished()
    person = ask(match)
    for number in range(actions.MAX_ATTEMPTS):
        assert actions._claim(NOON + number * actions.LEASE) is not None
    assert work(LATER)
    assert get_review(match.pk, person.pk).status == "failed"
    assert not work(LATER)
    ask(match, person, at=LATER)
    assert work(LATER)
    assert get_review(match.pk, None).status == "done"


def test_a_match_that_cannot_be_replayed_fails_alone() -> None:
    broken, sound = finished(), finished()
    entry = broken.entries.get(n=3)
    entry.do = "nonsense"
    entry.save(update_fields=["do"])
    ask(broken)
    ask(sound, at=LATER)
    assert work(LATER)
    assert work(LATER)
    assert [get_review(match.pk, None).status for match in (broken, sound)] == ["failed", "done"]


def test_the_queue_is_served_in_order_and_says_how_many_are_ahead() -> None:
    matches = [finished() for _ in range(3)]
    for number, match in enumerate(matches):
        ask(match, at=NOON + timedelta(seconds=number))
    assert [get_review(match.pk, None).ahead for match in matches] == [0, 1, 2]
    work(LATER)
    assert [get_review(match.pk, None).status for match in matches] == ["done", "queued", "queued"]


def test_one_person_waits_for_three_reviews_at_most() -> None:
    person = PlayerFactory()
    for _ in range(settings.QUOTAS["reviews_per_person"]):
        ask(finished(), person)
    assert refusal(finished(), person) == "too-many"
    work()
    ask(finished(), person)


def test_a_person_asks_for_a_limited_number_a_day(settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "reviews": (1, 86_400)}
    person, first = PlayerFactory(), finished()
    ask(first, person)
    ask(first, person)
    work()
    ask(first, person)
    assert refusal(finished(), person) == "too-many-requests"
    ask(finished())


def test_a_review_that_nobody_waits_for_is_dropped() -> None:
    match = finished()
    one, two = ask(match), ask(match)
    actions.cancel_request(match_id=match.pk, player_id=one.pk)
    assert get_review(match.pk, two.pk).is_waiting
    assert not get_review(match.pk, one.pk).is_waiting
    with pytest.raises(ActionError, match="aren't waiting"):
        actions.cancel_request(match_id=match.pk, player_id=one.pk)
    actions.cancel_request(match_id=match.pk, player_id=two.pk)
    assert get_review(match.pk, None).status == "none"
    assert not work()


def test_the_review_of_a_deleted_account_is_not_computed_and_purged() -> None:
    match = finished()
    ask(match)
    ReviewRequest.objects.all().delete()
    assert not work()
    assert actions.drop_unwanted(at=NOON) == 0
    assert actions.drop_unwanted(at=LATER) == 1


def test_a_cancelled_review_cannot_be_saved_by_the_process_that_computed_it() -> None:
    match = finished()
    person = ask(match)
    claimed = actions._claim(NOON)
    assert claimed is not None
    actions.cancel_request(match_id=match.pk, player_id=person.pk)
    actions._finish(claimed, actions.ReviewStatus.DONE, NOON)
    assert not Review.objects.exists()


def test_the_sweep_repeats_a_hint_that_may_be_lost(django_capture_on_commit_callbacks: Any) -> None:
    ask(finished())
    assert actions.list_unwoken(NOON + timedelta(seconds=59)) == [], "the first hint may be on its way"
    at = NOON + timedelta(seconds=60)
    [pk] = actions.list_unwoken(at)
    with django_capture_on_commit_callbacks() as hints:
        assert actions.wake_reviewers(review_id=pk, at=at)
        assert not actions.wake_reviewers(review_id=pk, at=at), "another process has told them"
    assert len(hints) == 1
    work()
    assert actions.list_unwoken(LATER) == []


@pytest.mark.parametrize("status", [Status.PLAYING, Status.PAUSED, Status.REVIEW, Status.VOID])
def test_a_match_that_is_not_over_or_does_not_count_has_no_review(status: str) -> None:
    match = finished()
    extra = {"paused_at": NOON} if status == Status.PAUSED else {}
    Match.objects.filter(pk=match.pk).update(status=status, **extra)
    code = "not-played" if status == Status.VOID else "not-over"
    assert refusal(match, PlayerFactory()) == code
    assert Client().get(f"/api/v1/matches/{match.pk}/review/").json()["code"] == code


def test_with_a_delay_only_the_players_see_the_review_before_the_others_may_know_the_end() -> None:
    from matches.server_time import now

    match = finished()
    Match.objects.filter(pk=match.pk).update(delay_ms=600_000, held_until=now() + timedelta(minutes=10), closed_at=now())
    player = Player.objects.get(pk=match.seats.get(number=0).player_id)
    assert refusal(match, PlayerFactory()) == "not-over"
    ask(match, player)
    work()
    assert get_review(match.pk, player.pk).status == "done"
    with pytest.raises(ActionError, match="isn't over"):
        get_review(match.pk, None)


def test_guests_cannot_ask() -> None:
    assert refusal(finished(), GuestFactory()) == "account-needed"


def test_a_game_without_a_search_bot_has_no_reviews() -> None:
    match = finished()
    game, without = "connect-four", replace(packages()["connect-four"], search=None)
    with installed(**{game: without}):
        Match.objects.filter(pk=match.pk).update(game=game, options={}, engine_version=without.engines[0].version)
        assert refusal(match, PlayerFactory()) == "no-review"
        page = Client().get(f"/fragments/matches/{match.pk}/review/").content.decode()
        assert "There are no reviews of Connect Four matches." in page


def test_a_game_that_is_played_elsewhere_has_no_reviews() -> None:
    match = finished()
    Match.objects.filter(pk=match.pk).update(game=TitleFactory().key)
    assert refusal(match, PlayerFactory()) == "no-review"


def test_an_outdated_review_is_computed_anew_on_request() -> None:
    match = finished()
    ask(match)
    work()
    Review.objects.update(version="0.1")
    assert get_review(match.pk, None).status == "done"
    ask(match, at=LATER)
    assert get_review(match.pk, None).status == "queued"
    work(LATER)
    assert Review.objects.get().version != "0.1"
