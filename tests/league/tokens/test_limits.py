"""How often a program may ask, and what its answers say of it; with a broker, and without one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from league.tokens.actions import issue_token
from matches.api import limits
from matches.moment import now
from tests.factories import PlayerFactory
from tests.services import broker


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with broker.running() as url:
        yield url


@pytest.fixture
def counted(settings: Any, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The site with a broker, at one moment of the minute."""
    settings.REDIS_URL = redis_url
    settings.API_LIMITS = {"address": 2, "person": 4, "token": 3, "moves": 2, "match": 2}
    monkeypatch.setattr(limits, "_resting_until", 0.0)
    monkeypatch.setattr(limits.time, "time", lambda: 1_000_000_000.0)
    limits._redis.cache_clear()
    limits._redis().flushall()
    yield settings
    limits._redis.cache_clear()


def token(*scopes: str) -> Client:
    made = issue_token(username=PlayerFactory().username, name="bot", scopes=scopes, days=7, at=now())
    return Client(headers={"Authorization": f"Bearer {made}"})


@pytest.mark.django_db
def test_each_answer_says_what_is_left_and_the_last_refusal_when_to_come_back(counted: Any) -> None:
    program = token()
    for left in (2, 1, 0):
        answer = program.get("/api/v1/games/")
        assert (answer.status_code, answer.headers["RateLimit-Remaining"]) == (200, str(left))
        assert answer.headers["RateLimit-Limit"] == "3"
        assert answer.headers["RateLimit-Policy"] == "3;w=60"
        assert "Retry-After" not in answer.headers
    refused = program.get("/api/v1/games/")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-requests")
    assert refused.headers["Retry-After"] == refused.headers["RateLimit-Reset"] == str(60 - 1_000_000_000 % 60)


@pytest.mark.django_db
def test_a_persons_tokens_share_what_the_person_has(counted: Any) -> None:
    ada = PlayerFactory()
    made = [issue_token(username=ada.username, name="bot", scopes=[], days=7, at=now()) for _ in range(2)]
    one, other = (Client(headers={"Authorization": f"Bearer {token}"}) for token in made)
    for program in (one, one, one, other):
        assert program.get("/api/v1/games/").status_code == 200
    assert other.get("/api/v1/games/").status_code == 429


@pytest.mark.django_db
def test_moves_are_not_held_up_by_anything_else(counted: Any) -> None:
    program = token("play")
    for _ in range(4):
        program.get("/api/v1/games/")
    assert program.get("/api/v1/games/").status_code == 429
    move = {"turn": 1, "text": "a1-a2", "key": "k"}
    answers = [program.post("/api/v1/matches/1/submissions/", move, content_type="application/json") for _ in range(3)]
    assert [one.status_code for one in answers] == [404, 404, 429]


@pytest.mark.django_db
def test_one_match_does_not_get_all_the_moves_of_a_person(counted: Any) -> None:
    counted.API_LIMITS = {"moves": 4, "match": 2}
    program, move = token("play"), {"turn": 1, "text": "a1-a2", "key": "k"}

    def moves(match: int) -> int:
        door = f"/api/v1/matches/{match}/submissions/"
        return program.post(door, move, content_type="application/json").status_code

    assert [moves(1) for _ in range(3)] == [404, 404, 429]
    assert moves(2) == 404
    assert [
        token("play").post("/api/v1/matches/1/submissions/", move, content_type="application/json").status_code
        for _ in range(2)
    ] == [404, 404]


@pytest.mark.django_db
def test_forms_of_pages_are_no_way_around_the_limits(counted: Any) -> None:
    visitor = Client()
    for _ in range(2):
        assert visitor.post("/accounts/reset/", {"email": "ada@example.org"}).status_code == 200
    refused = visitor.post("/accounts/reset/", {"email": "ada@example.org"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(60 - 1_000_000_000 % 60))
    assert "more often than 2 times a minute" in refused.content.decode()
    assert visitor.get("/accounts/reset/").status_code == 200
    assert visitor.get("/api/v1/games/").status_code == 429
    ada = Client()
    ada.force_login(PlayerFactory())
    assert [ada.post("/notifications/read/").status_code for _ in range(5)][-1] == 429


@pytest.mark.django_db
def test_visitors_and_bad_tokens_are_counted_by_address(counted: Any) -> None:
    guesser = Client(headers={"Authorization": "Bearer lz_guess"})
    assert [guesser.get("/api/v1/games/").status_code for _ in range(3)] == [401, 401, 429]
    assert Client().get("/api/v1/games/").status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").get("/api/v1/games/").status_code == 200


@pytest.mark.django_db
def test_without_a_broker_each_process_counts_for_itself_and_the_broker_is_left_alone_for_a_while(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL, settings.API_LIMITS = "redis://127.0.0.1:1/0", {"address": 2, "person": 1, "token": 1}
    monkeypatch.setattr(limits, "_resting_until", 0.0)
    monkeypatch.setattr(limits, "_here", limits._Here())
    monkeypatch.setattr(limits.time, "time", lambda: 1_000_000_000.0)
    limits._redis.cache_clear()
    client = Client()
    answers = [client.get("/api/v1/games/") for _ in range(2)]
    assert [(one.status_code, one.headers["RateLimit-Remaining"]) for one in answers] == [(200, "1"), (200, "0")]
    monkeypatch.setattr(limits, "_count", lambda _: pytest.fail("the broker is resting"))
    assert client.get("/api/v1/games/").status_code == 429
    assert client.get("/api/v1/games/", REMOTE_ADDR="192.0.2.7").status_code == 200
    monkeypatch.setattr(limits.time, "time", lambda: 1_000_000_060.0)
    assert client.get("/api/v1/games/").status_code == 200
    limits._redis.cache_clear()


@pytest.mark.django_db
def test_a_full_broker_is_as_one_that_is_away(counted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_here", limits._Here())
    limits._redis().config_set("maxmemory", 1)
    try:
        answers = [Client().get("/api/v1/games/").status_code for _ in range(3)]
    finally:
        limits._redis().config_set("maxmemory", 0)
    assert answers == [200, 200, 429]


def test_the_memory_of_counts_is_bounded() -> None:
    here = limits._Here()
    for number in range(limits._Here.MOST + 10):
        here.count([str(number)], 1)
    assert len(here._counts) <= limits._Here.MOST


@pytest.mark.django_db
def test_reading_pages_is_limited_by_address_and_asks_no_broker(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_LIMITS = {"reading": 3}
    monkeypatch.setattr(limits, "_here", limits._Here())
    monkeypatch.setattr(limits, "_count", lambda _: pytest.fail("reading is counted here"))
    monkeypatch.setattr(limits.time, "time", lambda: 1_000_000_000.0)
    assert [Client().get("/rules/").status_code for _ in range(3)] == [200] * 3
    refused = Client().get("/rules/")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(60 - 1_000_000_000 % 60))
    assert Client().get("/rules/", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert Client().get("/api/v1/games/").status_code == 200
