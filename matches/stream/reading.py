"""Matches that are to be shown are read one by one while there are few, and several at once where many wait."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from matches.stream.snapshots import Asked, Found

AT_ONCE = 2
"""Readings at the same time, and threads that read: more would only fight for the interpreter."""
MOST = 8
"""Matches in one reading: each waits for all of them."""


class Reading:
    """Lives in an event loop. What is asked while enough readings are under way goes with the next one."""

    def __init__(self, read: Callable[[Sequence[Asked]], Awaitable[list[Found | Exception | None]]]) -> None:
        self._read = read
        self._waiting: list[tuple[Asked, asyncio.Future[Found | None]]] = []
        self._places = asyncio.Semaphore(AT_ONCE)

    async def of(self, asked: Asked) -> Found | None:
        """The match as all who asked may see it; None if there is none."""
        told: asyncio.Future[Found | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, told))
        async with self._places:
            taken, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            if taken:  # else it has been read with others
                await asyncio.shield(self._tell(taken))  # who asked may go meanwhile
        return await told

    async def _tell(self, taken: Sequence[tuple[Asked, "asyncio.Future[Found | None]"]]) -> None:
        found: Sequence[Found | Exception | None]
        try:
            found = await self._read([asked for asked, _ in taken])
        except Exception as error:
            found = [error] * len(taken)
        for (_, told), one in zip(taken, found, strict=True):
            if told.done():  # whoever asked has gone
                continue
            if isinstance(one, Exception):
                told.set_exception(one)
            else:
                told.set_result(one)
