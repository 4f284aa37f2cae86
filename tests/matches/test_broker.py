"""Hints to the broker arrive in order, also after it has been away; the streams hear what is told."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from matches import pubsub
from matches.pubsub import ADJUDICATION_QUEUE, CHANNEL
from matches.stream.hub import Hub
from tests.services.broker import Server


def url(server: Server) -> str:
    return f"redis://127.0.0.1:{server.port}/0"


@pytest.fixture
def at_server(server: Server, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """The broker to which hints go."""
    settings.REDIS_URL = url(server)
    pubsub._redis.cache_clear()
    monkeypatch.setattr(pubsub, "_resting_until", 0.0)
    yield Redis.from_url(url(server))
    pubsub._redis.cache_clear()


def test_hints_arrive_in_order_from_every_thread(at_server: Redis) -> None:
    def judge(first: int) -> None:
        for match_id in range(first, first + 5):
            pubsub._enqueue_adjudication(None, match_id)

    judge(1)
    other = threading.Thread(target=judge, args=[6])
    other.start()
    other.join()
    assert at_server.lrange(ADJUDICATION_QUEUE, 0, -1) == [str(n).encode() for n in range(10, 0, -1)]


def test_after_a_restart_the_next_hint_arrives_and_one_that_is_lost_harms_nobody(
    at_server: Redis, server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pubsub, "RETRY_S", 0.0)
    pubsub.publish("match.1")
    server.kill()
    with caplog.at_level(logging.WARNING):
        pubsub.publish("match.1")
    assert "publishing failed (push match.1)" in caplog.text
    server.start()
    pubsub._enqueue_now(pubsub.ADJUDICATE_TASK, None, {"match_id": 3})
    assert at_server.lrange(ADJUDICATION_QUEUE, 0, -1) == [b"3"]


@pytest.mark.parametrize(
    "message",
    [
        b"", b"\xff\xfe", b"nonsense", b"[]", b"1", b"null", b"{}", b'{"topic": null}', b'{"topic": ["match.1"]}',
        b'{"topic": {}}', b'{"topic": "match.x"}', b'{"topic": "judged.x"}', b'{"topic": "match.' + b"9" * 5000 + b'"}',
        b"[" * 100_000, b'{"topic": "' + b"x" * 1_000_000 + b'"}',
    ],
)  # fmt: skip
def test_a_hub_survives_any_message_and_hears_the_next(server: Server, message: bytes) -> None:
    async def hear_next() -> None:
        hub = Hub(url(server))
        hub._spawn(hub._listen())
        with Redis.from_url(url(server)) as client, hub.expect_verdict(7) as judged:
            while not client.publish(CHANNEL, message):
                await asyncio.sleep(0.02)
            client.publish(CHANNEL, '{"topic": "judged.7", "entry": null}')
            await asyncio.wait_for(judged.wait(), 5)
        await hub.stop()

    asyncio.run(hear_next())


def test_a_hub_hears_what_is_published_and_again_after_a_restart(server: Server) -> None:
    async def topics_heard() -> list[str]:
        hub, topics = Hub(url(server)), asyncio.Queue[str]()
        hub.wake = topics.put_nowait  # type: ignore[method-assign]
        hub._spawn(hub._listen())
        broker, found = Redis.from_url(url(server)), []
        for topic in ("match.1", "match.2"):
            while broker.publish(CHANNEL, f'{{"topic": "{topic}", "entry": 1}}') != 1:
                await asyncio.sleep(0.02)
            found.append(await asyncio.wait_for(topics.get(), 5))
            server.kill()
            server.start()
        await hub.stop()
        return found

    assert asyncio.run(topics_heard()) == ["match.1", "match.2"]
