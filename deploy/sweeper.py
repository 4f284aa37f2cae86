"""The sweep in every worker process that adjudicates: it checks for due work every second and needs no messages.

One thread sends heartbeats, finds all due work with one query and adjudicates it. It wakes the other threads: bots
whose queue is down, so that a slow bot delays no flag; emails and webhooks, because remote servers may be slow. The
thread for leagues polls by itself, less often while nothing is due.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.db import close_old_connections, connections

from deploy import systemd_notify
from deploy.worker_threads import WorkerThreads
from matches.liveness import Liveness
from matches.server_time import now

logger = logging.getLogger(__name__)
INTERVAL_S = 1.0
LEAGUE_INTERVAL_S = 3.0
LEAGUE_IDLE_INTERVAL_S = 6.0
"""Seconds after a round in which nothing was due."""
MAX_WAIT_S = 30.0
"""Seconds after which a thread checks without being woken: the one that wakes it may be busy."""
PURGE_INTERVAL_S = 3600.0


class Sweeper(WorkerThreads):
    """The threads of the sweep."""

    def __init__(self, worker: Any, **kwargs: Any) -> None:
        self._liveness = Liveness()
        self._bots, self._outgoing = threading.Event(), threading.Event()
        super().__init__(worker, **kwargs)

    def list_targets(self, worker: Any) -> Iterable[tuple[str, Callable[[], None]]]:
        return [
            ("_sweep", self._run),
            ("_sweep_bots", partial(self._follow, self._bots, _sweep_bots)),
            ("_sweep_outgoing", partial(self._follow, self._outgoing, _sweep_outgoing)),
            ("_sweep_league", self._run_league),
        ]

    def start(self, worker: Any) -> None:
        """Send a heartbeat before the worker's first task, so that an outage is credited before any flag can fall."""
        _send_first_heartbeat(self._liveness)
        super().start(worker)

    def stop(self, worker: Any) -> None:
        self._bots.set()
        self._outgoing.set()
        super().stop(worker)

    terminate = stop

    def _run(self) -> None:
        from league.sweep import DRAFT_BOTS, OUTGOING
        from matches.actions.sweep import BOTS

        while not self._stop.is_set():
            started = time.monotonic()
            try:
                due = _sweep(self._liveness)
                if due & {BOTS, DRAFT_BOTS}:
                    self._bots.set()
                if due & OUTGOING:
                    self._outgoing.set()
            except Exception as error:
                self._liveness.fail(error)
                logger.exception("sweep failed; retrying in a second")
            systemd_notify.heartbeat()
            pause_s, pause_started = max(0.05, INTERVAL_S - (time.monotonic() - started)), time.monotonic()
            self._stop.wait(pause_s)
            self._liveness.record_sleep(pause_s, time.monotonic() - pause_started)

    def _follow(self, wake_event: threading.Event, sweep: Callable[[], None]) -> None:
        """Sweep when woken, at most once a second."""
        while not self._stop.is_set():
            wake_event.wait(MAX_WAIT_S)
            wake_event.clear()
            if not self._stop.is_set():
                self._try(sweep)
            self._stop.wait(INTERVAL_S)

    def _run_league(self) -> None:
        purge_at = time.monotonic()
        while not self._stop.is_set():
            is_due = self._try(_sweep_league)
            if time.monotonic() >= purge_at:
                self._try(_purge)
                purge_at = time.monotonic() + PURGE_INTERVAL_S
            self._stop.wait(LEAGUE_INTERVAL_S if is_due is not False else LEAGUE_IDLE_INTERVAL_S)

    @staticmethod
    def _try(sweep: Callable[[], bool | None]) -> bool | None:
        close_old_connections()
        try:
            return sweep()
        except Exception:
            logger.exception("sweep failed; retrying soon")
            return None


def _send_first_heartbeat(liveness: Liveness) -> None:
    from matches.actions.sweep import record_heartbeat

    try:
        at = now()
        record_heartbeat(at, interrupted=True, cause=liveness.attempt(at))
        liveness.succeed()
    except Exception:
        logger.exception("first heartbeat failed; the sweep will retry")
    finally:
        connections.close_all()  # Each thread has its own connection, and worker processes are forked from this one.


def _sweep(liveness: Liveness) -> frozenset[str]:
    from league.sweep import DRAFTS, due_querysets, sweep_drafts
    from matches.actions.sweep import run_sweep as sweep_matches

    close_old_connections()
    at = now()
    cause = liveness.attempt(at)
    due = sweep_matches(at, interrupted=liveness.is_interrupted, cause=cause, also=[due_querysets])
    liveness.succeed()
    if DRAFTS in due:
        sweep_drafts(now())
    return due


def _sweep_league() -> bool:
    from league.sweep import sweep

    return sweep(now())


def _sweep_bots() -> None:
    from league.sweep import sweep_draft_bots
    from matches.actions.bots import sweep_bots

    sweep_draft_bots(now())
    sweep_bots(now(), now)


def _sweep_outgoing() -> None:
    from league.sweep import sweep_outgoing

    sweep_outgoing(now)


def _purge() -> None:
    from league.sweep import purge_expired_data

    purge_expired_data(now())
