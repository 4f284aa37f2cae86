"""Lists of matches and of players for programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.models import Match
from tests import factories
from tests.factories import BotFactory, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db


def listed(path: str) -> Any:
    return Client().get(f"/api/v1/{path}").json()


def ids(query: str) -> list[int]:
    return [one["match_id"] for one in listed(f"matches/?{query}")["matches"]]


def test_matches_are_listed_by_kind_and_game() -> None:
    live, other, over = factories.match(), factories.match(game="zero-order"), factories.ended_match()
    assert ids("") == [other.pk, live.pk]
    assert ids("kind=live&game=zero-order") == [other.pk]
    assert ids("kind=finished") == [over.pk]
    assert ids("kind=open") == []


def test_a_page_of_matches_leads_to_the_next() -> None:
    made = [factories.match().pk for _ in range(3)]
    first = listed("matches/?limit=2")
    assert [one["match_id"] for one in first["matches"]] == made[:0:-1]
    assert ids(f"limit=2&before={first['next']}") == made[:1]


def test_what_is_held_back_from_spectators_is_not_among_the_finished() -> None:
    over = factories.ended_match()
    Match.objects.filter(pk=over.pk).update(delay_ms=60_000, held_until="2126-01-01T00:00:00Z")
    assert ids("kind=finished") == []


@pytest.mark.parametrize(("query", "field"), [("kind=secret", "kind"), ("game=chess", "game"), ("limit=0", "limit")])
def test_what_is_wrong_is_named(query: str, field: str) -> None:
    answer = Client().get(f"/api/v1/matches/?{query}")
    assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_players_are_found_by_either_name_and_guests_are_not() -> None:
    PlayerFactory(username="ada", display_name="The Countess"), PlayerFactory(username="Ben")
    BotFactory(username="bot-carl"), GuestFactory(), PlayerFactory(username="gone", is_active=False)
    assert [one["username"] for one in listed("players/")["players"]] == ["ada", "Ben", "bot-carl"]
    assert [one["username"] for one in listed("players/?text=countess")["players"]] == ["ada"]
    first = listed("players/?limit=2")
    assert first["next"] == "Ben"
    assert [one["username"] for one in listed("players/?limit=2&after=Ben")["players"]] == ["bot-carl"]
