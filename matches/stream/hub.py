"""The subscribers of this web process, and the one Redis subscription that wakes them.

A wake-up only says which topic to read. Lost ones are made up for by this process's own sweep.
"""

import asyncio
import json
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import close_old_connections
from redis.asyncio import Redis
from redis.exceptions import RedisError

from matches.actions.presence import REPORT_INTERVAL
from matches.catalogues import run_in_language
from matches.pubsub import CHANNEL, mark_all_changed, mark_changed
from matches.queries.board_view import Board
from matches.stream import spectator_counts
from matches.stream.snapshots import (
    MatchVersion,
    Snapshot,
    SnapshotRequest,
    SnapshotsByLanguage,
    load_snapshots,
    load_versions,
    record_watching,
)
from matches.stream.subscriber import ConnectionLimiter, SentState, Subscriber
from matches.stream.topics import ME, changes_user_topics, find_user_topics, topic_renderers

logger = logging.getLogger(__name__)
SWEEP_S = 2.0
MAX_TOPIC_LENGTH = 200
USER_TOPICS_DELAY_S = 0.25
"""Seconds between two reads of the players' own topics, because every match of the site causes wake-ups for them."""
MAX_MISSED = 40
MAX_READS = 2
"""Number of concurrent reads, and of reader threads: more would contend for the GIL."""
MAX_BATCH = 8
"""Maximum number of matches per read, all of which wait for it."""
T = TypeVar("T")


class BatchLoader:
    """Batched reads of matches: requests that come while others are being read are read together next."""

    def __init__(
        self, read: Callable[[Sequence[SnapshotRequest]], Awaitable[list[SnapshotsByLanguage | Exception | None]]]
    ) -> None:
        self._read = read
        self._waiting: list[tuple[SnapshotRequest, asyncio.Future[SnapshotsByLanguage | None]]] = []
        self._places = asyncio.Semaphore(MAX_READS)

    async def of(self, request: SnapshotRequest) -> SnapshotsByLanguage | None:
        """Return the match for all who asked, by language; None if it does not exist."""
        future: asyncio.Future[SnapshotsByLanguage | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, future))
        async with self._places:
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            if batch:  # Otherwise another task has read it.
                await asyncio.shield(self._flush(batch))  # The requester may be cancelled meanwhile.
        return await future

    async def _flush(self, batch: Sequence[tuple[SnapshotRequest, asyncio.Future[SnapshotsByLanguage | None]]]) -> None:
        results: Sequence[SnapshotsByLanguage | Exception | None]
        try:
            results = await self._read([request for request, _ in batch])
        except Exception as error:
            results = [error] * len(batch)
        for (_, future), result in zip(batch, results, strict=True):
            if future.done():  # The requester was cancelled.
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)


