"""Who sits where is remembered while a match is played, and only what was committed."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import transaction

from matches.actions.creation import SeatPlan, create_match, take_seat
from matches.clock import TimeControl
from matches.queries.board_view import get_board
from tests.factories import PlayerFactory


class Stopped(Exception):
    pass


@pytest.mark.django_db(transaction=True)
def test_a_seat_taken_in_a_transaction_that_failed_is_not_remembered(at: datetime) -> None:
    first, unlucky, second = PlayerFactory(), PlayerFactory(), PlayerFactory()
    seats = [SeatPlan(first.pk, ready=True), SeatPlan(None)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at)

    def fail() -> None:
        with transaction.atomic():
            take_seat(match_id=match_id, player_id=unlucky.pk, at=at)
            raise Stopped

    with pytest.raises(Stopped):
        fail()
    take_seat(match_id=match_id, player_id=second.pk, at=at)
    seen = {player.pk: get_board(match_id, player.pk) for player in (first, unlucky, second)}
    assert [seen[player.pk]["viewer"]["seat"] for player in (first, unlucky, second)] == [0, None, 1]  # type: ignore[index]
