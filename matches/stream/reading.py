"""Matches that are to be shown are read one by one while there are few, and several at once where many wait."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from matches.stream.snapshots import Asked, Found

Read = Callable[[Sequence[Asked]], Awaitable[list[Found | Exception | None]]]
AT_ONCE = 2
"""Readings at the same time, and threads that read: more would only fight for the interpreter."""
MOST = 8
"""Matches in one reading: each waits for all of them."""


class Reading:
    """Lives in an event loop. What is asked while enough readings are under way goes with the next one."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._waiting: list[tuple[Asked, asyncio.Future[Found | None]]] = []
        self._readings: set[asyncio.Task[None] | None] = set()

    async def of(self, asked: Asked) -> Found | None:
        """The match as all who asked may see it; None if there is none."""
        told: asyncio.Future[Found | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, told))
        if len(self._readings) < AT_ONCE:
            self._readings.add(asyncio.create_task(self._go_on()))
        return await told

    async def _go_on(self) -> None:
        try:
            await self._read_on()
        finally:  # at once, not when the loop comes to it: who asks from now on must begin the next reading
            self._readings.discard(asyncio.current_task())

    async def _read_on(self) -> None:
        while self._waiting:
            taken, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            for (_, told), found in zip(taken, await self._found([asked for asked, _ in taken]), strict=True):
                if told.done():  # whoever asked has gone
                    continue
                if isinstance(found, Exception):
                    told.set_exception(found)
                else:
                    told.set_result(found)

    async def _found(self, asked: list[Asked]) -> list[Found | Exception | None]:
        try:
            return await self._read(asked)
        except Exception as error:
            return [error] * len(asked)