class Hub:
    """The streams of one web process. Not thread-safe; used only in its event loop."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.subscribers: dict[str, set[Subscriber]] = defaultdict(set)
        self.judged: dict[int, set[asyncio.Event]] = defaultdict(set)
        self.seen: dict[str, MatchVersion | int] = {}
        """By topic, what all subscribers have been sent: the MatchVersion of a match, or the mark of a rendered topic."""
        self.places = ConnectionLimiter()
        self.turn_waits: Counter[tuple[object, ...]] = Counter()
        """By match and token, or address without one, the number of requests that wait for a turn."""
        self.is_stopping = False
        self.refreshing: dict[str, bool] = {}
        """The topics that are being read, and whether to read them once more."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.readers = ThreadPoolExecutor(MAX_READS, "stream")
        self.batch_loader = BatchLoader(lambda requests: self.read(load_snapshots, requests))
        self.writer = ThreadPoolExecutor(1, "presence")

    def start(self) -> None:
        self._spawn(self._listen())
        self._spawn(self._sweep())
        self._spawn(self._report_presence())

    async def stop(self) -> None:
        self.close_streams()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def close_streams(self) -> None:
        """End all streams and all requests that wait, because this process stops."""
        self.is_stopping = True
        for subscriber in self.everyone():
            subscriber.disconnect()
        for event in [event for events in self.judged.values() for event in events]:
            event.set()

    def everyone(self) -> set[Subscriber]:
        """Return all open streams."""
        return {subscriber for group in self.subscribers.values() for subscriber in group}

    async def read(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a query in one of the reader threads."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, _run_query, query, *arguments)

    async def write(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a writing query in a thread of its own: it may wait for locks, and reads must not wait with it."""
        return await asyncio.get_running_loop().run_in_executor(self.writer, _run_query, query, *arguments)

    def join(self, subscriber: Subscriber) -> None:
        for topic in subscriber.topics:
            self.subscribers[topic].add(subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        for topic in (*subscriber.topics, ME):
            self._unsubscribe(subscriber, topic)

    def _unsubscribe(self, subscriber: Subscriber, topic: str) -> None:
        self.subscribers[topic].discard(subscriber)
        if not self.subscribers[topic]:
            del self.subscribers[topic]
            self.seen.pop(topic, None)

    @contextmanager
    def expect_verdict(self, match_id: int) -> Iterator[asyncio.Event]:
        """Yield an event that is set whenever submissions of the match have been adjudicated or the match has changed."""
        event = asyncio.Event()
        self.judged[match_id].add(event)
        try:
            yield event
        finally:
            self.judged[match_id].discard(event)
            if not self.judged[match_id]:
                del self.judged[match_id]

    async def send_initial_state(self, subscriber: Subscriber) -> None:
        """Send a new stream the current state of every match it watches."""
        if subscriber.own:
            await self._follow([subscriber], is_new=True)
            self.subscribers[ME].add(subscriber)
        for match_id in filter(None, map(_parse_match_id, sorted(subscriber.topics))):
            await subscriber.wait_for_room()
            await self._send_match(match_id, [subscriber], for_all=False)
        self._spawn(self._record(_list_watched_matches(subscriber)))

    def wake(self, topic: str) -> None:
        """Read a topic soon; wake-ups during a read cause one more read."""
        kind, _, number = topic.partition(".")
        for event in self.judged.get(int(number), ()) if kind in ("match", "judged") else ():
            event.set()
        if ME in self.subscribers and changes_user_topics(topic):
            self.wake(ME)
        if topic not in self.subscribers:
            return
        if topic in self.refreshing:
            self.refreshing[topic] = True
        else:
            self.refreshing[topic] = False
            self._spawn(self._refresh(topic))

    async def _refresh(self, topic: str) -> None:
        try:
            match_id = _parse_match_id(topic)
            subscribers = list(self.subscribers.get(topic, ()))
            if topic == ME:
                await self._follow(subscribers)
                await asyncio.sleep(USER_TOPICS_DELAY_S)
            elif match_id is None:
                kind, _, number = topic.partition(".")
                if kind not in topic_renderers():
                    for subscriber in subscribers:
                        subscriber.put("changed", json.dumps({"topic": topic}).encode())
                elif subscribers:
                    await self._send_rendered(topic, topic_renderers()[kind].picture, int(number))
            elif subscribers:
                await self._send_match(match_id, subscribers)
        finally:
            is_due_again = self.refreshing.pop(topic)
        if is_due_again:
            self.wake(topic)

    async def _follow(self, subscribers: list[Subscriber], *, is_new: bool = False) -> None:
        """Add and remove the topics that concern the players of these `me` streams.

        A removed match is sent once more with its end. A new stream is also sent matches that it only has cursors of.
        """
        topics_by_player = await self.read(find_user_topics, {w.player_id for w in subscribers if w.player_id is not None})
        for subscriber in subscribers if is_new else [w for w in subscribers if w in self.subscribers.get(ME, ())]:
            user_topics = topics_by_player.get(subscriber.player_id or 0)
            if user_topics is None:
                subscriber.disconnect()
                continue
            previous, subscriber.topics = subscriber.topics, subscriber.named | user_topics
            added, removed = subscriber.topics - previous, previous - subscriber.topics
            if not is_new and not added and not removed:
                continue
            for topic in added:
                self.subscribers[topic].add(subscriber)
            data = {"topics": sorted(subscriber.topics), "added": sorted(added), "removed": sorted(removed)}
            subscriber.put("topics", json.dumps(data).encode())
            # A returning subscriber may have missed the end of a match that is no longer among its topics.
            unwatched = {f"match.{match_id}" for match_id in list(subscriber.cursors)[:MAX_MISSED]} - subscriber.topics
            for match_id in filter(None, map(_parse_match_id, sorted(unwatched if is_new else added | removed))):
                if is_new:
                    await subscriber.wait_for_room()
                await self._send_match(match_id, [subscriber], for_all=False)
            for topic in removed:
                self._unsubscribe(subscriber, topic)
            for topic in removed | unwatched:
                subscriber.forget(_parse_match_id(topic) or 0)

    async def _send_rendered(self, topic: str, render: Callable[..., Any], number: int) -> None:
        """Send a rendered topic to its subscribers, once per language; later subscribers catch up from its mark."""
        since: Any = self.seen.get(topic, 0)
        for language in {subscriber.language for subscriber in self.subscribers.get(topic, ())}:
            rendered = await self.read(run_in_language, language, render, number, since)
            if rendered is not None:
                self.seen[topic], text = rendered
                data = text.encode()
                for subscriber in list(self.subscribers.get(topic, ())):
                    if subscriber.language == language:
                        subscriber.put("picture", data)

    async def _send_match(self, match_id: int, subscribers: list[Subscriber], *, for_all: bool = True) -> None:
        cursors = [w.cursors.get(match_id, 0) for w in subscribers]
        readers = {(w.player_id, w.language) for w in subscribers}
        snapshots_by_language = await self.batch_loader.of(SnapshotRequest(match_id, cursors, readers))
        if snapshots_by_language is None:
            return
        if for_all:  # Other subscribers may still lack what was sent to a new one.
            self.seen[f"match.{match_id}"] = next(iter(snapshots_by_language.values())).version
        rendered: dict[object, tuple[Board | None, bytes]] = {}
        for subscriber in subscribers:
            if _needs_update(subscriber, snapshots_by_language[subscriber.language]):
                self._put(subscriber, snapshots_by_language[subscriber.language], rendered)

    @staticmethod
    def _put(subscriber: Subscriber, snapshot: Snapshot, rendered: dict[object, tuple[Board | None, bytes]]) -> None:
        """Send the board or, to a subscriber that has one, its changes; rendered once for all with the same state."""
        match_id, cursor = snapshot.match_id, subscriber.cursors.get(snapshot.match_id, 0)
        viewer, board = snapshot.viewer(subscriber.player_id), subscriber.told.get(snapshot.match_id, SentState()).board
        key = (id(board), viewer, subscriber.language, cursor)
        if key not in rendered:
            data = (
                snapshot.board(subscriber.player_id, cursor)
                if board is None
                else snapshot.render_changes(viewer, cursor, board)
            )
            rendered[key] = board, data.encode()  # Keeps a reference to the board, whose id is part of the key.
        subscriber.cursors[match_id] = snapshot.last_entries[viewer]
        board_sent = snapshot.boards[viewer] if subscriber.changes else None
        subscriber.told[match_id] = SentState(snapshot.last_entries[viewer], snapshot.version.shown, board_sent, viewer)
        subscriber.put("match" if board is None else "change", rendered[key][1])

    async def _listen(self) -> None:
        while True:
            try:
                async with Redis.from_url(self.url, socket_timeout=None) as redis, redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        self._handle_message(message)
            except (RedisError, OSError) as error:
                logger.warning("no messages from Redis (%s); reconnecting", error)
            except Exception:
                logger.exception("reading messages from Redis failed; reconnecting")
            await asyncio.sleep(1)

    def _handle_message(self, message: Mapping[str, Any]) -> None:
        """Wake the subscribers of a message's topic. Any client of the broker may have sent it, so it is validated."""
        if message["type"] != "message":  # The subscription has begun: earlier messages were missed.
            mark_all_changed()
            for topic in list(self.subscribers):
                self.wake(topic)
            return
        try:
            topic = json.loads(message["data"])["topic"]
            if isinstance(topic, str) and len(topic) <= MAX_TOPIC_LENGTH:
                self.wake(topic)
                mark_changed(topic)
        except (ValueError, TypeError, LookupError, RecursionError):
            logger.warning("invalid message from the broker")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self.wake(ME)
            await self._compare()

    async def _compare(self) -> None:
        """Wake the subscribers of matches and rendered topics that have changed since they were last sent."""
        for kind, marks in [("match", load_versions), *((kind, item.marks) for kind, item in topic_renderers().items())]:
            ids = [int(topic.partition(".")[2]) for topic in list(self.subscribers) if topic.startswith(f"{kind}.")]
            try:
                current: Mapping[int, Any] = await self.read(marks, ids) if ids else {}
            except Exception:
                logger.exception("refreshing stream topics of %s failed", kind)
                continue
            for item, mark in current.items():
                if self.seen.get(f"{kind}.{item}", 0) != mark:
                    self.wake(f"{kind}.{item}")

    async def _report_presence(self) -> None:
        """Record regularly who is watching which match; players no longer recorded become disconnected."""
        while True:
            await self._record({pair for subscriber in self.everyone() for pair in _list_watched_matches(subscriber)})
            await self.write(spectator_counts.report, spectator_counts.count_own(self.subscribers))
            await asyncio.sleep(REPORT_INTERVAL.total_seconds())

    async def _record(self, pairs: set[tuple[int, int | None]]) -> None:
        try:
            await self.write(record_watching, pairs)
        except Exception:
            logger.exception("reporting stream presence failed")

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a stream's task failed", exc_info=error)


def _run_query(query: Callable[..., T], *arguments: Any) -> T:
    """Run a query outside of any request, then close its database connection if that is broken or too old."""
    try:
        return query(*arguments)
    finally:
        close_old_connections()


def _list_watched_matches(subscriber: Subscriber) -> set[tuple[int, int | None]]:
    """Return (match, player) for the subscriber's matches; the player is None for a visitor."""
    return {(m, subscriber.player_id) for topic in subscriber.topics if (m := _parse_match_id(topic))}


def _needs_update(subscriber: Subscriber, snapshot: Snapshot) -> bool:
    """Return whether to send the match to the subscriber: not if a later read was sent, nor if nothing changed for it.

    Even an empty message would reveal that something has changed.
    """
    viewer, sent = snapshot.viewer(subscriber.player_id), subscriber.told.get(snapshot.match_id, SentState())
    return snapshot.last_entries[viewer] >= sent.entry and not snapshot.is_unchanged(viewer, sent.shown)


def _parse_match_id(topic: str) -> int | None:
    kind, _, number = topic.partition(".")
    return int(number) if kind == "match" else None
