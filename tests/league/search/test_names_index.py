"""PostgreSQL finds players by any part of their names without looking through all of them."""

from __future__ import annotations

import pytest
from django.db import connection

from league.people.models import Player
from league.search.queries import search
from tests.factories import PlayerFactory

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def test_a_part_of_a_name_is_found_by_an_index() -> None:
    Player.objects.bulk_create(Player(username=f"full{n}", display_name=f"Player {n}") for n in range(2000))
    PlayerFactory(username="ada", display_name="Ada Lovelace")
    asked: list[tuple[str, object]] = []

    def keep(execute: object, sql: str, params: object, many: bool, context: object) -> object:
        asked.append((sql, params))
        return execute(sql, params, many, context)  # type: ignore[operator]

    with connection.execute_wrapper(keep):
        [found] = search("velac", reader_id=None, kind="players").groups
    assert [hit.title for hit in found.hits] == ["Ada Lovelace"]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE league_player")
        cursor.execute("SET LOCAL enable_seqscan = off")  # which is quicker among so few
        [(sql, params)] = asked
        cursor.execute(f"EXPLAIN {sql}", params)  # type: ignore[arg-type]
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "league_player_names" in plan, plan
