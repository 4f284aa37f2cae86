"""Hints arrive in order and may be lost: a broker that is away slows nothing and stops nothing."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from redis import ConnectionError as Away, Redis

from matches import pubsub
from matches.pubsub import ADJUDICATION_QUEUE, CHANNEL
from matches.stream.hub import Hub
from matches.stream.subscriber import Subscriber
from tests.factories import NOON
from tests.services.broker import Server


@pytest.fixture
def pushes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Topics that are pushed."""
    sent: list[str] = []
    monkeypatch.setattr(pubsub, "publish", lambda topic, entry=None: sent.append(topic))
    return sent


@pytest.fixture(autouse=True)
def _rested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "_resting_until", 0.0)


def test_a_broker_that_is_away_costs_one_try_and_then_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def fail() -> Any:
        tries.append(1)
        raise Away("refused")

    monkeypatch.setattr(pubsub, "_redis", fail)
    for _ in range(5):
        pubsub.publish("home")
    assert len(tries) == 1
    monkeypatch.setattr(pubsub, "_resting_until", time.monotonic() - 1)
    pubsub.publish("home")
    assert len(tries) == 2


@pytest.mark.django_db
def test_topics_are_pushed_once_a_commit(pushes: list[str], django_capture_on_commit_callbacks: Callable[..., Any]) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for topic in ("home", "lobby", "home", "home"):
            pubsub.publish_on_commit(topic)
    assert pushes == ["home", "lobby"]


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_announced(pushes: list[str]) -> None:
    with transaction.atomic():
        pubsub.publish_on_commit("home")
        transaction.set_rollback(True)
    assert pushes == []


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
    ours = range(10**9, 10**9 + 10)  # an alarm of another test may ring meanwhile

    def judge(match_ids: range) -> None:
        for match_id in match_ids:
            pubsub._enqueue_adjudication(None, match_id)

    judge(ours[:5])
    other = threading.Thread(target=judge, args=[ours[5:]])
    other.start()
    other.join()
    arrived = [int(match_id) for match_id in at_server.lrange(ADJUDICATION_QUEUE, 0, -1)]
    assert [match_id for match_id in arrived if match_id in ours] == list(reversed(ours))


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


MESSAGES = (
    b"", b"\xff\xfe", b"nonsense", b"[]", b"1", b"null", b"{}", b'{"topic": null}', b'{"topic": ["match.1"]}',
    b'{"topic": {}}', b'{"topic": "match.x"}', b'{"topic": "judged.x"}', b'{"topic": "match.' + b"9" * 5000 + b'"}',
    b"[" * 100_000, b'{"topic": "' + b"x" * 1_000_000 + b'"}',
)  # fmt: skip


def test_a_hub_survives_any_message_and_hears_what_is_published_also_after_a_restart(server: Server) -> None:
    async def hear() -> None:
        hub, topics = Hub(url(server)), asyncio.Queue[str]()
        watcher = Subscriber(None, {}, frozenset({"home"}))
        hub.join(watcher)
        hub._spawn(hub._listen())
        for restarts in (0, 1):
            assert b"event: changed" in bytes(await asyncio.wait_for(watcher.take(), 30) or b""), "it listens, and says so"
            with Redis.from_url(url(server)) as client:
                for message in MESSAGES:
                    with hub.expect_verdict(7) as judged:
                        assert client.publish(CHANNEL, message) == 1
                        client.publish(CHANNEL, '{"topic": "judged.7", "entry": null}')
                        await asyncio.wait_for(judged.wait(), 30)
            if not restarts:
                server.kill()
                server.start()
        wake, hub.wake = hub.wake, topics.put_nowait  # type: ignore[method-assign]
        with Redis.from_url(url(server)) as client:
            client.publish(CHANNEL, '{"topic": "match.1", "entry": 1}')
        assert await asyncio.wait_for(topics.get(), 30) == "match.1"
        hub.wake = wake  # type: ignore[method-assign]
        await hub.stop()

    asyncio.run(hear())


def test_each_judgement_that_is_asked_for_later_is_asked_for_once_at_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    timers: list[tuple[float, Any]] = []

    class Broker:
        def lpush(self, name: str, match_id: int) -> None:
            heard.append(match_id)

    class Timer:
        daemon = False

        def __init__(self, after_s: float, act: Any, arguments: Any) -> None:
            timers.append((after_s, lambda: act(*arguments)))

        def start(self) -> None:
            assert self.daemon, "it dies with its process"

    monkeypatch.setattr(pubsub, "_redis", Broker)
    monkeypatch.setattr(pubsub, "now", lambda: NOON)
    monkeypatch.setattr(pubsub.threading, "Timer", Timer)
    for match_id, after_s in ((3, 0.3), (1, 0.1), (0, None)):
        eta = None if after_s is None else NOON + timedelta(seconds=after_s)
        pubsub._enqueue_now(pubsub.ADJUDICATE_TASK, eta, {"match_id": match_id})
    assert (heard, [after_s for after_s, _ in timers]) == ([0], [0.3, 0.1])
    for _after_s, act in sorted(timers, key=lambda one: one[0]):
        act()
    assert heard == [0, 1, 3]
