"""Which matches are compared, and that each of them is compared once."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from league.fair_play import actions
from league.fair_play.actions import (
    LEASE,
    MAX_ATTEMPTS,
    WAKE_PERIOD,
    compare_next,
    list_unwoken,
    register_matches,
    wake_comparison,
)
from league.fair_play.models import ComparedMatch, ComparisonStatus, FitScore, SkipReason
from league.people.models import Player
from matches.models import Entry, Match, Status
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, ended_match
from tests.league.fair_play.played import played

pytestmark = pytest.mark.django_db


def compare_all() -> int:
    """Register and compare what is due; return how many matches there were."""
    register_matches()
    count = 0
    while compare_next(NOON):
        count += 1
    return count


def reason_of(match: Match) -> str:
    row = ComparedMatch.objects.get(match=match)
    assert row.status == ComparisonStatus.SKIPPED
    assert not FitScore.objects.filter(match=match).exists()
    return row.reason


def test_a_rated_match_gets_a_score_for_each_player_from_whom_something_is_hidden() -> None:
    admin, hacker = PlayerFactory(), PlayerFactory()
    match = played(admin, hacker)
    assert compare_all() == 1
    score = FitScore.objects.get(match=match)
    assert (score.player, score.seat, score.partner, score.game) == (hacker, 1, None, "zero-day")
    assert score.decisions > 0
    entries = dict(Entry.objects.filter(match=match).values_list("n", "by"))
    assert all(entries[entry] == seat == 1 and weight > 0 for entry, seat, weight in score.weightiest)


def test_a_match_is_compared_once() -> None:
    match = played(PlayerFactory(), PlayerFactory())
    assert compare_all() == 1
    before = list(FitScore.objects.values_list("pk", "score"))
    assert compare_all() == 0
    assert list(FitScore.objects.values_list("pk", "score")) == before
    assert ComparedMatch.objects.get(match=match).status == ComparisonStatus.DONE


def test_the_sweep_finds_a_match_whose_hint_was_lost() -> None:
    match = played(PlayerFactory(), PlayerFactory())
    assert list_unwoken(NOON) == []
    register_matches()
    assert list_unwoken(NOON) == [match.pk]
    assert wake_comparison(match_id=match.pk, at=NOON)
    assert not wake_comparison(match_id=match.pk, at=NOON)
    assert list_unwoken(NOON) == []
    assert list_unwoken(NOON + WAKE_PERIOD) == [match.pk]
    assert compare_next(NOON)
    assert list_unwoken(NOON + 2 * WAKE_PERIOD) == []


def test_unrated_matches_and_open_games_are_not_compared() -> None:
    played(PlayerFactory(), PlayerFactory(), rated=False)
    played(PlayerFactory(), PlayerFactory(), game="order-and-chaos")
    assert compare_all() == 0
    assert not ComparedMatch.objects.exists()


def test_a_match_waits_until_it_is_counted_in_the_ratings() -> None:
    played(PlayerFactory(), PlayerFactory(), counted=False)
    assert compare_all() == 0
    assert ComparedMatch.objects.get().status == ComparisonStatus.WAITING


def test_a_match_waits_until_the_other_match_of_its_duplicate_is_over() -> None:
    people = PlayerFactory(), PlayerFactory()
    match, twin = played(*people), ended_match(*people, rated=False, game="zero-day")
    Match.objects.filter(pk=match.pk).update(twin=twin)
    Match.objects.filter(pk=twin.pk).update(status=Status.PLAYING)
    assert compare_all() == 0
    Match.objects.filter(pk=twin.pk).update(status=Status.CLOSED)
    assert compare_all() == 1


def test_a_void_match_is_skipped() -> None:
    match = played(PlayerFactory(), PlayerFactory())
    Match.objects.filter(pk=match.pk).update(status=Status.VOID)
    compare_all()
    assert reason_of(match) == SkipReason.VOID


def test_a_match_by_older_rules_than_the_measured_ones_is_skipped() -> None:
    match = played(PlayerFactory(), PlayerFactory())
    Match.objects.filter(pk=match.pk).update(engine_version=0)
    compare_all()
    assert reason_of(match) == SkipReason.RULES


def test_a_match_that_was_decided_before_it_started_is_skipped() -> None:
    match = played(PlayerFactory(), PlayerFactory())
    Match.objects.filter(pk=match.pk).update(started_at=None)
    compare_all()
    assert reason_of(match) == SkipReason.NOT_PLAYED


def test_a_match_with_a_guest_is_skipped() -> None:
    match = played(PlayerFactory(), GuestFactory())
    compare_all()
    assert reason_of(match) == SkipReason.CASUAL


def test_bots_of_the_site_are_not_compared() -> None:
    match = played(PlayerFactory(), BotFactory())
    compare_all()
    assert reason_of(match) == SkipReason.NO_PLAYER


@pytest.mark.parametrize("do", ["nonsense", "hack 0 1 2 3", ""])
def test_a_match_whose_log_cannot_be_read_is_skipped(do: str) -> None:
    match = played(PlayerFactory(), PlayerFactory())
    Entry.objects.filter(match=match, n=3).update(do=do)
    compare_all()
    assert reason_of(match) == SkipReason.RECORD


def test_a_match_on_which_processes_have_died_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(PlayerFactory(), PlayerFactory())
    register_matches()

    def die(match_id: int) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(actions, "build_scores", die)
        for attempt in range(MAX_ATTEMPTS):
            with pytest.raises(KeyboardInterrupt):
                compare_next(NOON + attempt * LEASE)
            assert not compare_next(NOON + attempt * LEASE + timedelta(seconds=1))  # Claimed.
    assert compare_next(NOON + MAX_ATTEMPTS * LEASE)
    assert reason_of(match) == SkipReason.RECORD


def test_nothing_is_kept_about_an_account_that_was_deleted_meanwhile() -> None:
    hacker = PlayerFactory()
    match = played(PlayerFactory(), hacker)
    register_matches()
    Player.objects.filter(pk=hacker.pk).update(deleted_at=NOON, is_active=False)
    assert compare_next(NOON)
    assert not FitScore.objects.filter(match=match).exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_processes_share_the_matches() -> None:
    for seed in ("1", "2", "3", "4"):
        played(PlayerFactory(), PlayerFactory(), seed=seed)
    register_matches()
    barrier, counts = threading.Barrier(2), list[int]()

    def work() -> None:
        barrier.wait()
        count = 0
        try:
            while compare_next(NOON):
                count += 1
        finally:
            connection.close()
        counts.append(count)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) == 4
    assert not ComparedMatch.objects.exclude(status=ComparisonStatus.DONE).exists()
    assert FitScore.objects.count() == len(set(FitScore.objects.values_list("match", "seat")))
