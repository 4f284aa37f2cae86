"""The sweep inside every worker process: a thread that looks each second, whatever becomes of the messages."""

import logging
import threading
import time
from typing import Any

from celery import bootsteps
from django.db import close_old_connections

logger = logging.getLogger(__name__)
EVERY_S = 1.0
LEAGUE_EVERY = 3


class Sweeper(bootsteps.StartStopStep):  # type: ignore[misc]
    """Starts with the worker and stops with it."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, worker: Any, **_: Any) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sweep", daemon=True)

    def start(self, worker: Any) -> None:
        self._thread.start()

    def stop(self, worker: Any) -> None:
        self._stop.set()
        self._thread.join(timeout=5)

    terminate = stop

    def _run(self) -> None:
        turn = 0
        while not self._stop.is_set():
            began = time.monotonic()
            self._round(turn)
            turn += 1
            self._stop.wait(max(0.05, EVERY_S - (time.monotonic() - began)))

    def _round(self, turn: int) -> None:
        from league.sweeping import sweep as sweep_league
        from matches.actions.sweeping import sweep as sweep_matches
        from matches.moment import now

        try:
            close_old_connections()
            sweep_matches(now())
            if turn % LEAGUE_EVERY == 0:
                sweep_league(now())
        except Exception:
            logger.exception("this sweep failed; the next one comes in a second")
