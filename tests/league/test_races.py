"""Races in the league, on PostgreSQL, with threads behind a barrier."""

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.db import transaction

from league.account.deletion import delete_account
from league.closed_matches import process_closed_match
from league.demo.upkeep import load_demo, maintain_demo
from league.events.models import Event, Pairing
from league.fair_play.actions import compare_next, register_matches
from league.fair_play.models import ComparedMatch, ComparisonStatus, FitScore
from league.leagues.actions import add_staff, change_role, create_league, remove_staff
from league.lobby.challenges import accept_challenge
from league.pairings.actions.rounds import publish_round_manually
from league.people.actions import second_factor
from league.people.actions.accounts import create_account
from league.people.actions.credentials import confirm_email
from league.people.emails import create_email_token
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match, correct_ratings
from league.ratings.actions.recalculation import compare_pool, lock_pool
from league.ratings.models import Rating, RatingChange
from league.ratings.queries.players import list_uncounted
from league.registration.actions.entries import join_event, leave_event
from league.registration.actions.no_shows import clear_no_show, record_no_shows
from league.registration.actions.waiting_list import accept_spot as accept_place, renew_offers
from league.results.actions.due_rounds import start_due_round
from league.results.actions.event_start import start_event
from league.results.actions.results import record_result
from league.stats.actions import count_stats, recompute_stats
from matches.errors import ActionError
from matches.models import Match
from tests import factories
from tests.factories import GAME, NOON, PASSWORD, GuestFactory, PlayerFactory, end, ended_match, event, league, matches_of_round
from tests.league.fair_play.test_comparison import played as played_by_bots
from tests.league.people.authenticator_app import code_of, codes_left, show_code, switched_on
from tests.league.stats.test_counting import figures
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
THREADS = 6


