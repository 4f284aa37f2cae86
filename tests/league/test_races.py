"""Races in the league, on PostgreSQL, with threads behind a barrier."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from league.counting import count_closed
from league.demo.keeping import keep_going
from league.demo.loading import load
from league.events.actions.counting import count_pairing
from league.events.actions.entering import join
from league.events.actions.rounds import start_due_round, start_round
from league.events.actions.running import start_event
from league.events.models import Event, Pairing
from league.games import duels
from league.lobby.actions import accept
from league.people.actions.accounts import sign_up
from league.people.models import Player
from league.ratings.actions import count_rating
from league.ratings.models import Rating, RatingChange
from matches.models import Match
from matches.refusals import Refused
from tests.factories import (
    NOON,
    GuestFactory,
    PlayerFactory,
    end,
    ended_match,
    event,
    matches_of_round,
    started_event,
)
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
THREADS = 6


def codes(results: list[Any]) -> list[str]:
    """What the acts were refused for; anything else that was raised fails the test."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, Refused):
            raise result
    return sorted(result.code for result in results if isinstance(result, Refused))


def many(act: Callable[..., Any], **arguments: Any) -> list[Any]:
    return race(*[partial(act, **arguments)] * THREADS)


def test_the_last_place_is_one_players_and_the_others_wait() -> None:
    made = event(PlayerFactory(), max_entrants=2)
    hopefuls = PlayerFactory.create_batch(THREADS)
    results = race(*[partial(join, event_id=made.pk, player_id=one.pk, at=NOON) for one in hopefuls])
    assert sorted(results) == ["entered"] + ["waiting"] * (THREADS - 1)
    assert made.entrants.filter(status="entered").count() == 2


def test_an_event_that_is_started_many_times_at_once_starts_once() -> None:
    made = event(*PlayerFactory.create_batch(4))
    results = many(start_event, event_id=made.pk, by=made.organiser_id, at=NOON)
    assert codes(results) == ["already-started"] * (THREADS - 1)
    assert made.rounds.count() == 3
    assert Match.objects.count() == 2


def test_a_round_that_is_started_by_hand_and_by_the_sweep_at_once_starts_once() -> None:
    made = started_event(round_gap_s=0)
    for match_id in matches_of_round(made, 1):
        end(match_id)
        count_pairing(match_id=match_id, at=NOON)
    by_hand = partial(start_round, event_id=made.pk, number=2, by=made.organiser_id, at=NOON)
    by_sweep = partial(start_due_round, event_id=made.pk, at=NOON)
    assert set(codes(race(by_hand, by_sweep, by_hand, by_sweep))) <= {"already-started"}
    assert Match.objects.count() == 4
    assert len(matches_of_round(made, 2)) == 2


def test_a_pairing_that_is_counted_many_times_at_once_is_counted_once() -> None:
    made = started_event()
    match_id = matches_of_round(made, 1)[0]
    end(match_id)
    assert sorted(many(count_pairing, match_id=match_id, at=NOON)) == [False] * (THREADS - 1) + [True]


def test_the_last_two_results_of_a_round_counted_at_once_finish_it() -> None:
    for count in [count_pairing] * 8 + [count_closed]:
        made = started_event()
        match_ids = matches_of_round(made, 1)
        for match_id in match_ids:
            end(match_id)
        codes(race(*[partial(count, match_id=match_id, at=NOON) for match_id in match_ids]))
        assert made.rounds.get(number=1).finished_at == NOON
        made.refresh_from_db()
        assert made.next_round_at is not None


def test_a_rating_that_is_counted_many_times_at_once_moves_once() -> None:
    played = ended_match()
    assert sorted(many(count_rating, match_id=played.pk, at=NOON)) == [False] * (THREADS - 1) + [True]
    assert RatingChange.objects.count() == 2


def test_matches_of_the_same_two_counted_at_once_lose_no_change_and_do_not_deadlock() -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    pairs = [(ada, ben), (ben, ada)] * (THREADS // 2)
    played = [ended_match(*pair, ranks=(1, 1)) for pair in pairs]
    assert all(race(*[partial(count_rating, match_id=match.pk, at=NOON) for match in played]))
    assert set(Rating.objects.values_list("games", "draws")) == {(THREADS, THREADS)}
    assert Pairing.objects.count() == 0


def test_one_name_is_given_once() -> None:
    guests = [GuestFactory().pk for _ in range(3)]
    results = race(
        *[partial(sign_up, username="ada", password="x", at=NOON, guest_id=guest) for guest in guests],
        *[partial(sign_up, username="ADA", password="x", at=NOON)] * 3,
    )
    assert codes(results) == ["username-taken"] * 5
    assert Player.objects.filter(username__iexact="ada").count() == 1


def test_many_sweeps_renew_the_free_seat_once() -> None:
    load(at=NOON)
    accept(match_id=Match.objects.get(status="open").pk, player_id=PlayerFactory().pk, at=NOON)
    codes(many(keep_going, at=NOON))
    assert Match.objects.filter(status="open").count() == 1
    assert Event.objects.count() == len(duels()) + 1
