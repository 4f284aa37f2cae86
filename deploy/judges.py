"""The threads inside every worker process that judge what a hint names, as soon as it comes."""

from __future__ import annotations

import logging
import threading
from typing import Any

from celery import bootsteps
from django.conf import settings
from django.db import close_old_connections
from redis import RedisError

from deploy import logs

logger = logging.getLogger(__name__)
WAIT_S = 1
REST_S = 1.0
TOGETHER = 8
"""Matches that are judged in one transaction where many wait: each waits for the judging of the others."""


class Judges(bootsteps.StartStopStep):  # type: ignore[misc]
    """As many as the worker has threads. They start and stop with it; a worker for bots alone has none."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, worker: Any, **_: Any) -> None:
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, name=f"judge{n}", daemon=True)
            for n in range(int(worker.concurrency or 1))
        ]

    def include_if(self, worker: Any) -> bool:
        return worker.app.conf.task_default_queue in worker.app.amqp.queues.consume_from

    def start(self, worker: Any) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self, worker: Any) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=5)

    terminate = stop

    def _run(self) -> None:
        from matches.broker import Broker

        broker = Broker(settings.REDIS_URL, timeout_s=5)
        while not self._stop.is_set():
            try:
                self._judge_next(broker)
            except (RedisError, OSError) as error:
                logger.warning("no hints from Redis (%s); the sweep judges meanwhile", error)
                self._stop.wait(REST_S)
            except Exception:
                logger.exception("a match could not be judged; the sweep tries again")

    @staticmethod
    def _judge_next(broker: Any) -> None:
        """What waits longest, with some of what waits behind it."""
        from matches.announce import TO_JUDGE
        from matches.tasks import judge, judge_together

        first, more = broker.ask_all(("BRPOP", TO_JUDGE, WAIT_S), ("RPOP", TO_JUDGE, TOGETHER - 1))
        found = dict.fromkeys(int(one) for one in (*(first or ())[1:], *(more or ())))
        if found:
            close_old_connections()
        for match_id in judge_together(list(found)) if len(found) > 1 else found:
            with logs.about(match=match_id):
                judge.run(match_id=match_id)
