"""Hints that something has changed: to open pages through Redis, to workers through Redis or, for bots, Celery.

A hint may be lost. The rows are authoritative, and the sweeps of workers and streams find what a lost hint missed.
"""

import json
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from celery import current_app
from django.conf import settings
from django.db import Error as DatabaseFailure
from django.db import connection, transaction
from kombu.exceptions import OperationalError
from redis import Redis, RedisError

from matches import page_cache
from matches.moment import now

logger = logging.getLogger(__name__)
CHANNEL = "league-zero:changed"
JUDGED = "judged."
JUDGE = "matches.tasks.judge"
TO_JUDGE = "league-zero:judge"
"""Redis list of the ids of matches to adjudicate. A Celery task would cost more than the adjudication."""
UNDERWAY = "league-zero:underway:"
"""Redis key prefix, followed by a match id: moves that web processes have received and not stored yet."""
UNDERWAY_MS = 2000
"""The longest a flag waits for moves in flight: a process that takes longer may have died."""
REST_S = 2.0
"""Pause after a hint could not be sent, so that an unreachable broker does not slow the site."""
_resting_until = 0.0
MOST_HEARD = 20_000
"""Maximum number of topics whose change is remembered; above it, everything counts as changed once."""
_heard: dict[str, float] = {}
_hearing = threading.Lock()
_all_heard = 0.0


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1)


def publish(topic: str, entry: int | None = None) -> None:
    """Notify every web process of a topic now. If the broker is down, pages update later by their sweep."""
    note_heard(topic)  # What this process renders next is up to date, even if the hint is still on its way.
    _try(f"push {topic}", lambda: _redis().publish(CHANNEL, json.dumps({"topic": topic, "entry": entry})))


@dataclass(frozen=True)
class _Change:
    topic: str

    def __call__(self) -> None:
        page_cache.renew(self.topic)
        publish(self.topic)


def changed(topic: str) -> None:
    """On commit, invalidate the cached output of `topic` and notify open pages, once per transaction."""
    change = _Change(topic)
    if all(waiting[1] != change for waiting in connection.run_on_commit):
        transaction.on_commit(change)


def match_changed(match_id: int, entry: int) -> None:
    """On commit, push the match to everyone who watches it."""
    transaction.on_commit(lambda: publish(f"match.{match_id}", entry))


def judged(match_id: int) -> None:
    """On commit, notify requests that wait for a verdict at this match, and nobody else."""
    transaction.on_commit(lambda: publish(f"{JUDGED}{match_id}"))


def underway(match_id: int) -> bool:
    """Return whether a web process has received something for the match and not stored it, as far as Redis can tell."""
    return _try(f"ask for {match_id}", lambda: _redis().exists(f"{UNDERWAY}{match_id}")) == 1


def wake(task: str, *, eta: datetime | None = None, **arguments: int) -> None:
    """On commit, ask a worker to run the named task. `eta` only delays the check; the row says what is due."""
    transaction.on_commit(lambda: _send(task, eta, arguments))


def _send(task: str, eta: datetime | None, arguments: dict[str, int]) -> None:
    if task == JUDGE:
        _try(f"judge {arguments}", lambda: _judge(eta, **arguments))
    else:
        celery_task = current_app.tasks[task]
        _try(f"{task} {arguments}", lambda: celery_task.apply_async(kwargs=arguments, eta=eta, retry=False))


def _judge(eta: datetime | None, match_id: int) -> None:
    if eta is None:
        _redis().lpush(TO_JUDGE, match_id)
        return
    # The timer dies with this process; the row says what is due, and the sweep finds it.
    alarm = threading.Timer((eta - now()).total_seconds(), _send, (JUDGE, None, {"match_id": match_id}))
    alarm.daemon = True
    alarm.start()


def _try(what: str, send: Callable[[], object]) -> object:
    """Return the result of `send`; None while the broker is down."""
    global _resting_until
    if time.monotonic() < _resting_until:
        return None
    try:
        return send()
    except (OperationalError, RedisError, OSError, DatabaseFailure) as error:
        _resting_until = time.monotonic() + REST_S
        logger.warning("no hint (%s): %s", what, error)
        return None


def note_heard(topic: str) -> None:
    """Record that this process has received or sent a hint of the topic."""
    with _hearing:
        if len(_heard) >= MOST_HEARD and topic not in _heard:
            _forget_heard()
        _heard[topic] = time.monotonic()


def heard_since(topic: str, moment: float) -> bool:
    """Return whether a hint of the topic has come at or after this monotonic moment."""
    return _all_heard >= moment or _heard.get(topic, 0.0) >= moment


def begin_to_hear() -> None:
    """Record that hints are received from now on; earlier ones were missed."""
    with _hearing:
        _forget_heard()


def _forget_heard() -> None:
    global _all_heard
    _heard.clear()
    _all_heard = time.monotonic()
