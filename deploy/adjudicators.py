"""Threads in every worker process that adjudicate the matches named by Redis hints as soon as those arrive."""

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from redis import Redis, RedisError

from deploy import logs
from deploy.worker_threads import WorkerThreads

logger = logging.getLogger(__name__)
HINT_TIMEOUT_S = 2
"""Seconds to wait for a hint; also how long a stopping worker may wait for a thread."""
RETRY_S = 1.0
BATCH_WAIT_S = 0.05
"""Seconds that a thread lets another one adjudicate alone, so that more hints arrive and form a cheaper batch."""
MAX_BATCH = 8
"""Maximum number of matches in one transaction; each of them waits for all the others."""


class AdjudicatorThreads(WorkerThreads):
    """Adjudication threads, as many as the worker's concurrency."""

    _turn = threading.Lock()

    def list_targets(self, worker: Any) -> Iterable[tuple[str, Callable[[], None]]]:
        return [(f"judge{n}", self._run) for n in range(int(worker.concurrency or 1))]

    def _run(self) -> None:
        redis = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=5)
        while not self._stop.is_set():
            try:
                self._adjudicate_next(redis)
            except (RedisError, OSError) as error:
                logger.warning("no hints from Redis (%s); relying on the sweep", error)
                self._stop.wait(RETRY_S)
            except Exception:
                logger.exception("adjudication failed; the sweep will retry")
                close_old_connections()

    @classmethod
    def _adjudicate_next(cls, redis: Redis) -> None:
        """Adjudicate the match that has waited longest, together with some of those queued behind it."""
        from matches.pubsub import ADJUDICATION_QUEUE
        from matches.tasks import judge, judge_batch

        first: Any = redis.brpop(ADJUDICATION_QUEUE, HINT_TIMEOUT_S)
        if first is None:
            return
        has_turn = cls._turn.acquire(timeout=BATCH_WAIT_S)
        try:
            more: Any = redis.rpop(ADJUDICATION_QUEUE, MAX_BATCH - 1) or ()
            match_ids = dict.fromkeys(int(value) for value in (first[1], *more))
            for match_id in judge_batch(list(match_ids)) if len(match_ids) > 1 else match_ids:
                with logs.log_context(match=match_id):
                    judge.run(match_id=match_id)
        finally:
            if has_turn:
                cls._turn.release()
