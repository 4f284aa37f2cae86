"""Who watches what in this web process, and the one subscription that wakes them.

A wake-up only says where to look. A lost one is made up for by this process's own sweep.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import close_old_connections
from redis.asyncio import Redis
from redis.exceptions import RedisError

from matches import heard
from matches.actions.presence import SEEN_EACH
from matches.announce import CHANNEL, JUDGED
from matches.stream.reading import AT_ONCE, Reading
from matches.stream.snapshots import Asked, Boards, Snapshot, Stand, Step, positions, snapshots, watching
from matches.stream.topics import ME, Painter, changes_concerns, concerns, painters
from matches.stream.watcher import Places, Told, Watcher
from matches.wording import in_language

logger = logging.getLogger(__name__)
SWEEP_S = 2.0
LONGEST_TOPIC = 200
OWN_REST_S = 0.25
"""Between two looks at what concerns those who follow themselves: hints of it come with every match of the site."""
MOST_MISSED = 40
T = TypeVar("T")


class Hub:
    """Lives in the event loop of one web process."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.judged: dict[int, set[asyncio.Event]] = defaultdict(set)
        self.seen: dict[int, Stand] = {}
        self.painted: dict[str, int] = {}
        self.boards = Boards()
        self.places = Places()
        self.looking: set[str] = set()
        self.again: set[str] = set()
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
        """All open streams."""
        return {watcher for group in self.watchers.values() for watcher in group}

    def crowd(self, topic: str) -> int:
        """How many open streams watch a topic."""
        return len(self.watchers.get(topic, ()))

    async def read(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a query in one of the reading threads."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, _asked, query, *arguments)

    async def write(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run what writes in a thread of its own: it may wait long for others, and no board shall wait with it."""
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
            self.seen.pop(_match_of(topic) or 0, None)
            self.painted.pop(topic, None)
            self.boards.forget(_match_of(topic) or 0)

    @contextmanager
    def expecting(self, match_id: int) -> Iterator[asyncio.Event]:
        """An event that is set whenever submissions of the match have been judged."""
        event = asyncio.Event()
        self.judged[match_id].add(event)
        try:
            yield event
        finally:
            self.judged[match_id].discard(event)
            if not self.judged[match_id]:
                del self.judged[match_id]

    async def greet(self, watcher: Watcher) -> None:
        """The first word of a stream: every match it watches, as it stands."""
        if watcher.own:
            await self._follow([watcher], fresh=True)
            self.watchers[ME].add(watcher)
        for match_id in filter(None, map(_match_of, sorted(watcher.topics))):
            await self._deliver(match_id, [watcher], for_all=False)
        self._spawn(self._note(_watching(watcher)))

    def wake(self, topic: str) -> None:
        """Look at a topic soon; wake-ups that come while it is being looked at make one more look."""
        for event in self.judged.get(_judged_in(topic), ()):
            event.set()
        if ME in self.watchers and changes_concerns(topic):
            self.wake(ME)
        if topic not in self.watchers:
            return
        if topic in self.looking:
            self.again.add(topic)
        else:
            self.looking.add(topic)
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
                    await self._paint(topic, painters()[kind], int(number))
            elif watchers:
                await self._deliver(match_id, watchers)
        finally:
            self.looking.discard(topic)
        if topic in self.again:
            self.again.discard(topic)
            self.wake(topic)

    async def _follow(self, watchers: list[Watcher], *, fresh: bool = False) -> None:
        """Give those who follow themselves the topics that concern them now, and take away those that do no more.

        A `fresh` one is greeted afterwards with its matches. A match that goes is told as it ended.
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
            # One that comes back may have missed how a match ended that is not among its topics any more.
            gone = {f"match.{match_id}" for match_id in list(watcher.cursors)[:MOST_MISSED]} - watcher.topics
            for match_id in filter(None, map(_match_of, sorted(gone if fresh else added | removed))):
                await self._deliver(match_id, [watcher], for_all=False)
            for topic in removed:
                self._drop(watcher, topic)
            for topic in removed | gone:
                watcher.forget(_match_of(topic) or 0)

    async def _paint(self, topic: str, painter: Painter, one: int) -> None:
        """The same picture for all of a language; one who joins meanwhile learns of what he missed by its marks."""
        since = self.painted.get(topic, 0)
        for language in {watcher.language for watcher in self.watchers.get(topic, ())}:
            found = await self.read(in_language, language, painter.picture, one, since)
            if found is not None:
                self.painted[topic], data = found
                for watcher in list(self.watchers.get(topic, ())):
                    if watcher.language == language:
                        watcher.put("picture", data)

    async def _deliver(self, match_id: int, watchers: list[Watcher], *, for_all: bool = True) -> None:
        cursors = [w.cursors.get(match_id, 0) for w in watchers]
        readers = {(w.player_id, w.language) for w in watchers}
        found = await self.reading.of(Asked(match_id, cursors, readers))
        if found is None:
            return
        if for_all:  # what one has been told at its greeting, the others may still lack
            self.seen[match_id] = next(iter(found.values())).stand
        waiting = [w for w in watchers if _needs(w, found[w.language])]
        kinds_of = {(found[w.language].viewer(w.player_id), w.language) for w in waiting if w.changes}
        steps = {(who, told): self.boards.step(found[told], who, for_all=for_all) for who, told in kinds_of}
        made: dict[Any, str] = {}
        for watcher in waiting:
            self._put(watcher, found[watcher.language], steps, made)
        if None in steps.values():
            self.wake(f"match.{match_id}")

    @staticmethod
    def _put(
        watcher: Watcher, found: Snapshot, steps: Mapping[tuple[int | None, str], Step | None], made: dict[Any, str]
    ) -> None:
        """Whole, or what has changed for one who has the board before; made once for all who need the same."""
        match_id, cursor = found.match_id, watcher.cursors.get(found.match_id, 0)
        viewer = found.viewer(watcher.player_id)
        step = steps[viewer, watcher.language] if watcher.changes else None
        mark = watcher.told.get(match_id, Told()).mark
        known = step is not None and mark is not None and step.before == mark
        key = (known, viewer, watcher.language, cursor)
        if key not in made and step is not None and known:
            made[key] = found.step(viewer, cursor, step.came_from, step.made)
        elif key not in made:
            made[key] = found.board(watcher.player_id, cursor)
        watcher.cursors[match_id] = found.ends[viewer]
        watcher.told[match_id] = Told(found.ends[viewer], found.stand.shown, step and step.after)
        watcher.put("change" if known else "match", made[key])

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
        """Wake whom a message of the channel concerns. Anybody at the broker may have sent it, so nothing in it counts
        unless it can be read.
        """
        if message["type"] != "message":  # it begins: what was said before was missed
            heard.begin()
            for topic in list(self.watchers):
                self.wake(topic)
            return
        try:
            topic = json.loads(message["data"])["topic"]
            if isinstance(topic, str) and len(topic) <= LONGEST_TOPIC:
                self.wake(topic)
                heard.note(topic)
        except (ValueError, TypeError, LookupError, RecursionError):
            logger.warning("a message of the broker could not be read")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self.wake(ME)
            watched = [m for topic in list(self.watchers) if (m := _match_of(topic))]
            try:
                stand = await self.read(positions, watched) if watched else {}
            except Exception:
                logger.exception("streams could not look at their matches")
                continue
            for match_id, position in stand.items():
                if self.seen.get(match_id) != position:
                    self.wake(f"match.{match_id}")
            await self._sweep_pictures()

    async def _note_watching(self) -> None:
        """Say who watches which match; who is not named any more has gone after a while."""
        while True:
            await self._note({pair for one in self.everyone() for pair in _watching(one)})
            await asyncio.sleep(SEEN_EACH.total_seconds())

    async def _note(self, pairs: set[tuple[int, int | None]]) -> None:
        try:
            await self.write(watching, pairs)
        except Exception:
            logger.exception("streams could not say who watches")

    async def _sweep_pictures(self) -> None:
        for kind, painter in painters().items():
            ids = [int(topic.partition(".")[2]) for topic in list(self.watchers) if topic.startswith(f"{kind}.")]
            if not ids:
                continue
            try:
                marks = await self.read(painter.marks, ids)
            except Exception:
                logger.exception("streams could not look at %s", kind)
                continue
            for one, mark in marks.items():
                if self.painted.get(f"{kind}.{one}", 0) != mark:
                    self.wake(f"{kind}.{one}")

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a stream's task failed", exc_info=error)


def _asked(query: Callable[..., T], *arguments: Any) -> T:
    """Run a query in a thread that belongs to no request, and keep no connection that has died or is too old."""
    try:
        return query(*arguments)
    finally:
        close_old_connections()


def _watching(watcher: Watcher) -> set[tuple[int, int | None]]:
    """The matches that the watcher has open, and may be playing, with the player; None is a visitor."""
    return {(m, watcher.player_id) for topic in watcher.topics if (m := _match_of(topic))}


def _needs(watcher: Watcher, found: Snapshot) -> bool:
    """Whether the watcher is told of the match: not if a later look has overtaken this one, and not that nothing has
    changed for this watcher, for even an empty message would tell that something has.
    """
    viewer, before = found.viewer(watcher.player_id), watcher.told.get(found.match_id, Told())
    return found.ends[viewer] >= before.entry and not found.repeats(viewer, before.shown)


def _judged_in(topic: str) -> int:
    """The match in which a topic says that something has been judged; 0 for other topics."""
    return int(topic.removeprefix(JUDGED)) if topic.startswith(JUDGED) else _match_of(topic) or 0


def _match_of(topic: str) -> int | None:
    kind, _, number = topic.partition(".")
    return int(number) if kind == "match" else None
