"""Threads in every worker process that adjudicate the matches named by Redis hints as soon as those arrive."""

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from redis import Redis, RedisError

from deploy import logs
from deploy.threads import Threads

logger = logging.getLogger(__name__)
WAIT_S = 2
"""Seconds to wait for a hint; also how long a stopping worker may wait for a thread."""
REST_S = 1.0
TURN_S = 0.05
"""Seconds that a thread lets another one adjudicate alone, so that more hints arrive and form a cheaper batch."""
TOGETHER = 8
"""Maximum number of matches in one transaction; each of them waits for all the others."""


class Judges(Threads):
    """Adjudication threads, as many as the worker's concurrency."""

    _turn = threading.Lock()

    def working(self, worker: Any) -> Iterable[tuple[str, Callable[[], None]]]:
        return [(f"judge{n}", self._run) for n in range(int(worker.concurrency or 1))]

    def _run(self) -> None:
        redis = Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=5)
        while not self._stop.is_set():
            try:
                self._judge_next(redis)
            except (RedisError, OSError) as error:
                logger.warning("no hints from Redis (%s); the sweep judges meanwhile", error)
                self._stop.wait(REST_S)
            except Exception:
                logger.exception("a match could not be judged; the sweep tries again")
                close_old_connections()

    @classmethod
    def _judge_next(cls, redis: Redis) -> None:
        """Adjudicate the match that has waited longest, together with some of those queued behind it."""
        from matches.announce import TO_JUDGE
        from matches.tasks import judge, judge_together

        first: Any = redis.brpop(TO_JUDGE, WAIT_S)
        if first is None:
            return
        in_turn = cls._turn.acquire(timeout=TURN_S)
        try:
            more: Any = redis.rpop(TO_JUDGE, TOGETHER - 1) or ()
            found = dict.fromkeys(int(value) for value in (first[1], *more))
            for match_id in judge_together(list(found)) if len(found) > 1 else found:
                with logs.about(match=match_id):
                    judge.run(match_id=match_id)
        finally:
            if in_turn:
                cls._turn.release()
