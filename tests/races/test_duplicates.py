"""Races for the two matches of a duplicate, on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest

from league.events.models import Pairing, SeriesMatch
from league.results.actions.results import record_result
from matches.actions import referee
from matches.actions.creation import set_ready
from matches.errors import ActionError
from matches.models import Match
from matches.server_time import now
from tests.factories import NOON, PlayerFactory, end, started_event
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def _twins() -> list[int]:
    made = started_event(*PlayerFactory.create_batch(2), duplicate=True)
    rows = SeriesMatch.objects.filter(pairing__round__event=made).order_by("number")
    return list(rows.values_list("match", flat=True))


def test_both_matches_end_at_the_same_moment_and_count_as_one_series() -> None:
    first, second = _twins()

    def finish(match_id: int, ranks: tuple[int, int]) -> bool:
        end(match_id, ranks=ranks, at=NOON)
        return record_result(match_id=match_id, at=NOON)

    results = race(partial(finish, first, (1, 2)), partial(finish, second, (2, 1)))
    assert results == [True, True]
    pairing = Pairing.objects.get(series__match=first)
    assert pairing.counted_at is not None
    assert pairing.series.count() == 2
    assert list(pairing.sides.order_by("number").values_list("halves", flat=True)) == [2, 0]


def test_two_referees_who_reinstate_both_matches_do_not_wait_for_each_other() -> None:
    twins = _twins()
    for match_id in twins:
        for player_id in Match.objects.get(pk=match_id).seats.values_list("player", flat=True):
            set_ready(match_id=match_id, player_id=player_id or 0, at=now())
        referee.annul(match_id=match_id, why="The server failed.", at=now())
    results = race(*(partial(referee.reinstate, match_id=pk, why="It works again.", at=now()) for pk in twins))
    assert all(isinstance(one, int) or (isinstance(one, ActionError) and one.code == "busy") for one in results)
    if not any(isinstance(one, int) for one in results):  # Each may have found the other's match locked; then it tries again.
        assert referee.reinstate(match_id=twins[0], why="It works again.", at=now())
