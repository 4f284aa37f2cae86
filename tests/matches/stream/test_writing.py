"""What waits is sent in order; silence is broken by a beat; who does not read is let go."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import pytest

from matches.stream import endpoint
from matches.stream.endpoint import (
    HEARTBEAT_EVENT,
    MAX_COMPRESSED,
    RETRY_EVENT,
    START_EVENT,
    GzipEncoder,
    PlainEncoder,
    choose_encoder,
    write_messages,
)
from matches.stream.subscriber import Subscriber


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "HEARTBEAT_S", 0.3)
    monkeypatch.setattr(endpoint, "STUCK_S", 0.2)


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


def test_everything_is_sent_in_order_and_the_end_is_told() -> None:
    async def run() -> Line:
        line, watcher = Line(), lobby()
        writer = begun(watcher, line.send, PlainEncoder())
        for n in range(3):
            watcher.put("changed", str(n))
        await asyncio.sleep(0.05)
        watcher.disconnect()
        await asyncio.wait_for(writer, 1)
        return line

    line = asyncio.run(run())
    assert line.sent[0] == START_EVENT
    assert [one.rsplit(b"data: ", 1)[-1] for one in line.sent[1:-1]] == [b"0\n\n", b"1\n\n", b"2\n\n"]
    assert line.ended


@pytest.mark.parametrize(("cursors", "begins"), [({}, START_EVENT), ({12: 46}, RETRY_EVENT)])
def test_who_has_read_no_match_still_has_an_id_to_come_back_with(cursors: dict[int, int], begins: bytes) -> None:
    """And who has read one keeps the id that tells how far."""

    async def run() -> bytes:
        line = Line()
        writer = begun(Subscriber(None, cursors, frozenset({"lobby"})), line.send, PlainEncoder())
        await asyncio.sleep(0.05)
        writer.cancel()
        return line.sent[0]

    assert asyncio.run(run()) == begins
    assert START_EVENT.split(b"\n")[1] == b"id: -"


def test_a_beat_breaks_silence_alone() -> None:
    async def run() -> tuple[list[bytes], list[bytes]]:
        idle, busy = Line(), Line()
        watcher = lobby()
        writers = [begun(lobby(), idle.send, PlainEncoder()), begun(watcher, busy.send, PlainEncoder())]
        for n in range(10):
            watcher.put("changed", str(n))
            await asyncio.sleep(0.07)
        for writer in writers:
            writer.cancel()
        return idle.sent, busy.sent

    idle, busy = asyncio.run(run())
    assert idle[1:] in ([HEARTBEAT_EVENT], [HEARTBEAT_EVENT, HEARTBEAT_EVENT])
    assert HEARTBEAT_EVENT not in busy


def test_who_does_not_read_is_let_go_and_who_reads_slowly_is_not() -> None:
    async def run() -> tuple[bool, bool]:
        deaf, slow = Line(), Line()
        deaf.reads.clear()
        writers = [begun(lobby(), deaf.send, PlainEncoder()), begun(lobby(), slow.send, GzipEncoder())]
        for _unused in range(4):
            slow.reads.clear()
            await asyncio.sleep(0.1)
            slow.reads.set()
            await asyncio.sleep(0.02)
        told = isinstance(writers[0].exception(), TimeoutError), writers[1].done()
        writers[1].cancel()
        return told

    assert asyncio.run(run()) == (True, False)


def test_a_packed_stream_is_whole_for_its_reader_after_each_message_and_much_smaller() -> None:
    told = json.dumps({"match_id": 7, "change": {"=legal": [f"A{n}-B{n}" for n in range(200)]}})

    async def run() -> Line:
        line, watcher = Line(), lobby()
        writer = begun(watcher, line.send, choose_encoder("gzip, deflate, br"))
        for _unused in range(2):
            watcher.put("change", told)
        await asyncio.sleep(0.05)
        watcher.disconnect()
        await writer
        return line

    line, reader = asyncio.run(run()), zlib.decompressobj(16 + zlib.MAX_WBITS)
    heard = [reader.decompress(one) for one in line.sent]
    assert heard[0] == START_EVENT
    assert [one.decode().rsplit("data: ", 1)[-1].strip() for one in heard[1:3]] == [told, told]
    assert reader.eof
    assert len(line.sent[1]) < len(told) / 2
    assert len(line.sent[2]) < 100  # what has been said before is not said again


@pytest.mark.parametrize(
    ("accepted", "packs"),
    [("gzip", True), ("br, GZIP;q=0.5", True), ("gzip, deflate, br, zstd", True), ("", False), ("identity", False),
     ("gzip;q=0", False), ("br, gzip; q=0.000", False), ("x-gzip", False)],
)  # fmt: skip
def test_only_who_asks_for_it_gets_it_packed(accepted: str, packs: bool) -> None:
    assert isinstance(choose_encoder(accepted), GzipEncoder) is packs


def test_a_crowd_gets_it_plain() -> None:
    assert isinstance(choose_encoder("gzip", MAX_COMPRESSED - 1), GzipEncoder)
    assert type(choose_encoder("gzip", MAX_COMPRESSED)) is PlainEncoder
