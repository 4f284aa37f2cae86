"""How often a program may ask, and what its answers say of it; with a broker, and without one."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.test import Client

from matches import rate_limits
from tests.factories import PlayerFactory
from tests.league.clients import client_of, program_of
from tests.services import broker

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def redis_url() -> Iterator[str]:
    with broker.running() as url:
        yield url


@pytest.fixture
def counted(settings: Any, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The site with a broker, whose buckets are full."""
    settings.REDIS_URL = redis_url
    a_minute(settings, address=2, person=4, token=3, moves=2, match=2)
    monkeypatch.setattr(rate_limits, "_resting_until", 0.0)
    rate_limits._redis.cache_clear()
    rate_limits._redis().flushall()
    yield settings
    rate_limits._redis.cache_clear()


def a_minute(settings: Any, **limits: int) -> None:
    settings.RATE_LIMITS = {kind: (limit, 60) for kind, limit in limits.items()}


def test_each_answer_says_what_is_left_and_the_last_refusal_when_to_come_back(counted: Any) -> None:
    program = program_of(PlayerFactory())
    for left in (2, 1, 0):
        answer = program.get("/api/v1/games/")
        assert (answer.status_code, answer.headers["RateLimit-Remaining"]) == (200, str(left))
        assert answer.headers["RateLimit-Limit"] == "3"
        assert answer.headers["RateLimit-Policy"] == "3;w=60"
        assert "Retry-After" not in answer.headers
    refused = program.get("/api/v1/games/")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-requests")
    assert refused.headers["Retry-After"] == refused.headers["RateLimit-Reset"]
    assert 50 <= int(refused.headers["Retry-After"]) <= 60


def test_a_persons_tokens_share_what_the_person_has(counted: Any) -> None:
    ada = PlayerFactory()
    one, other = program_of(ada), program_of(ada)
    for program in (one, one, one, other):
        assert program.get("/api/v1/games/").status_code == 200
    assert other.get("/api/v1/games/").status_code == 429


def test_moves_are_not_held_up_by_anything_else(counted: Any) -> None:
    program = program_of(PlayerFactory(), "play")
    for _ in range(4):
        program.get("/api/v1/games/")
    assert program.get("/api/v1/games/").status_code == 429
    move = {"turn": 1, "text": "a1-a2", "key": "k"}
    answers = [program.post("/api/v1/matches/1/submissions/", move, content_type="application/json") for _ in range(3)]
    assert [one.status_code for one in answers] == [404, 404, 429]


def test_one_match_does_not_get_all_the_moves_of_a_person(counted: Any) -> None:
    a_minute(counted, moves=4, match=2)
    program = program_of(PlayerFactory(), "play")

    def move(by: Client, match: int) -> int:
        body = {"turn": 1, "text": "a1-a2", "key": "k"}
        return by.post(f"/api/v1/matches/{match}/submissions/", body, content_type="application/json").status_code

    assert [move(program, 1) for _ in range(3)] == [404, 404, 429]
    assert move(program, 2) == 404
    assert move(program_of(PlayerFactory(), "play"), 1) == 404


def test_forms_of_pages_are_no_way_around_the_limits(counted: Any) -> None:
    visitor = Client()
    for _ in range(2):
        assert visitor.post("/accounts/reset/", {"email": "ada@example.org"}).status_code == 200
    refused = visitor.post("/accounts/reset/", {"email": "ada@example.org"})
    assert (refused.status_code, 50 <= int(refused.headers["Retry-After"]) <= 60) == (429, True)
    assert f"Too many requests. Try again in {refused.headers['Retry-After']} seconds." in refused.content.decode()
    assert visitor.get("/accounts/reset/").status_code == 200
    assert visitor.get("/api/v1/games/").status_code == 429
    ada = client_of(PlayerFactory())
    assert [ada.post("/notifications/read/").status_code for _ in range(5)][-1] == 429


def test_visitors_and_bad_tokens_are_counted_by_address(counted: Any) -> None:
    guesser = Client(headers={"Authorization": "Bearer lz_guess"})
    assert [guesser.get("/api/v1/games/").status_code for _ in range(3)] == [401, 401, 429]
    assert Client().get("/api/v1/games/").status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.7").get("/api/v1/games/").status_code == 200


