"""What a program learns in order to play: its matches, its moves in words, the rules."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match
from tests.factories import PlayerFactory
from tests.matches.conftest import StartMatch, TwoPlayerMatch


def ask(player: Any, path: str) -> Any:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client.get(f"/api/v1/{path}").json()


def test_a_player_finds_unfinished_matches_those_to_move_in_first(table: TwoPlayerMatch, start_match: StartMatch) -> None:
    [listed] = ask(table.red, "matches/own/")["matches"]
    assert (listed["match_id"], listed["seat"], listed["my_turn"], listed["status"]) == (table.id, 0, True, "playing")
    assert listed["players"] == [table.red.username, table.blue.username]
    other = start_match()  # whose other side is to move, sooner
    other.row.seats.filter(number=1).update(player=table.red)
    assert [(one["match_id"], one["my_turn"]) for one in ask(table.red, "matches/own/")["matches"]] == [
        (table.id, True), (other.id, False),
    ]  # fmt: skip
    assert [one["my_turn"] for one in ask(table.blue, "matches/own/")["matches"]] == [False]
    assert ask(PlayerFactory(), "matches/own/") == {"matches": []}
    Match.objects.update(status="void", deadline_at=None)
    assert ask(table.red, "matches/own/") == {"matches": []}


def test_moves_are_listed_in_notation_and_in_words_to_who_is_to_move_alone(table: TwoPlayerMatch) -> None:
    listed, board = ask(table.red, f"matches/{table.id}/moves/"), ask(table.red, f"matches/{table.id}/")
    assert listed["complete"]
    assert listed["turn"] == board["viewer"]["turn"]
    assert [move["text"] for move in listed["moves"]] == board["legal"]
    assert all(move["words"].startswith("Red's ") for move in listed["moves"])
    for player, code in ((table.blue, "not-your-turn"), (PlayerFactory(), "not-your-seat"), (None, "sign-in-needed")):
        assert ask(player, f"matches/{table.id}/moves/")["code"] == code


def test_where_moves_are_too_many_to_list_the_examples_are_legal(start_match: StartMatch) -> None:
    match = start_match()
    match.say(0, "first red")
    listed = ask(match.blue, f"matches/{match.id}/moves/")
    assert not listed["complete"]
    assert 1 <= len(listed["moves"]) <= 3
    assert not match.say(1, listed["moves"][0]["text"]).code


@pytest.mark.django_db
def test_the_rules_of_a_game_come_as_markdown_in_the_readers_language() -> None:
    english = ask(None, "games/zero-day/rules/")["text"]
    german = Client().get("/api/v1/games/zero-day/rules/", headers={"Accept-Language": "de"}).json()["text"]
    assert "### Notation" in english
    assert german.startswith("# Zero Day")
    assert german != english
    answer = Client().get(reverse("api-game-rules", args=["no-such-game"]))
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
