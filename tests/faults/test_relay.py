"""The relay that loses, repeats and reorders hints: what it makes of each, and that it leaves the rest alone."""

import asyncio

import pytest

from tests.faults.relay import LATE, LOST, TWICE, command, frame, mangled

HINT = (b"LPUSH", b"league-zero:judge", b"12")


@pytest.mark.parametrize(
    ("chance", "becomes"),
    [
        (LOST - 0.01, (b"LPUSH", b"lost", b"12")), (LOST + 0.01, (*HINT, b"12")),
        (LOST + TWICE + 0.01, (b"RPUSH", *HINT[1:])), (LOST + TWICE + LATE + 0.01, HINT),
    ],
)  # fmt: skip
def test_a_hint_is_lost_doubled_put_before_others_or_left(chance: float, becomes: tuple[bytes, ...]) -> None:
    assert mangled(command(*HINT), list(HINT), chance) == command(*becomes)


@pytest.mark.parametrize("words", [(b"PUBLISH", b"league-zero:changed", b"{}"), (b"LPUSH", b"other", b"1"), (b"PING",)])
def test_what_is_no_hint_goes_on_as_it_is(words: tuple[bytes, ...]) -> None:
    assert mangled(command(*words), list(words), 0.0) == command(*words)


def test_values_of_the_protocol_are_read_whole() -> None:
    sent = command(*HINT) + b"+OK\r\n" + b"*-1\r\n" + b"$-1\r\n" + b":7\r\n" + b"*2\r\n:1\r\n$3\r\na\r\n\r\n"

    async def read() -> list[tuple[bytes, list[bytes]]]:
        reader = asyncio.StreamReader()
        reader.feed_data(sent)
        return [await frame(reader) for _ in range(6)]

    found = asyncio.run(read())
    assert b"".join(raw for raw, _ in found) == sent
    assert [words for _, words in found] == [list(HINT), [], [], [], [], [b"a\r\n"]]
