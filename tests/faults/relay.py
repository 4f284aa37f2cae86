"""A relay before the broker that loses, repeats and reorders hints while it is told to: SIGUSR1 begins, SIGUSR2 ends.

    python -m tests.faults.relay PORT BROKER_PORT

It reads the broker's protocol (RESP 2) in both directions. What is asked must be answered, so a hint to a worker is
lost by renaming the list that it is pushed to; pushes to web processes answer nothing and are simply left out.
"""

import asyncio
import random
import signal
import sys
from collections.abc import Callable

LOST, TWICE, LATE = 0.3, 0.2, 0.2
"""Shares of the hints that are lost, repeated and overtaken."""
LATE_S = 0.4
_on = False
_rng = random.Random(11)


async def frame(reader: asyncio.StreamReader) -> tuple[bytes, list[bytes]]:
    """The bytes of one value, and the strings in it if it is a list of strings."""
    line = await reader.readuntil(b"\n")
    kind, rest = line[:1], line[1:].strip()
    if kind == b"$" and rest != b"-1":
        body = await reader.readexactly(int(rest) + 2)
        return line + body, [body[:-2]]
    if kind not in (b"*", b">") or rest == b"-1":
        return line, []
    parts = [await frame(reader) for _ in range(int(rest))]
    return line + b"".join(raw for raw, _ in parts), [one for _, strings in parts for one in strings]


def command(*words: bytes) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


def mangled(raw: bytes, words: list[bytes], chance: float) -> bytes:
    """A command to the broker, or what becomes of it: `chance` in 0..1 decides."""
    if len(words) != 3 or words[0].upper() != b"LPUSH" or not words[1].startswith(b"league-zero"):
        return raw
    _, key, hint = words
    if chance < LOST:
        return command(b"LPUSH", b"lost", hint)
    if chance < LOST + TWICE:
        return command(b"LPUSH", key, hint, hint)
    if chance < LOST + TWICE + LATE:
        return command(b"RPUSH", key, hint)  # workers take from this end: it overtakes all others
    return raw


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        raw, words = await frame(reader)
        writer.write(mangled(raw, words, _rng.random()) if _on else raw)
        await writer.drain()


async def _told(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        raw, words = await frame(reader)
        if _on and words[:1] == [b"message"]:
            _push(raw, writer.write, _rng.random())
        else:
            writer.write(raw)
        await writer.drain()


def _push(raw: bytes, write: Callable[[bytes], None], chance: float) -> None:
    """A push to a web process: left out, sent twice, or sent when later ones have gone."""
    if chance < LOST:
        return
    if chance < LOST + TWICE:
        write(raw + raw)
    elif chance < LOST + TWICE + LATE:
        asyncio.get_running_loop().call_later(LATE_S, write, raw)
    else:
        write(raw)


async def _relay(port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection, until either end hangs up."""
    try:
        answers, asks = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        writer.close()
        return
    ways = [asyncio.create_task(_asked(reader, asks)), asyncio.create_task(_told(answers, writer))]
    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    for way in ways:
        way.cancel()
    await asyncio.gather(*ways, return_exceptions=True)
    writer.close()
    asks.close()


async def main(port: int, broker_port: int) -> None:
    def switch(on: bool) -> None:
        global _on
        _on = on

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, switch, True)
    loop.add_signal_handler(signal.SIGUSR2, switch, False)
    server = await asyncio.start_server(lambda r, w: _relay(broker_port, r, w), "127.0.0.1", port, limit=1 << 24)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:3])))
