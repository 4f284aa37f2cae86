"""What waits is sent in order; silence is broken by a beat; who does not read is let go."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from matches.stream import writing
from matches.stream.hub import Watcher
from matches.stream.writing import BEAT, RETRY, Writer


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "HEARTBEAT_S", 0.3)
    monkeypatch.setattr(writing, "STUCK_S", 0.2)
    monkeypatch.setattr(writing, "LOOK_S", 0.1)


class Line:
    """A reader, who may stop reading."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.ended = False
        self.reads = asyncio.Event()
        self.reads.set()

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        if message["more_body"]:
            self.sent.append(message["body"])
        else:
            self.ended = True


def lobby() -> Watcher:
    return Watcher(None, {}, frozenset({"lobby"}))


def test_everything_is_sent_in_order_and_the_end_is_told() -> None:
    async def run() -> Line:
        line, watcher = Line(), lobby()
        writer = Writer(watcher, line.send)
        for n in range(3):
            watcher.put("changed", str(n))
        await asyncio.sleep(0.05)
        watcher.cut_off()
        await asyncio.wait_for(writer.task, 1)
        return line

    line = asyncio.run(run())
    assert line.sent[0] == RETRY
    assert [one.rsplit(b"data: ", 1)[-1] for one in line.sent[1:]] == [b"0\n\n", b"1\n\n", b"2\n\n"]
    assert line.ended


def test_a_beat_breaks_silence_alone() -> None:
    async def run() -> tuple[list[bytes], list[bytes]]:
        idle, busy = Line(), Line()
        watcher = lobby()
        writers = [Writer(lobby(), idle.send), Writer(watcher, busy.send)]
        for n in range(10):
            watcher.put("changed", str(n))
            await asyncio.sleep(0.07)
        for writer in writers:
            writer.task.cancel()
        return idle.sent, busy.sent

    idle, busy = asyncio.run(run())
    assert idle[1:] in ([BEAT], [BEAT, BEAT])
    assert BEAT not in busy


def test_who_does_not_read_is_let_go_and_who_reads_slowly_is_not() -> None:
    async def run() -> tuple[bool, bool]:
        deaf, slow = Line(), Line()
        deaf.reads.clear()
        writers = [Writer(lobby(), deaf.send), Writer(lobby(), slow.send)]
        for _ in range(4):
            slow.reads.clear()
            await asyncio.sleep(0.1)
            slow.reads.set()
            await asyncio.sleep(0.02)
        told = writers[0].task.cancelled(), writers[1].task.done()
        writers[1].task.cancel()
        return told

    assert asyncio.run(run()) == (True, False)
