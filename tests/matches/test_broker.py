"""Words to the broker arrive in order, also after it has been away; the streams hear what is told."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import pytest
from redis import Redis, RedisError, ResponseError

from matches.announce import CHANNEL
from matches.broker import Broker
from matches.stream.hub import Hub
from tests.services.broker import Server


def url(server: Server) -> str:
    return f"redis://127.0.0.1:{server.port}/0"


def one(broker: Broker, *words: str | int) -> Any:
    """The answer to one command."""
    return broker.ask(words)[0]


def test_what_is_told_is_there_in_order_from_every_thread(server: Server) -> None:
    broker = Broker(url(server), timeout_s=2)
    for n in range(5):
        broker.tell("RPUSH", "mine", n)
    other = threading.Thread(target=lambda: [broker.tell("RPUSH", "other", n) for n in range(5)])
    other.start()
    other.join()
    assert one(broker, "LRANGE", "mine", 0, -1) == [b"0", b"1", b"2", b"3", b"4"]
    assert one(broker, "LLEN", "other") == 5
    assert one(broker, "BRPOP", "nothing", 0.05) is None


def test_several_words_are_answered_in_order_and_a_refused_one_spoils_no_later_answer(server: Server) -> None:
    broker = Broker(url(server), timeout_s=2)
    assert broker.ask(("SET", "some", 1), ("INCR", "some"), ("GET", "some")) == [b"OK", 2, b"2"]
    with pytest.raises(ResponseError):
        broker.ask(("LPUSH", "some", 1), ("INCR", "some"), ("INCR", "some"))
    assert one(broker, "GET", "some") == b"4"


def test_a_word_that_is_refused_harms_no_other(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    broker = Broker(url(server), timeout_s=2)
    broker.tell("SET", "word", "ü")
    broker.tell("LPUSH", "word", "no list")
    with caplog.at_level(logging.WARNING):
        assert one(broker, "GET", "word") == "ü".encode()
    assert "WRONGTYPE" in caplog.text


def test_after_a_restart_the_next_word_arrives_and_while_it_is_away_that_is_said(server: Server) -> None:
    broker = Broker(url(server), timeout_s=2)
    broker.tell("RPUSH", "list", 1)
    server.kill()
    with pytest.raises((RedisError, OSError)):
        _say_twice(broker)
    server.start()
    broker.tell("RPUSH", "list", 3)
    assert one(broker, "LRANGE", "list", 0, -1) == [b"3"]


def _say_twice(broker: Broker) -> None:
    """The first word may still find a door that is just closing."""
    broker.tell("RPUSH", "list", 2)
    broker.tell("RPUSH", "list", 2)


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
        broker = Broker(url(server), timeout_s=2)
        with Redis.from_url(url(server)) as client, hub.expecting(7) as judged:
            while not client.publish(CHANNEL, message):
                await asyncio.sleep(0.02)
            broker.tell("PUBLISH", CHANNEL, '{"topic": "judged.7", "entry": null}')
            await asyncio.wait_for(judged.wait(), 5)
        await hub.stop()

    asyncio.run(hear_next())


def test_a_hub_hears_what_is_published_and_again_after_a_restart(server: Server) -> None:
    async def topics_heard() -> list[str]:
        hub, topics = Hub(url(server)), asyncio.Queue[str]()
        hub.wake = topics.put_nowait  # type: ignore[method-assign]
        hub._spawn(hub._listen())
        broker, found = Broker(url(server), timeout_s=2), []
        for topic in ("match.1", "match.2"):
            while one(broker, "PUBLISH", CHANNEL, f'{{"topic": "{topic}", "entry": 1}}') != 1:
                await asyncio.sleep(0.02)
            found.append(await asyncio.wait_for(topics.get(), 5))
            server.kill()
            server.start()
        await hub.stop()
        return found

    assert asyncio.run(topics_heard()) == ["match.1", "match.2"]