def test_a_bucket_is_known_by_a_digest_and_full_again_a_window_after_its_first_use(counted: Any) -> None:
    counted.RATE_LIMITS = {"address": (2, 60)}
    client = Client(REMOTE_ADDR="203.0.113.7")
    assert [client.get("/api/v1/games/").status_code for _ in range(3)] == [200, 200, 429]
    (bucket,) = rate_limits._redis().scan_iter()
    assert bucket.startswith(b"league-zero:bucket:address:")
    assert b"203.0.113.7" not in bucket
    assert 0 < rate_limits._redis().pttl(bucket) <= 60_000
    rate_limits._redis().delete(bucket)  # as Redis does it when that time is over
    assert client.get("/api/v1/games/").status_code == 200


def test_uses_that_come_all_at_once_are_all_counted(counted: Any) -> None:
    counted.RATE_LIMITS = {"address": (10, 60)}
    barrier = Barrier(4)

    def use(_: int) -> list[bool]:
        barrier.wait()
        return [rate_limits.find_exceeded([("address", "203.0.113.7")]) is None for _ in range(5)]

    with ThreadPoolExecutor(4) as pool:
        allowed = [one for some in pool.map(use, range(4)) for one in some]
    assert allowed.count(True) == 10


@pytest.fixture(params=["broker", "memory"])
def either(counted: Any, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The same with a broker and without one."""
    if request.param == "memory":
        monkeypatch.setattr(rate_limits, "_resting_until", float("inf"))
    return counted


def test_uses_are_counted_in_order_up_to_the_first_bucket_that_is_exceeded(either: Any) -> None:
    """What one has no right to do is counted against nobody else."""
    either.RATE_LIMITS = {"match": (1, 60), "person": (5, 60)}
    for _ in range(9):
        rate_limits.consume([("match", "1"), ("person", "ada")])
    status = rate_limits.consume([("person", "ada")])
    assert (status.remaining, status.is_exceeded) == (3, False)


@pytest.mark.usefixtures("either")
def test_a_use_can_be_given_back_and_a_bucket_filled_again() -> None:
    bucket = ("person", "ada")

    def left() -> int:
        status = rate_limits.consume([bucket])
        return status.remaining

    rate_limits.refund(bucket)
    assert (left(), left()) == (3, 2)
    rate_limits.refund(bucket)
    assert left() == 2
    rate_limits.reset(bucket)
    assert left() == 3


def test_without_a_broker_each_process_counts_and_asks_it_no_more(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    a_minute(settings, address=2, person=1, token=1)
    monkeypatch.setattr(rate_limits, "_resting_until", 0.0)
    rate_limits._redis.cache_clear()
    client = Client()
    answers = [client.get("/api/v1/games/") for _ in range(2)]
    assert [(one.status_code, one.headers["RateLimit-Remaining"]) for one in answers] == [(200, "1"), (200, "0")]
    monkeypatch.setattr(rate_limits, "_redis", lambda: pytest.fail("the broker is resting"))
    assert client.get("/api/v1/games/").status_code == 429
    assert client.get("/api/v1/games/", REMOTE_ADDR="192.0.2.7").status_code == 200
    monkeypatch.setattr(rate_limits, "_resting_until", float("inf"))
    minute_later = time.monotonic() + 60
    monkeypatch.setattr(rate_limits, "monotonic", lambda: minute_later)
    assert client.get("/api/v1/games/").status_code == 200


def test_a_full_broker_is_as_one_that_is_away(counted: Any) -> None:
    rate_limits._redis().config_set("maxmemory", 1)
    try:
        answers = [Client().get("/api/v1/games/").status_code for _ in range(3)]
    finally:
        rate_limits._redis().config_set("maxmemory", 0)
    assert answers == [200, 200, 429]


def test_the_memory_of_counts_is_bounded_and_floods_forget_no_passwords(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits._Memory, "MOST", 50)
    settings.RATE_LIMITS = {"address": (600, 60), "password_here": (1, 900)}
    rate_limits.consume([("password_here", "ada")])
    for number in range(rate_limits._Memory.MOST + 10):
        rate_limits.consume([("address", str(number))])
    assert sum(map(len, rate_limits._memory._buckets.values())) <= rate_limits._Memory.MOST + 1
    assert rate_limits.find_exceeded([("password_here", "ada")]) is not None


def test_reading_pages_is_limited_by_address_and_asks_no_broker(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    a_minute(settings, reading=3)
    monkeypatch.setattr(rate_limits, "_redis", lambda: pytest.fail("reading is counted here"))
    monkeypatch.setattr(rate_limits, "_resting_until", 0.0)
    assert [Client().get("/rules/").status_code for _ in range(3)] == [200] * 3
    refused = Client().get("/rules/")
    assert (refused.status_code, 50 <= int(refused.headers["Retry-After"]) <= 60) == (429, True)
    assert Client().get("/rules/", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert Client().get("/api/v1/games/").status_code == 200
