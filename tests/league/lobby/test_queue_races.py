"""Races in quick pairing, on PostgreSQL, with threads behind a barrier: everybody gets one match or none."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from league.lobby.models import QueueEntry
from league.lobby.queue import join_queue, leave_queue, record_heartbeat
from league.people.models import Player
from matches.models import Match, Seat
from tests.factories import GAME, NOON, PlayerFactory
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
LATER = NOON + timedelta(seconds=5)


def joining(player: Player) -> Any:
    return partial(join_queue, player_id=player.pk, game=GAME, speed="fast", at=NOON)


def beating(player: Player) -> Any:
    return partial(record_heartbeat, player_id=player.pk, at=LATER)


def raised(results: list[Any]) -> list[Any]:
    return [result for result in results if isinstance(result, Exception)]


def test_players_who_join_at_once_are_paired_once_each() -> None:
    for count in (2, 6, 7):
        players = PlayerFactory.create_batch(count)
        assert raised(race(*map(joining, players))) == []
        assert raised(race(*map(beating, players))) == []
        seats = Seat.objects.filter(player__in=players)
        assert seats.count() == len({seat.player_id for seat in seats}) == count // 2 * 2
        QueueEntry.objects.all().delete()


def test_heartbeats_of_all_at_once_start_one_match_for_each_pair() -> None:
    players = PlayerFactory.create_batch(6)
    rows = [{"player": player, "rating": 1500} for player in players]
    QueueEntry.objects.bulk_create(QueueEntry(game=GAME, speed="fast", joined_at=NOON, seen_at=NOON, **row) for row in rows)
    told = race(*map(beating, players))
    assert raised(told) == []
    told += [beating(player)() for player in players]
    assert sorted(match_id for match_id in told if match_id) == sorted(2 * list(Match.objects.values_list("pk", flat=True)))
    assert Match.objects.count() == 3


def test_who_leaves_while_being_paired_either_is_out_or_learns_of_the_match() -> None:
    for _ in range(5):
        ada, ben = PlayerFactory.create_batch(2)
        joining(ada)()
        left, joined = race(partial(leave_queue, player_id=ada.pk), joining(ben))
        assert raised([left, joined]) == []
        assert left == joined
        assert Seat.objects.filter(player=ada).count() == (0 if left is None else 1)
        QueueEntry.objects.all().delete()


def test_a_player_who_joins_two_queues_at_once_waits_in_one() -> None:
    ada = PlayerFactory()
    results = race(*[partial(join_queue, player_id=ada.pk, game=GAME, speed=speed, at=NOON) for speed in ("fast", "normal")])
    assert results == [None, None]
    assert QueueEntry.objects.count() == 1
