"""What the page of a finished match tells of the ratings of its players."""

from __future__ import annotations

import pytest
from django.test import Client

from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.queries.history import list_match_changes
from tests.factories import NOON, PlayerFactory, end, match

pytestmark = pytest.mark.django_db


def shown(client: Client, match_id: int) -> str:
    return client.get(f"/fragments/matches/{match_id}/ratings/").content.decode()


def test_both_players_read_how_the_match_changed_their_ratings(client: Client) -> None:
    ada, ben = PlayerFactory.create_batch(2)
    rated = match(ada, ben, rated=True)
    end(rated.pk)
    assert "Calculating" in shown(client, rated.pk)
    apply_rated_match(match_id=rated.pk, at=NOON)
    changes = list_match_changes(rated.pk)
    assert [change.player for change in changes] == [str(ada), str(ben)]
    assert changes[0].difference == -changes[1].difference != 0
    text = shown(client, rated.pk)
    assert f"{changes[0].difference:+d}" in text
    assert "hx-get" not in text


def test_a_casual_match_and_none_at_all_say_nothing(client: Client) -> None:
    casual = match(*PlayerFactory.create_batch(2))
    end(casual.pk)
    assert not shown(client, casual.pk).strip()
    assert not shown(client, 987654).strip()
