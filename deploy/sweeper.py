"""The sweep inside every worker process that judges: it looks each second, whatever becomes of the messages.

Bots whose queue is down are swept by a second thread, so that one that thinks keeps no flag waiting; letters and
webhooks by a third, for other people's machines may be slow.
"""

import logging
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.db import close_old_connections, connections

from deploy import notify
from deploy.threads import Threads
from matches.liveness import Liveness

logger = logging.getLogger(__name__)
EVERY_S = 1.0
LEAGUE_EVERY = 3
FORGET_EVERY = 3600


class Sweeper(Threads):
    _liveness: Liveness

    def working(self, worker: Any) -> Iterable[tuple[str, Callable[[], None]]]:
        return [(sweep.__name__, partial(self._run, sweep)) for sweep in (_sweep, _sweep_bots, _sweep_outgoing)]

    def start(self, worker: Any) -> None:
        """Beat before the worker takes its first task: what was missed is credited before any flag may fall."""
        self._liveness = Liveness()
        _begin(self._liveness)
        super().start(worker)

    def _run(self, sweep: Callable[[int, Liveness], None]) -> None:
        turn = 0
        while not self._stop.is_set():
            began = time.monotonic()
            try:
                sweep(turn, self._liveness)
            except Exception as error:
                if sweep is _sweep:
                    self._liveness.fail(error)
                logger.exception("this sweep failed; the next one comes in a second")
            turn += 1
            if sweep is _sweep:
                notify.turn()
            self._rest(max(0.05, EVERY_S - (time.monotonic() - began)), sweep is _sweep)

    def _rest(self, seconds: float, is_beating: bool) -> None:
        began = time.monotonic()
        self._stop.wait(seconds)
        if is_beating:
            self._liveness.slept(seconds, time.monotonic() - began)


def _begin(liveness: Liveness) -> None:
    from matches.actions.sweeping import beat
    from matches.moment import now

    try:
        at = now()
        beat(at, interrupted=True, cause=liveness.attempt(at))
        liveness.succeed()
    except Exception:
        logger.exception("no first heartbeat; the sweep tries again")
    finally:
        connections.close_all()  # the threads have their own, and processes are forked from this one


def _sweep(turn: int, liveness: Liveness) -> None:
    from league.sweeping import sweep as sweep_league
    from league.sweeping import sweep_drafts
    from matches.actions.sweeping import sweep as sweep_matches
    from matches.moment import now

    close_old_connections()
    at = now()
    cause = liveness.attempt(at)
    sweep_matches(at, interrupted=liveness.is_interrupted, cause=cause)
    liveness.succeed()
    sweep_drafts(now())
    if turn % LEAGUE_EVERY == 0:
        sweep_league(now())


def _sweep_bots(turn: int, liveness: Liveness) -> None:
    from league.sweeping import sweep_draft_bots
    from matches.actions.sweeping import sweep_bots
    from matches.moment import now

    close_old_connections()
    sweep_draft_bots(now())
    sweep_bots(now(), now)


def _sweep_outgoing(turn: int, liveness: Liveness) -> None:
    from league.sweeping import forget_old, sweep_outgoing
    from matches.moment import now

    close_old_connections()
    sweep_outgoing(now)
    if turn % FORGET_EVERY == 0:
        forget_old(now())
