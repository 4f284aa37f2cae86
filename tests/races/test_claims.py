"""Races for the place of a player without an account, on PostgreSQL."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from league.claims.actions import claim_place, create_claim_link
from league.events.models import Pairing
from league.pairings.actions.rounds import create_next_round, publish_round_manually
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.actions.recalculation import compare_pool
from league.ratings.models import Rating
from league.registration.actions.placeholders import create_placeholders
from league.results.actions.event_start import start_event
from league.results.actions.result_entry import enter_results
from matches.models import Seat
from tests.factories import NOON, PlayerFactory, ended_match
from tests.league.claims.test_claims import link, place, token
from tests.league.results.test_trf_import import chess
from tests.league.test_races import codes
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 5


def test_of_two_who_claim_one_place_at_once_one_gets_it() -> None:
    made, anna = place()
    key = token(link(made, anna))
    people = PlayerFactory.create_batch(4)
    results = race(*(partial(claim_place, token=key, player_id=person.pk, at=NOON) for person in people))
    assert codes(results) == ["link-over"] * 3
    assert made.entrants.filter(player__in=people).count() == 1
    assert not Player.objects.filter(pk=anna.pk).exists()


def test_a_round_that_is_paired_during_a_claim_has_the_account_in_it() -> None:
    for _ in range(TIMES):
        made = chess(settings={"rounds": 2})
        create_placeholders(event_id=made.pk, by=made.organiser_id, names=["Anna", "Ben", "Cleo", "Dora"], at=NOON)
        start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
        boards = Pairing.objects.filter(round__event=made).values_list("pk", flat=True)
        results = [{"pairing_id": pk, "result": "1-0"} for pk in boards]
        enter_results(event_id=made.pk, number=1, results=results, by=made.organiser_id, at=NOON)
        entrant, account = made.entrants.order_by("seed")[0], PlayerFactory()
        path = create_claim_link(event_id=made.pk, by=made.organiser_id, entrant_id=entrant.pk, at=NOON)
        claim = partial(claim_place, token=token(path), player_id=account.pk, at=NOON)
        pair = partial(create_next_round, event_id=made.pk, by=made.organiser_id, at=NOON)
        publish = partial(publish_round_manually, event_id=made.pk, number=2, by=made.organiser_id, at=NOON)
        assert codes(race(claim, lambda pair=pair, publish=publish: (pair(), publish()))) == []
        seated = Seat.objects.filter(
            match__series_match__pairing__round__event=made, match__series_match__pairing__round__number=2
        )
        assert seated.filter(player=account).count() == 1
        assert seated.count() == 4
        assert not seated.filter(player__display_name="Anna").exists()


def test_a_match_that_is_counted_during_a_claim_counts_for_the_account_once() -> None:
    for _ in range(TIMES):
        made, anna = place()
        account, rival = PlayerFactory(), PlayerFactory()
        apply_rated_match(match_id=ended_match(anna, rival).pk, at=NOON)
        later = ended_match(rival, anna, at=NOON + timedelta(hours=1)).pk
        claim = partial(claim_place, token=token(link(made, anna)), player_id=account.pk, at=NOON)
        race(claim, partial(apply_rated_match, match_id=later, at=NOON))
        if Player.objects.filter(pk=anna.pk).exists():
            claim()
        apply_rated_match(match_id=later, at=NOON)  # what the sweep does
        rating = Rating.objects.get(player=account)
        assert (rating.games, rating.wins, rating.losses) == (2, 1, 1)
        assert compare_pool(pool=rating.pool).first == ""
        assert Seat.objects.filter(player=account).count() == 2
