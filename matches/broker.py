"""Words to the broker over a connection that each thread has for itself, without all that a general client does.

Four of them are said for every move, and a general client's cost as much as judging it.
"""

from __future__ import annotations

import logging
import os
import threading
from typing import Any

from redis import Redis, RedisError, ResponseError

logger = logging.getLogger(__name__)


class Broker:
    """A broker by its address. Raises RedisError where it is away; the next word then tries a new connection."""

    def __init__(self, url: str, *, timeout_s: float) -> None:
        self._pool = Redis.from_url(url, socket_connect_timeout=1, socket_timeout=timeout_s).connection_pool
        self._own = threading.local()

    def tell(self, *words: str | int) -> None:
        """Say it and do not wait for the answer, which is read before the next word: a hint needs none."""
        line = self._line()
        self._send(line, words)
        self._own.owed += 1

    def ask(self, *asked: tuple[str | int, ...]) -> list[Any]:
        """The answers to commands that are sent at once, words in them as bytes. One that is refused takes those after
        it with it.
        """
        line = self._line()
        self._send(line, *asked)
        answers: list[Any] = []
        try:
            for _ in asked:
                answers.append(line.read_response(disable_decoding=True))
        except ResponseError:
            self._own.owed = len(asked) - len(answers) - 1
            raise
        except BaseException:
            self._drop(line)
            raise
        return answers

    def _line(self) -> Any:
        """This thread's connection, with nothing left to read. One that the broker has closed is opened anew."""
        own = self._own
        if getattr(own, "process", None) != os.getpid():
            own.line, own.owed, own.process = self._pool.make_connection(), 0, os.getpid()
        line = own.line
        try:
            while own.owed:
                own.owed -= 1
                self._read_owed(line)
            if line._sock is not None and line.can_read(0):
                line.disconnect()
        except (RedisError, OSError):
            self._drop(line)
        return line

    @staticmethod
    def _read_owed(line: Any) -> None:
        try:
            line.read_response(disable_decoding=True)
        except ResponseError as error:
            logger.warning("the broker refused a hint: %s", error)

    def _send(self, line: Any, *said: tuple[str | int, ...]) -> None:
        try:
            line.send_packed_command([b"".join(map(packed, said))], check_health=False)
        except BaseException:
            self._drop(line)
            raise

    def _drop(self, line: Any) -> None:
        self._own.owed = 0
        line.disconnect()


def packed(words: tuple[str | int, ...]) -> bytes:
    """A command as the protocol has it."""
    said = [str(word).encode() for word in words]
    return b"*%d\r\n" % len(said) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in said)
