"""What waits is sent in order; silence is broken by a beat; who does not read is let go; a web process beats too."""

import asyncio
import json
import zlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError

from matches.liveness import Cause
from matches.stream import heartbeat
from matches.stream.endpoint import (
    HEARTBEAT,
    HEARTBEAT_S,
    MAX_COMPRESSED,
    RETRY_EVENT,
    START_EVENT,
    STUCK_S,
    GzipEncoder,
    PlainEncoder,
    choose_encoder,
    write_messages,
)
from matches.stream.subscriber import Subscriber
from tests.matches.watching import run


class Line:
    """A reader, who may stop reading."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.ended = False
        self.reads = asyncio.Event()
        self.reads.set()

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        self.sent.append(message["body"])
        self.ended = not message["more_body"]


def begun(*given: Any) -> asyncio.Task[None]:
    return asyncio.create_task(write_messages(*given))


def lobby() -> Subscriber:
    return Subscriber(None, {}, frozenset({"lobby"}))


def told(encoder: PlainEncoder, *messages: str) -> Line:
    """What a reader gets of these messages, and of the end."""

    async def tell() -> Line:
        line, watcher = Line(), lobby()
        writer = begun(watcher, line.send, encoder)
        for message in messages:
            watcher.put("changed", message.encode())
        await asyncio.sleep(1)
        watcher.disconnect()
        await asyncio.wait_for(writer, 1)
        return line

    return run(tell())


def test_everything_is_sent_in_order_and_the_end_is_told() -> None:
    line = told(PlainEncoder(), "0", "1", "2")
    assert line.sent[0] == START_EVENT
    assert [one.rsplit(b"data: ", 1)[-1] for one in line.sent[1:-1]] == [b"0\n\n", b"1\n\n", b"2\n\n"]
    assert line.ended


@pytest.mark.parametrize(("cursors", "begins"), [({}, START_EVENT), ({12: 46}, RETRY_EVENT)])
def test_who_has_read_no_match_still_has_an_id_to_come_back_with(cursors: dict[int, int], begins: bytes) -> None:
    """And who has read one keeps the id that tells how far."""

    async def begin() -> bytes:
        line = Line()
        writer = begun(Subscriber(None, cursors, frozenset({"lobby"})), line.send, PlainEncoder())
        await asyncio.sleep(0)
        writer.cancel()
        return line.sent[0]

    assert run(begin()) == begins
    assert START_EVENT.split(b"\n")[1] == b"id: -"


def test_a_beat_breaks_silence_alone() -> None:
    async def listen() -> tuple[list[bytes], list[bytes]]:
        idle, busy = Line(), Line()
        watcher = lobby()
        writers = [begun(lobby(), idle.send, PlainEncoder()), begun(watcher, busy.send, PlainEncoder())]
        for n in range(10):
            watcher.put("changed", b"%d" % n)
            await asyncio.sleep(HEARTBEAT_S / 4)
        for writer in writers:
            writer.cancel()
        return idle.sent, busy.sent

    idle, busy = run(listen())
    assert idle[1:] in ([bytes(HEARTBEAT)], [bytes(HEARTBEAT)] * 2)
    assert bytes(HEARTBEAT) not in busy


def test_who_does_not_read_is_let_go_and_who_reads_slowly_is_not() -> None:
    async def listen() -> tuple[bool, bool]:
        deaf, slow = Line(), Line()
        deaf.reads.clear()
        writers = [begun(lobby(), deaf.send, PlainEncoder()), begun(lobby(), slow.send, GzipEncoder())]
        for _unused in range(4):
            slow.reads.clear()
            await asyncio.sleep(STUCK_S / 2)
            slow.reads.set()
            await asyncio.sleep(STUCK_S / 10)
        gone = isinstance(writers[0].exception(), TimeoutError), writers[1].done()
        writers[1].cancel()
        return gone

    assert run(listen()) == (True, False)


def test_a_packed_stream_is_whole_for_its_reader_after_each_message_and_much_smaller() -> None:
    text = json.dumps({"match_id": 7, "change": {"=legal": [f"A{n}-B{n}" for n in range(200)]}})
    line, reader = told(choose_encoder("gzip, deflate, br"), text, text), zlib.decompressobj(16 + zlib.MAX_WBITS)
    heard = [reader.decompress(one) for one in line.sent]
    assert heard[0] == START_EVENT
    assert [one.decode().rsplit("data: ", 1)[-1].strip() for one in heard[1:3]] == [text, text]
    assert reader.eof
    assert len(line.sent[1]) < len(text) / 2
    assert len(line.sent[2]) < 100  # what has been said before is not said again


def test_only_who_asks_for_it_gets_it_packed_unless_there_is_a_crowd() -> None:
    for accepted in ("gzip", "br, GZIP;q=0.5", "gzip, deflate, br, zstd"):
        assert isinstance(choose_encoder(accepted, MAX_COMPRESSED - 1), GzipEncoder), accepted
    for accepted in ("", "identity", "gzip;q=0", "br, gzip; q=0.000", "x-gzip"):
        assert not isinstance(choose_encoder(accepted), GzipEncoder), accepted
    assert type(choose_encoder("gzip", MAX_COMPRESSED)) is PlainEncoder


def test_the_first_beat_of_a_process_and_the_one_after_a_failure_say_there_was_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    beats: list[tuple[bool, Cause]] = []

    def beat(at: datetime, *, kind: int, interrupted: bool, cause: Cause) -> timedelta:
        beats.append((interrupted, cause))
        if len(beats) == 3:
            raise OperationalError("connection refused")
        if len(beats) == 5:
            loop.call_soon_threadsafe(enough.set)
        return timedelta()

    async def live() -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        task = asyncio.create_task(heartbeat.send_heartbeats())
        await asyncio.wait_for(enough.wait(), 30)
        task.cancel()

    loop: Any = None
    enough = asyncio.Event()
    monkeypatch.setattr(heartbeat, "record_heartbeat", beat)
    monkeypatch.setattr(heartbeat, "now", lambda: datetime.now(UTC))
    monkeypatch.setattr(heartbeat, "close_old_connections", lambda: None)
    monkeypatch.setattr(heartbeat, "INTERVAL_S", 0.001)
    asyncio.run(live())
    assert [interrupted for interrupted, _ in beats[:5]] == [True, False, False, True, False]
    assert [beats[0][1], beats[3][1]] == [Cause.RESTART, Cause.DATABASE]
