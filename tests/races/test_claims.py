"""Races for the place of a player without an account, on PostgreSQL."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from league.claims.actions import claim_place
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.actions.recalculation import compare_pool
from league.ratings.models import Rating
from matches.models import Seat
from tests.factories import NOON, PlayerFactory, ended_match
from tests.league.claims.test_claims import link, place, token
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
