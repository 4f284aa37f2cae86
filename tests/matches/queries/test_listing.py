"""Lists of matches find the few that are on among all that there have ever been."""

from datetime import timedelta

import pytest
from django.db import connection

from matches.models import Match, Status
from matches.queries import match_lists
from tests.factories import NOON, PlayerFactory, match

pytestmark = pytest.mark.django_db
EXTRA = {"paused": {"paused_at": NOON}, "void": {"deadline_at": None}}


def test_the_newest_that_are_played_come_first_and_of_the_held_those_whose_end_nobody_knows() -> None:
    ids = [match(PlayerFactory(), at=NOON).pk for _unused in range(5)]
    for pk, status in zip(ids, ("playing", "paused", "open", "void", "playing"), strict=True):
        Match.objects.filter(pk=pk).update(status=status, **EXTRA.get(status, {}))
    held = match(PlayerFactory(), at=NOON)
    ended = {"status": Status.CLOSED, "ranks": [1, 2], "closed_at": NOON, "deadline_at": None}
    Match.objects.filter(pk=held.pk).update(**ended, held_until=NOON + timedelta(days=99_999))
    told = match(PlayerFactory(), at=NOON)
    Match.objects.filter(pk=told.pk).update(**ended, held_until=NOON - timedelta(days=1))
    assert [one.match_id for one in match_lists.list_matches(match_lists.LIVE, limit=9)] == [held.pk, ids[4], ids[1], ids[0]]
    assert [one.match_id for one in match_lists.list_matches(match_lists.LIVE, limit=2, before=ids[4] + 1)] == [ids[4], ids[1]]
    assert {one.match_id for one in match_lists.list_home_matches(6).live} == {held.pk, ids[4], ids[1], ids[0]}


@pytest.mark.postgres
def test_they_are_found_by_an_index_of_their_own() -> None:
    running = match_lists._filter_running(Match.objects.all()).order_by("-id").values_list("pk")[:8]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {running.query}")
        assert "match_running" in "\n".join(line for (line,) in cursor.fetchall())
