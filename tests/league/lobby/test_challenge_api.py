from typing import Any

import pytest
from django.test import Client

from engines import registry
from league.games import list_games
from matches.models import Match
from tests.factories import GAME, PlayerFactory
from tests.league.clients import client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/challenges/"


@pytest.fixture(autouse=True)
def _every_board_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.games.list_playable_games", lambda: tuple(registry.keys()))


@pytest.fixture
def ada(client: Client) -> Client:
    client.force_login(PlayerFactory(username="ada"))
    return client


def post(client: Client, url: str, body: Any) -> Any:
    return client.post(url, body, content_type="application/json")


def test_games_are_told_with_seats_bots_and_options(client: Client) -> None:
    told = {one["key"]: one for one in client.get("/api/v1/games/").json()}
    assert set(told) == {one.key for one in list_games()} == set(registry.keys())
    for key, one in told.items():
        engine = registry.get(key)
        assert one["players"] == list(engine.seat_counts)
        assert {option["name"]: option["default"] for option in one["options"]} == dict(engine.options({}))


def test_a_table_of_three_is_offered_listed_and_taken(ada: Client) -> None:
    body = {
        "game": "zero-day", "seats": [{"bot": "level-5"}, "me", "anyone"], "options": {"first_game": True},
        "time": {"turn_ms": 60_000, "reserve_ms": 0},
    }  # fmt: skip
    answer = post(ada, URL, body)
    assert answer.status_code == 201
    match_id = answer.json()["match_id"]
    match = Match.objects.get(pk=match_id)
    assert match.options["first_game"] is True
    assert match.control["turn_ms"] == 60_000
    assert [one["match_id"] for one in ada.get(URL).json()["yours"]] == [match_id]
    ben = client_of(PlayerFactory(username="ben"))
    [shown] = ben.get(URL).json()["open"]
    assert [(seat["player"], seat["bot"]) for seat in shown["seats"]] == [
        ("bot-level-5", "level-5"), ("ada", None), (None, None),
    ]  # fmt: skip
    assert post(ben, f"{URL}{match_id}/accept/", {"seat": 1}).json()["code"] == "seat-taken"
    assert post(ben, f"{URL}{match_id}/accept/", {"seat": 2}).status_code == 200
    match.refresh_from_db()
    assert match.status == "playing"


def test_a_player_who_is_asked_finds_it_and_may_decline(ada: Client) -> None:
    ben = client_of(PlayerFactory(username="ben"))
    match_id = post(ada, URL, {"game": GAME, "seats": ["me", {"player": "ben"}], "rated": True}).json()["match_id"]
    assert [one["rated"] for one in ben.get(URL).json()["for_you"]] == [True]
    assert post(ben, f"{URL}{match_id}/cancel/", {}).status_code == 200
    assert Match.objects.get(pk=match_id).status == "void"


GOOD: dict[str, Any] = {"game": "zero-day", "seats": ["me", "anyone"]}
WRONG: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("unknown-game", "game", [{"game": "chess"}, {"game": 7}]),
    ("bad-seats", "seats", [{"seats": "me"}, {"seats": []}, {"seats": ["me"] * 11}]),
    ("bad-seats", "seat_1", [{"seats": ["me", one]} for one in ("you", {"bot": 1}, {"player": "\x00"})]),
    ("unknown-player", "player_1", [{"seats": ["me", {"player": "nobody"}]}]),
    ("unknown-bot", "seat_1", [{"seats": ["me", {"bot": "clever"}]}]),
    ("bad-seats", "seats", [{"seats": ["me"]}, {"seats": ["me", *["anyone"] * 4]}]),
    ("own-seat", "seat_0", [{"seats": ["anyone", "anyone"]}, {"seats": ["me", "me"]}]),
    ("named-twice", "player_1", [{"seats": ["me", {"player": "ben"}, {"player": "BEN"}]}]),
    ("bad-option", "option_first_game", [{"options": {"first_game": "perhaps"}}]),
    ("malformed", "rated", [{"rated": "yes"}]), ("malformed", "lot", [{"lot": 1}]),
    ("bad-option", "options", [{"options": [1]}]), ("bad-option", "option_round_limit", [{"options": {"round_limit": 0}}]),
    ("bad-option", "option_cheat", [{"options": {"cheat": True}}]), ("unknown-field", "learn", [{"learn": True}]),
    ("bad-pace", "bot_pace_ms", [{"bot_pace_ms": pace} for pace in (-1, 60_001, "fast", True, 1.5)]),
]  # fmt: skip


def test_a_bad_offer_is_refused_with_code_sentence_and_field_and_opens_nothing(ada: Client) -> None:
    PlayerFactory(username="ben")
    for code, field, change in ((code, field, change) for code, field, changes in WRONG for change in changes):
        answer = post(ada, URL, GOOD | change)
        told = answer.json()
        assert (answer.status_code // 100, told["code"], told["field"], told["text"][-1]) == (4, code, field, "."), change
    assert not Match.objects.exists()