def codes(results: list[Any]) -> list[str]:
    """What the acts were refused for; anything else that was raised fails the test."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, ActionError):
            raise result
    return sorted(result.code for result in results if isinstance(result, ActionError))


def many(act: Callable[..., Any], **arguments: Any) -> list[Any]:
    return race(*[partial(act, **arguments)] * THREADS)


def delete(player: Player, **given: bool) -> partial[str]:
    return partial(delete_account, player_id=player.pk, password=PASSWORD, at=NOON, **given)


def test_the_last_place_is_one_players_and_the_others_wait() -> None:
    made = event(PlayerFactory(), max_entrants=2)
    hopefuls = PlayerFactory.create_batch(THREADS)
    results = race(*[partial(join_event, event_id=made.pk, player_id=one.pk, at=NOON) for one in hopefuls])
    assert sorted(results) == ["entered"] + ["waiting"] * (THREADS - 1)
    assert made.entrants.filter(status="entered").count() == 2


def test_a_free_place_is_one_substitutes_however_many_answer_and_sweep_at_once() -> None:
    inside, others = PlayerFactory.create_batch(2), PlayerFactory.create_batch(3)
    made = event(*inside, *others, max_entrants=2)
    leave_event(event_id=made.pk, player_id=inside[0].pk, at=NOON + timedelta(hours=1))
    over = NOON + timedelta(hours=1, minutes=30)
    answers = [partial(accept_place, event_id=made.pk, player_id=others[0].pk, at=over - timedelta(seconds=1))]
    results = race(*answers * 2, *[partial(renew_offers, event_id=made.pk, at=over)] * 4)
    refusals = codes(results)
    asked = made.entrants.exclude(answer_by=None)
    entered = made.entrants.filter(status="entered").count()
    assert entered + asked.count() == 2
    assert len(refusals) == (1 if entered == 2 else 2)
    assert results[2:].count(True) == 2 - entered


def test_places_that_get_free_at_once_are_offered_once_each() -> None:
    inside, others = PlayerFactory.create_batch(4), PlayerFactory.create_batch(6)
    made = event(*inside, *others, max_entrants=4)
    results = race(*[partial(leave_event, event_id=made.pk, player_id=one.pk, at=NOON) for one in inside])
    assert codes(results) == []
    assert set(made.entrants.exclude(answer_by=None).values_list("player", flat=True)) == {one.pk for one in others[:4]}


def test_a_no_show_that_many_lift_at_once_is_lifted_once() -> None:
    made = factories.started_event(no_show_warnings=0)
    record_no_shows(made, [made.entrants.get(seed=1).player_id], NOON)
    row = made.no_shows.get()
    results = many(clear_no_show, event_id=made.pk, by=made.organiser_id, no_show_id=row.pk, why="Ill", at=NOON)
    assert codes(results) == ["lifted-already"] * (THREADS - 1)
    assert made.notes.filter(act="no-show.lifted").count() == 1


def test_an_event_that_is_started_many_times_at_once_starts_once() -> None:
    made = event(*PlayerFactory.create_batch(4))
    results = many(start_event, event_id=made.pk, by=made.organiser_id, at=NOON)
    assert codes(results) == ["already-started"] * (THREADS - 1)
    assert made.rounds.count() == 3
    assert Match.objects.count() == 2


def test_a_round_that_is_started_by_hand_and_by_the_sweep_at_once_starts_once() -> None:
    made = factories.started_event(round_gap_s=0)
    for match_id in matches_of_round(made, 1):
        end(match_id)
        record_result(match_id=match_id, at=NOON)
    by_hand = partial(publish_round_manually, event_id=made.pk, number=2, by=made.organiser_id, at=NOON)
    by_sweep = partial(start_due_round, event_id=made.pk, at=NOON)
    assert set(codes(race(by_hand, by_sweep, by_hand, by_sweep))) <= {"already-started"}
    assert Match.objects.count() == 4
    assert len(matches_of_round(made, 2)) == 2


def test_a_pairing_and_a_rating_that_are_counted_many_times_at_once_are_counted_once() -> None:
    made = factories.started_event()
    match_id = matches_of_round(made, 1)[0]
    end(match_id)
    for count in (record_result, apply_rated_match):
        assert sorted(many(count, match_id=match_id, at=NOON)) == [False] * (THREADS - 1) + [True]
    assert RatingChange.objects.count() == 2


def test_the_last_two_results_of_a_round_counted_at_once_finish_it() -> None:
    for count in [record_result] * 4 + [process_closed_match]:
        made = factories.started_event()
        match_ids = matches_of_round(made, 1)
        for match_id in match_ids:
            end(match_id)
        codes(race(*[partial(count, match_id=match_id, at=NOON) for match_id in match_ids]))
        assert made.rounds.get(number=1).finished_at == NOON
        made.refresh_from_db()
        assert made.next_round_at is not None


def test_matches_of_the_same_two_counted_at_once_lose_no_change_and_do_not_deadlock() -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    pairs = [(ada, ben), (ben, ada)] * (THREADS // 2)
    played = [ended_match(*pair, ranks=(1, 1)) for pair in pairs]
    assert all(race(*[partial(apply_rated_match, match_id=match.pk, at=NOON) for match in played]))
    assert set(Rating.objects.values_list("games", "draws")) == {(THREADS, THREADS)}
    assert Pairing.objects.count() == 0


def test_matches_counted_at_once_in_any_order_and_a_correction_meanwhile_give_what_a_recomputation_gives() -> None:
    ada, ben, cy = PlayerFactory.create_batch(3)
    pairs = [(ada, ben), (ben, cy), (cy, ada)] * 3
    played = [
        ended_match(*pair, ranks=(1, 2) if hours % 2 else (2, 1), at=NOON + timedelta(hours=hours))
        for hours, pair in enumerate(pairs)
    ]
    apply_rated_match(match_id=played[4].pk, at=NOON)
    Match.objects.filter(pk=played[4].pk).update(ranks=[1, 1])
    counts = [partial(apply_rated_match, match_id=match.pk, at=NOON) for match in played if match != played[4]]
    results = race(*counts[::-1], partial(correct_ratings, match_id=played[4].pk, at=NOON))
    assert codes(results) == []
    assert all(results[:-1])
    assert RatingChange.objects.count() == 18
    assert compare_pool(pool=GAME).first == ""


def test_a_pool_that_is_being_recomputed_for_long_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match is left to the sweep, which counts it once the pool is free."""
    monkeypatch.setattr("league.ratings.actions.recalculation.LOCK_TIMEOUT_MS", 50)
    apply_rated_match(match_id=ended_match().pk, at=NOON)
    played = ended_match()
    held, free = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock_pool(GAME)
            held.set()
            assert free.wait(20)

    def count() -> bool:
        assert held.wait(20)
        try:
            return apply_rated_match(match_id=played.pk, at=NOON)
        finally:
            free.set()

    assert race(hold, count) == [None, False]
    assert list_uncounted(NOON) == [played.pk]
    assert apply_rated_match(match_id=played.pk, at=NOON)


def test_one_name_is_given_once() -> None:
    guests = [GuestFactory().pk for _ in range(3)]
    results = race(
        *[partial(create_account, username="ada", password="x", at=NOON, guest_id=guest) for guest in guests],
        *[partial(create_account, username="ADA", password="x", at=NOON)] * 3,
    )
    assert codes(results) == ["username-taken"] * 5
    assert Player.objects.filter(username__iexact="ada").count() == 1


