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
from typing import Any, TypeVar, cast

from celery import current_app
from django.conf import settings
from django.db import Error as DatabaseFailure, connection, transaction
from kombu.exceptions import OperationalError
from redis import Redis, RedisError

from matches import page_cache
from matches.server_time import now

T = TypeVar("T")
logger = logging.getLogger(__name__)
CHANNEL = "league-zero:changed"
VERDICT_TOPIC_PREFIX = "judged."
ADJUDICATE_TASK = "matches.tasks.judge"
ADJUDICATION_QUEUE = "league-zero:judge"
"""Redis list of the ids of matches to adjudicate. A Celery task would cost more than the adjudication."""
IN_FLIGHT_KEY = "league-zero:underway:"
"""Redis key prefix, followed by a match id: moves that web processes have received and not stored yet."""
IN_FLIGHT_MS = 2000
"""The longest a flag waits for moves in flight: a process that takes longer may have died."""
RETRY_S = 2.0
"""Pause after a hint could not be sent, so that an unreachable broker does not slow the site."""
_resting_until = 0.0
MAX_CHANGED_TOPICS = 20_000
"""Maximum number of topics whose change is remembered; above it, everything counts as changed once."""
_changed_at: dict[str, float] = {}
_changes_lock = threading.Lock()
_all_heard = 0.0


@cache
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1)


def publish(topic: str, entry: int | None = None) -> None:
    """Notify every web process of a topic now. If the broker is down, pages update later by their sweep."""
    mark_changed(topic)  # What this process renders next is up to date, even if the hint is still on its way.
    _try_redis(f"push {topic}", lambda: _redis().publish(CHANNEL, json.dumps({"topic": topic, "entry": entry})))


@dataclass(frozen=True)
class _Change:
    topic: str

    def __call__(self) -> None:
        page_cache.invalidate(self.topic)
        publish(self.topic)


def publish_on_commit(topic: str) -> None:
    """On commit, invalidate the cached output of `topic` and notify open pages, once per transaction."""
    change = _Change(topic)
    if all(hook[1] != change for hook in connection.run_on_commit):
        transaction.on_commit(change)


def publish_match(match_id: int, entry: int) -> None:
    """On commit, publish a hint that the match's log has reached this entry, for all who watch the match."""
    transaction.on_commit(lambda: publish(f"match.{match_id}", entry))


def publish_verdict(match_id: int) -> None:
    """On commit, notify requests that wait for a verdict at this match, and nobody else."""
    transaction.on_commit(lambda: publish(f"{VERDICT_TOPIC_PREFIX}{match_id}"))


def has_moves_in_flight(match_id: int) -> bool:
    """Return whether a web process has received something for the match and not stored it, as far as Redis can tell."""
    return _try_redis(f"ask for {match_id}", lambda: _redis().exists(f"{IN_FLIGHT_KEY}{match_id}")) == 1


def enqueue(task: str, *, eta: datetime | None = None, **arguments: int | str) -> None:
    """On commit, ask a worker to run the named task. `eta` only delays the task, which looks up what is due."""
    transaction.on_commit(lambda: _enqueue_now(task, eta, arguments))


def _enqueue_now(task: str, eta: datetime | None, arguments: dict[str, Any]) -> None:
    if task == ADJUDICATE_TASK:
        _try_redis(f"judge {arguments}", lambda: _enqueue_adjudication(eta, **arguments))
    else:
        celery_task = current_app.tasks[task]
        _try_redis(f"{task} {arguments}", lambda: celery_task.apply_async(kwargs=arguments, eta=eta, retry=False))


def _enqueue_adjudication(eta: datetime | None, match_id: int) -> None:
    if eta is None:
        _redis().lpush(ADJUDICATION_QUEUE, match_id)
        return
    # The timer dies with this process; the row says what is due, and the sweep finds it.
    timer = threading.Timer((eta - now()).total_seconds(), _enqueue_now, (ADJUDICATE_TASK, None, {"match_id": match_id}))
    timer.daemon = True
    timer.start()


def call_redis(description: str, work: Callable[[Redis], T]) -> T | None:
    """Return the result of `work`, which gets the connection; None while the broker is down."""
    return cast("T | None", _try_redis(description, lambda: work(_redis())))


def _try_redis(description: str, send: Callable[[], object]) -> object:
    """Return the result of `send`; None while the broker is down."""
    global _resting_until
    if time.monotonic() < _resting_until:
        return None
    try:
        return send()
    except (OperationalError, RedisError, OSError, DatabaseFailure) as error:
        _resting_until = time.monotonic() + RETRY_S
        logger.warning("publishing failed (%s): %s", description, error)
        return None


def mark_changed(topic: str) -> None:
    """Record that this process has received or sent a hint of the topic."""
    with _changes_lock:
        if len(_changed_at) >= MAX_CHANGED_TOPICS and topic not in _changed_at:
            _reset_changes()
        _changed_at[topic] = time.monotonic()


def has_changed_since(topic: str, moment: float) -> bool:
    """Return whether a hint of the topic has come at or after this monotonic moment."""
    return _all_heard >= moment or _changed_at.get(topic, 0.0) >= moment


def mark_all_changed() -> None:
    """Record that hints are received from now on; earlier ones were missed."""
    with _changes_lock:
        _reset_changes()


def _reset_changes() -> None:
    global _all_heard
    _changed_at.clear()
    _all_heard = time.monotonic()
