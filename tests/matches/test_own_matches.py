"""What a program learns in order to play: its matches, its moves in words, the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match
from tests.factories import PlayerFactory
from tests.matches.conftest import TwoPlayerMatch


def _get(client: Client, path: str) -> Any:
    return client.get(f"/api/v1/{path}").json()


def test_a_player_finds_the_matches_in_which_they_are_to_move_first(start_match: Callable[..., TwoPlayerMatch]) -> None:
    match = start_match().begin()
    client = Client()
    client.force_login(match.red)
    [listed] = _get(client, "matches/own/")["matches"]
    assert (listed["match_id"], listed["seat"], listed["my_turn"], listed["status"]) == (match.id, 0, True, "playing")
    assert listed["players"] == [match.red.username, match.blue.username]
    client.force_login(match.blue)
    assert [one["my_turn"] for one in _get(client, "matches/own/")["matches"]] == [False]
    client.force_login(PlayerFactory())
    assert _get(client, "matches/own/") == {"matches": []}
    Match.objects.update(status="void", deadline_at=None)
    client.force_login(match.red)
    assert _get(client, "matches/own/") == {"matches": []}


def test_moves_are_listed_in_notation_and_in_words(start_match: Callable[..., TwoPlayerMatch]) -> None:
    match = start_match().begin()
    client = Client()
    client.force_login(match.red)
    listed, board = _get(client, f"matches/{match.id}/moves/"), _get(client, f"matches/{match.id}/")
    assert listed["complete"]
    assert listed["turn"] == board["viewer"]["turn"]
    assert [move["text"] for move in listed["moves"]] == board["legal"]
    assert all(move["words"].startswith("Red's ") for move in listed["moves"])


def test_where_moves_are_too_many_to_list_the_examples_are_legal(start_match: Callable[..., TwoPlayerMatch]) -> None:
    match = start_match()
    match.say(0, "first red")
    client = Client()
    client.force_login(match.blue)
    listed = _get(client, f"matches/{match.id}/moves/")
    assert not listed["complete"]
    assert 1 <= len(listed["moves"]) <= 3
    assert not match.say(1, listed["moves"][0]["text"]).code


@pytest.mark.parametrize(("who", "code"), [("blue", "not-your-turn"), ("stranger", "not-your-seat"), (None, "sign-in-needed")])
def test_nobody_else_is_told_the_moves(start_match: Callable[..., TwoPlayerMatch], who: str | None, code: str) -> None:
    match, client = start_match().begin(), Client()
    if who:
        client.force_login(match.blue if who == "blue" else PlayerFactory())
    answer = client.get(f"/api/v1/matches/{match.id}/moves/")
    assert answer.status_code in (401, 403, 409)
    assert answer.json()["code"] == code


@pytest.mark.django_db
def test_the_rules_of_a_game_come_as_markdown_in_the_readers_language() -> None:
    english = _get(Client(), "games/zero-day/rules/")["text"]
    german = Client().get("/api/v1/games/zero-day/rules/", headers={"Accept-Language": "de"}).json()["text"]
    assert "### Notation" in english
    assert german.startswith("# Zero Day")
    assert german != english
    answer = Client().get(reverse("api-game-rules", args=["no-such-game"]))
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
