"""Base class for background threads of the worker processes that adjudicate."""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from celery import bootsteps

JOIN_TIMEOUT_S = 5


class WorkerThreads(bootsteps.StartStopStep):  # type: ignore[misc]
    """Threads that start and stop with the worker. A worker for bots has none, because it may be busy or killed."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, worker: Any, **_: Any) -> None:
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=target, name=name, daemon=True) for name, target in self.list_targets(worker)]

    def list_targets(self, worker: Any) -> Iterable[tuple[str, Callable[[], None]]]:
        """Return the name and function of each thread; a function runs until `_stop` is set."""
        raise NotImplementedError

    def include_if(self, worker: Any) -> bool:
        return worker.app.conf.task_default_queue in worker.app.amqp.queues.consume_from

    def start(self, worker: Any) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self, worker: Any) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=JOIN_TIMEOUT_S)

    terminate = stop