def test_many_sweeps_renew_the_free_seat_once() -> None:
    load_demo(at=NOON)
    accept_challenge(match_id=Match.objects.get(status="open").pk, player_id=PlayerFactory().pk, at=NOON)
    events = Event.objects.count()
    codes(many(maintain_demo, at=NOON))
    assert Match.objects.filter(status="open").count() == 1
    assert Event.objects.count() == events


def test_two_last_owners_who_remove_each_other_leave_step_down_or_delete_themselves_at_once_leave_one() -> None:
    for deed in ("each other", "leave", "step down", *["delete"] * 3):
        ada, ben = PlayerFactory(), PlayerFactory()
        made = league(organiser=ada)
        made.staff.create(player=ben, role="owner", since=NOON)
        remove = partial(remove_staff, league_id=made.pk, why="enough", at=NOON)
        down = partial(change_role, league_id=made.pk, by=ada.pk, player_id=ada.pk, role="referee", why="rest", at=NOON)
        acts = {
            "each other": (partial(remove, by=ada.pk, player_id=ben.pk), partial(remove, by=ben.pk, player_id=ada.pk)),
            "leave": (partial(remove, by=ada.pk, player_id=ada.pk), partial(remove, by=ben.pk, player_id=ben.pk)),
            "step down": (down, partial(remove, by=ben.pk, player_id=ben.pk)),
            "delete": (delete(ada), delete(ben)),
        }[deed]
        assert codes(race(*acts)) == ["not-allowed" if deed == "each other" else "last-owner"]
        assert made.staff.get(role="owner").player.is_active


def test_somebody_added_many_times_at_once_is_on_the_staff_once_and_an_address_is_one_leagues() -> None:
    made, ada = league(), PlayerFactory()
    by = made.staff.get().player_id
    results = many(add_staff, league_id=made.pk, by=by, username=ada.username, role="referee", at=NOON)
    assert codes(results) == ["already-staff"] * (THREADS - 1)
    assert made.log.filter(act="staff.added").count() == 1
    assert codes(many(create_league, by=by, name="North", at=NOON)) == ["slug-taken"] * (THREADS - 1)


def test_a_second_factor_set_up_many_times_at_once_has_one_key_and_a_code_is_good_once() -> None:
    ada, ben, secret = PlayerFactory(), PlayerFactory(), generate_totp_secret()
    same = {"player_id": ben.pk, "password": PASSWORD, "secret": secret, "code": show_code(secret), "at": NOON}
    assert codes(many(second_factor.confirm_setup, **same)) == ["already-on"] * (THREADS - 1)
    assert len(codes_left(ben)) == second_factor.CODE_COUNT
    recovery_code, *_ = switched_on(ada)
    for code in (recovery_code, code_of(ada, 1)):
        assert len(codes(many(second_factor.check_code, player_id=ada.pk, code=code))) == THREADS - 1
    assert len(codes_left(ada)) == second_factor.CODE_COUNT - 1


def test_one_address_confirmed_by_two_accounts_at_once_is_ones() -> None:
    address = "ada@example.org"
    both = [PlayerFactory(pending_email=address).pk for _ in range(2)]
    confirm = [partial(confirm_email, token=create_email_token(one, address, at=NOON), at=NOON) for one in both]
    assert codes(race(*confirm)) == ["email-taken"]
    assert Player.objects.filter(email=address).count() == 1


def test_a_match_that_many_count_for_statistics_at_once_is_counted_once() -> None:
    played = ended_match()
    codes(many(count_stats, match_id=played.pk, at=NOON))
    assert figures(player=0, topic="side", seat=0) == {"matches": 1, "won": 1}


def test_a_match_counted_while_the_statistics_are_made_anew_is_in_them_once() -> None:
    played = [ended_match() for _ in range(6)]
    for one in played[:3]:
        count_stats(match_id=one.pk, at=NOON)
    counts = [partial(count_stats, match_id=one.pk, at=NOON) for one in played]
    codes(race(partial(recompute_stats, at=NOON), *counts))
    assert figures(player=0, topic="side", seat=0) == {"matches": 6, "won": 6}


def test_two_processes_share_the_matches_to_compare() -> None:
    for _ in range(4):
        played_by_bots(PlayerFactory(), PlayerFactory())
    register_matches()

    def work() -> int:
        return sum(1 for _ in iter(lambda: compare_next(NOON), False))

    assert sum(race(work, work)) == 4
    assert not ComparedMatch.objects.exclude(status=ComparisonStatus.DONE).exists()
    assert FitScore.objects.count() == len(set(FitScore.objects.values_list("match", "seat")))
