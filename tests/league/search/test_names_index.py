"""PostgreSQL finds players by any part of their names without looking through all of them."""

import pytest
from django.db import connection

from league.people.models import Player
from league.search.queries import search
from tests.factories import PlayerFactory

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def plans_of(word: str, *settings: str) -> list[str]:
    """How PostgreSQL goes about each question of a search for players."""
    asked: list[tuple[str, object]] = []

    def keep(execute: object, sql: str, params: object, many: bool, context: object) -> object:
        asked.append((sql, params))
        return execute(sql, params, many, context)  # type: ignore[operator]

    with connection.execute_wrapper(keep):
        search(word, viewer_id=None, kind="players")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE league_player")
        for setting in settings:
            cursor.execute(f"SET LOCAL {setting}")
        plans = []
        for sql, params in asked:
            cursor.execute(f"EXPLAIN {sql}", params)  # type: ignore[arg-type]
            plans.append("\n".join(line for (line,) in cursor.fetchall()))
    return plans


def test_a_part_of_a_name_is_found_by_an_index_and_what_everybody_has_is_read_from_the_newest_on() -> None:
    Player.objects.bulk_create(Player(username=f"full{n}", display_name=f"Player {n}") for n in range(2000))
    PlayerFactory(username="ada", display_name="Ada Lovelace")
    (plan,) = plans_of("player")
    assert "Index Scan Backward using league_player_pkey" in plan
    assert "Sort" not in plan
    # Among so few it is quicker to read all of them, or in the order of their keys.
    begins, others = plans_of("velac", "enable_seqscan = off", "enable_indexscan = off")
    assert "league_player_names" in begins
    assert "league_player_names" in others
