"""Bots by level: what pages and the API tell of their strength, and who can still be chosen."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from engines import bots, registry
from engines.levels import LevelRating
from league import games
from league.lobby.challenge_options import ME, ChallengeOptions, bot_seat
from league.lobby.challenges import create_challenge
from league.people.actions.bots import get_house_bot
from league.registration.actions.entries import add_bot
from tests.factories import PlayerFactory, event
from tests.league.lobby.test_lobby import refused, said

pytestmark = pytest.mark.django_db
GAME = "zero-order"


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every level but the strongest has a rating of 300 and its number."""
    known = bots.list_levels

    def list_levels(game: str) -> tuple[Any, ...]:
        return tuple(
            replace(level, rating=None if level.number == 8 else LevelRating("x", 300 + level.number, 200, 410, 77))
            for level in known(game)
        )

    monkeypatch.setattr("engines.bots.list_levels", list_levels)


def test_the_page_of_a_bot_shows_its_level_rating_and_interval_in_each_game(client: Client, at: datetime) -> None:
    get_house_bot(kind="level-3", at=at)
    page = client.get("/players/bot-level-3/").content.decode()
    rows = re.findall(r"<tr>\s*<th scope=\"row\"><a href=\"/rules/([a-z-]+)/\">.*?</tr>", page, re.S)
    assert rows == list(registry.keys())
    assert page.count('<td class="num strong">303</td>') == len(rows)
    assert "200-410" in page
    assert f'href="/lobby/?game={GAME}&amp;bot=level-3#offer"' in page
    assert "Level 3 bot" in page


def test_a_level_without_a_rating_has_dashes_and_a_person_and_an_older_bot_have_no_strength(
    client: Client, at: datetime
) -> None:
    get_house_bot(kind="level-8", at=at)
    page = client.get("/players/bot-level-8/").content.decode()
    assert ("Strength" in page, "200-410" in page) == (True, False)
    PlayerFactory(username="ada"), PlayerFactory(username="bot-greedy", bot="greedy")
    for name in ("ada", "bot-greedy"):
        assert "Strength" not in client.get(f"/players/{name}/").content.decode()
        assert client.get(f"/api/v1/players/{name}/").json()["strengths"] == []


def test_the_api_tells_the_strength_of_a_bot_and_the_levels_of_a_game(client: Client, at: datetime) -> None:
    get_house_bot(kind="level-2", at=at)
    strengths = client.get("/api/v1/players/bot-level-2/").json()["strengths"]
    assert [one["game"] for one in strengths] == list(registry.keys())
    assert {(one["level"], one["key"], one["rating"], one["low"], one["high"], one["games"]) for one in strengths} == {
        (2, "level-2", 302, 200, 410, 77)
    }
    game = games.get_game(GAME)
    assert (game.easiest_bot, game.usual_bot) == ("level-1", "level-3")
    assert replace(game, bots=("level-1", "level-2")).usual_bot == "level-2", "the strongest below"
    for game in client.get("/api/v1/games/").json():
        assert game["bots"] == [f"level-{number}" for number in range(1, 9)]
        assert game["levels"][0] == {"key": "level-1", "number": 1, "rating": 301, "low": 200, "high": 410}
        assert game["levels"][7] == {"key": "level-8", "number": 8, "rating": None, "low": None, "high": None}


def test_the_choice_of_an_opponent_names_levels_and_ratings(client: Client) -> None:
    page = client.get("/lobby/", {"game": GAME, "bot": "level-4"}).content.decode()
    assert '<option value="level-3" selected>Level 3, rating about 303</option>' in page
    assert '<option value="level-8">Level 8</option>' in page
    assert '<option value="bot:level-4" selected>Bot: Level 4, rating about 304</option>' in page
    assert "greedy" not in page.lower()
    assert "selected>Bot" not in client.get("/lobby/", {"game": GAME, "bot": "greedy"}).content.decode()


def test_only_levels_can_be_chosen(client: Client, at: datetime) -> None:
    ada, made = PlayerFactory(), event(game=GAME)
    for kind in ("greedy", "search", "random", "level-9", "level-0", "search@40", ""):
        with refused("unknown-bot", "seat_1"):
            create_challenge(by=ada.pk, offer=ChallengeOptions(GAME, seats=(ME, bot_seat(kind))), at=at)
        with refused("unknown-bot", "kind"):
            add_bot(event_id=made.pk, by=made.organiser_id, kind=kind, at=at)
        assert "Bot not found." in said(client.post("/play/", {"game": GAME, "bot": kind}))
