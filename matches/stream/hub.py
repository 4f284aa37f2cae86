"""The watchers of this web process, and the one Redis subscription that wakes them.

A wake-up only says which topic to read. Lost ones are made up for by this process's own sweep.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import close_old_connections
from redis.asyncio import Redis
from redis.exceptions import RedisError

from matches.actions.presence import SEEN_EACH
from matches.announce import CHANNEL, begin_to_hear, note_heard
from matches.queries.board import Board
from matches.stream.snapshots import Asked, Found, Snapshot, Stand, positions, snapshots, watching
from matches.stream.topics import ME, changes_concerns, concerns, painters
from matches.stream.watcher import Places, Told, Watcher
from matches.wording import in_language

logger = logging.getLogger(__name__)
SWEEP_S = 2.0
LONGEST_TOPIC = 200
OWN_REST_S = 0.25
"""Seconds between two reads of the players' own topics, because every match of the site causes wake-ups for them."""
MOST_MISSED = 40
AT_ONCE = 2
"""Number of concurrent reads, and of reader threads: more would contend for the GIL."""
MOST_TOGETHER = 8
"""Maximum number of matches per read, all of which wait for it."""
T = TypeVar("T")


class Reading:
    """Batches the reads of matches: requests that come while others are being read are read together next."""

    def __init__(self, read: Callable[[Sequence[Asked]], Awaitable[list[Found | Exception | None]]]) -> None:
        self._read = read
        self._waiting: list[tuple[Asked, asyncio.Future[Found | None]]] = []
        self._places = asyncio.Semaphore(AT_ONCE)

    async def of(self, asked: Asked) -> Found | None:
        """Return the match for all who asked, by language; None if it does not exist."""
        told: asyncio.Future[Found | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((asked, told))
        async with self._places:
            taken, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            if taken:  # Otherwise another task has read it.
                await asyncio.shield(self._tell(taken))  # The requester may be cancelled meanwhile.
        return await told

    async def _tell(self, taken: Sequence[tuple[Asked, asyncio.Future[Found | None]]]) -> None:
        found: Sequence[Found | Exception | None]
        try:
            found = await self._read([asked for asked, _ in taken])
        except Exception as error:
            found = [error] * len(taken)
        for (_, told), one in zip(taken, found, strict=True):
            if told.done():  # The requester was cancelled.
                continue
            if isinstance(one, Exception):
                told.set_exception(one)
            else:
                told.set_result(one)


class Hub:
    """The streams of one web process. Not thread-safe; used only in its event loop."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.judged: dict[int, set[asyncio.Event]] = defaultdict(set)
        self.seen: dict[str, Stand | int] = {}
        """By topic, what all watchers have been sent: the MatchVersion of a match, or the mark of a rendered topic."""
        self.places = Places()
        self.looking: dict[str, bool] = {}
        """The topics that are being read, and whether to read them once more."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.readers = ThreadPoolExecutor(AT_ONCE, "stream")
        self.reading = Reading(lambda asked: self.read(snapshots, asked))
        self.noter = ThreadPoolExecutor(1, "presence")

    def start(self) -> None:
        self._spawn(self._listen())
        self._spawn(self._sweep())
        self._spawn(self._note_watching())

    async def stop(self) -> None:
        for watcher in self.everyone():
            watcher.cut_off()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def everyone(self) -> set[Watcher]:
        """Return all open streams."""
        return {watcher for group in self.watchers.values() for watcher in group}

    async def read(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a query in one of the reader threads."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, _asked, query, *arguments)

    async def write(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a writing query in a thread of its own: it may wait for locks, and reads must not wait with it."""
        return await asyncio.get_running_loop().run_in_executor(self.noter, _asked, query, *arguments)

    def join(self, watcher: Watcher) -> None:
        for topic in watcher.topics:
            self.watchers[topic].add(watcher)

    def leave(self, watcher: Watcher) -> None:
        for topic in (*watcher.topics, ME):
            self._drop(watcher, topic)

    def _drop(self, watcher: Watcher, topic: str) -> None:
        self.watchers[topic].discard(watcher)
        if not self.watchers[topic]:
            del self.watchers[topic]
            self.seen.pop(topic, None)

    @contextmanager
    def expecting(self, match_id: int) -> Iterator[asyncio.Event]:
        """Yield an event that is set whenever submissions of the match have been adjudicated."""
        event = asyncio.Event()
        self.judged[match_id].add(event)
        try:
            yield event
        finally:
            self.judged[match_id].discard(event)
            if not self.judged[match_id]:
                del self.judged[match_id]

    async def greet(self, watcher: Watcher) -> None:
        """Send a new stream the current state of every match it watches."""
        if watcher.own:
            await self._follow([watcher], fresh=True)
            self.watchers[ME].add(watcher)
        for match_id in filter(None, map(_match_of, sorted(watcher.topics))):
            await self._deliver(match_id, [watcher], for_all=False)
        self._spawn(self._note(_watching(watcher)))

    def wake(self, topic: str) -> None:
        """Read a topic soon; wake-ups during a read cause one more read."""
        kind, _, number = topic.partition(".")
        for event in self.judged.get(int(number), ()) if kind in ("match", "judged") else ():
            event.set()
        if ME in self.watchers and changes_concerns(topic):
            self.wake(ME)
        if topic not in self.watchers:
            return
        if topic in self.looking:
            self.looking[topic] = True
        else:
            self.looking[topic] = False
            self._spawn(self._look(topic))

    async def _look(self, topic: str) -> None:
        try:
            match_id = _match_of(topic)
            watchers = list(self.watchers.get(topic, ()))
            if topic == ME:
                await self._follow(watchers)
                await asyncio.sleep(OWN_REST_S)
            elif match_id is None:
                kind, _, number = topic.partition(".")
                if kind not in painters():
                    for watcher in watchers:
                        watcher.put("changed", json.dumps({"topic": topic}))
                elif watchers:
                    await self._paint(topic, painters()[kind].picture, int(number))
            elif watchers:
                await self._deliver(match_id, watchers)
        finally:
            is_due_again = self.looking.pop(topic)
        if is_due_again:
            self.wake(topic)

    async def _follow(self, watchers: list[Watcher], *, fresh: bool = False) -> None:
        """Add and remove the topics that concern the players of these `me` streams.

        A `fresh` watcher is then sent its matches. A removed match is sent once more with its end.
        """
        found = await self.read(concerns, {w.player_id for w in watchers if w.player_id is not None})
        for watcher in watchers if fresh else [w for w in watchers if w in self.watchers.get(ME, ())]:
            own = found.get(watcher.player_id or 0)
            if own is None:
                watcher.cut_off()
                continue
            before, watcher.topics = watcher.topics, watcher.named | own
            added, removed = watcher.topics - before, before - watcher.topics
            if not fresh and not added and not removed:
                continue
            for topic in added:
                self.watchers[topic].add(watcher)
            told = {"topics": sorted(watcher.topics), "added": sorted(added), "removed": sorted(removed)}
            watcher.put("topics", json.dumps(told))
            # A returning watcher may have missed the end of a match that is no longer among its topics.
            gone = {f"match.{match_id}" for match_id in list(watcher.cursors)[:MOST_MISSED]} - watcher.topics
            for match_id in filter(None, map(_match_of, sorted(gone if fresh else added | removed))):
                await self._deliver(match_id, [watcher], for_all=False)
            for topic in removed:
                self._drop(watcher, topic)
            for topic in removed | gone:
                watcher.forget(_match_of(topic) or 0)

    async def _paint(self, topic: str, picture: Callable[..., Any], one: int) -> None:
        """Send the topic's picture to its watchers, rendered once per language; later watchers catch up by its mark."""
        since: Any = self.seen.get(topic, 0)
        for language in {watcher.language for watcher in self.watchers.get(topic, ())}:
            found = await self.read(in_language, language, picture, one, since)
            if found is not None:
                self.seen[topic], data = found
                for watcher in list(self.watchers.get(topic, ())):
                    if watcher.language == language:
                        watcher.put("picture", data)

    async def _deliver(self, match_id: int, watchers: list[Watcher], *, for_all: bool = True) -> None:
        cursors = [w.cursors.get(match_id, 0) for w in watchers]
        readers = {(w.player_id, w.language) for w in watchers}
        found = await self.reading.of(Asked(match_id, cursors, readers))
        if found is None:
            return
        if for_all:  # Other watchers may still lack what was sent to a new one.
            self.seen[f"match.{match_id}"] = next(iter(found.values())).stand
        made: dict[object, tuple[Board | None, str]] = {}
        for watcher in watchers:
            if _needs(watcher, found[watcher.language]):
                self._put(watcher, found[watcher.language], made)

    @staticmethod
    def _put(watcher: Watcher, found: Snapshot, made: dict[object, tuple[Board | None, str]]) -> None:
        """Send the board or, to a watcher that has one, its changes; rendered once for all with the same state."""
        match_id, cursor = found.match_id, watcher.cursors.get(found.match_id, 0)
        viewer, board = found.viewer(watcher.player_id), watcher.told.get(found.match_id, Told()).board
        key = (id(board), viewer, watcher.language, cursor)
        if key not in made:
            said = found.board(watcher.player_id, cursor) if board is None else found.step(viewer, cursor, board)
            made[key] = board, said  # Keeps a reference to the board, whose id is part of the key.
        watcher.cursors[match_id] = found.ends[viewer]
        shown = found.faces[viewer] if watcher.changes else None
        watcher.told[match_id] = Told(found.ends[viewer], found.stand.shown, shown)
        watcher.put("match" if board is None else "change", made[key][1])

    async def _listen(self) -> None:
        while True:
            try:
                async with Redis.from_url(self.url, socket_timeout=None) as redis, redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        self._hear(message)
            except (RedisError, OSError) as error:
                logger.warning("no wake-ups from Redis (%s); trying again", error)
            except Exception:
                logger.exception("wake-ups could not be read; trying again")
            await asyncio.sleep(1)

    def _hear(self, message: Mapping[str, Any]) -> None:
        """Wake the watchers of a message's topic. Any client of the broker may have sent it, so it is validated."""
        if message["type"] != "message":  # The subscription has begun: earlier messages were missed.
            begin_to_hear()
            for topic in list(self.watchers):
                self.wake(topic)
            return
        try:
            topic = json.loads(message["data"])["topic"]
            if isinstance(topic, str) and len(topic) <= LONGEST_TOPIC:
                self.wake(topic)
                note_heard(topic)
        except (ValueError, TypeError, LookupError, RecursionError):
            logger.warning("a message of the broker could not be read")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self.wake(ME)
            await self._compare()

    async def _compare(self) -> None:
        """Wake the watchers of matches and pictures that have changed since they were last sent."""
        for kind, marks in [("match", positions), *((kind, one.marks) for kind, one in painters().items())]:
            ids = [int(topic.partition(".")[2]) for topic in list(self.watchers) if topic.startswith(f"{kind}.")]
            try:
                found: Mapping[int, Any] = await self.read(marks, ids) if ids else {}
            except Exception:
                logger.exception("streams could not look at topics of %s", kind)
                continue
            for one, mark in found.items():
                if self.seen.get(f"{kind}.{one}", 0) != mark:
                    self.wake(f"{kind}.{one}")

    async def _note_watching(self) -> None:
        """Record regularly who is watching which match; players no longer recorded become disconnected."""
        while True:
            await self._note({pair for one in self.everyone() for pair in _watching(one)})
            await asyncio.sleep(SEEN_EACH.total_seconds())

    async def _note(self, pairs: set[tuple[int, int | None]]) -> None:
        try:
            await self.write(watching, pairs)
        except Exception:
            logger.exception("streams could not say who watches")

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a stream's task failed", exc_info=error)


def _asked(query: Callable[..., T], *arguments: Any) -> T:
    """Run a query outside of any request, then close its database connection if that is broken or too old."""
    try:
        return query(*arguments)
    finally:
        close_old_connections()


def _watching(watcher: Watcher) -> set[tuple[int, int | None]]:
    """Return (match, player) for the watcher's matches; the player is None for a visitor."""
    return {(m, watcher.player_id) for topic in watcher.topics if (m := _match_of(topic))}


def _needs(watcher: Watcher, found: Snapshot) -> bool:
    """Return whether to send the match to the watcher: not if a later read was sent, nor if nothing changed for it.

    Even an empty message would reveal that something has changed.
    """
    viewer, before = found.viewer(watcher.player_id), watcher.told.get(found.match_id, Told())
    return found.ends[viewer] >= before.entry and not found.repeats(viewer, before.shown)


def _match_of(topic: str) -> int | None:
    kind, _, number = topic.partition(".")
    return int(number) if kind == "match" else None
