"""How many spectators have the page of a match open, sent on the topic `watching.12`.

Web processes add their counts up in Redis, which may lose them: pages then show none. The number is approximate: a
signed-in spectator counts once in each process, others once for each page; above MOST it is MOST. It names nobody.
"""

import json
import time
from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import uuid4

from matches.pubsub import call_redis
from matches.stream.subscriber import Subscriber
from matches.stream.topics import ID

TOPIC = "watching"
PATTERN = rf"{TOPIC}\.{ID}"
MOST = 100
TRUSTED_S = 15.0
"""Age up to which the report of a process counts."""
_KEY = "league-zero:watching:"
_process = uuid4().hex


def count_own(subscribers: Mapping[str, Collection[Subscriber]]) -> dict[int, int]:
    """Return by match the spectators whose pages are connected to this process. Players are not counted."""
    counts = {}
    for topic, watching in subscribers.items():
        kind, _, number = topic.partition(".")
        if kind == TOPIC:
            match_id = int(number)
            counts[match_id] = len({w.player_id or id(w) for w in watching if w.is_spectator_of(match_id)})
    return {match_id: count for match_id, count in counts.items() if count}


def report(counts: Mapping[int, int]) -> None:
    """Tell the other processes the counts of this one."""
    if counts:
        call_redis("report spectators", lambda redis: _store(redis.pipeline(transaction=False), counts))


def count_spectators(match_ids: Iterable[int]) -> dict[int, int]:
    """Return by match how many are watching, at most MOST; 0 also if nobody can tell."""
    ids = list(match_ids)
    reports = call_redis("count spectators", lambda redis: _read(redis.pipeline(transaction=False), ids))
    return dict(zip(ids, map(_sum_up, reports or [{}] * len(ids)), strict=True))


class SpectatorCountRenderer:
    """The renderer of the topic for streams. Its mark is the count itself."""

    def marks(self, match_ids: Collection[int]) -> dict[int, int]:
        return count_spectators(match_ids)

    def picture(self, match_id: int, since: int) -> tuple[int, str] | None:
        """Return the count and its message; None if it is still the same."""
        count = count_spectators([match_id])[match_id]
        message = {"topic": f"{TOPIC}.{match_id}", "count": count, "most": MOST}
        return None if count == since else (count, json.dumps(message))


def _store(pipeline: Any, counts: Mapping[int, int]) -> None:
    for match_id, count in counts.items():
        pipeline.hset(f"{_KEY}{match_id}", _process, f"{count} {time.time()}")
        pipeline.expire(f"{_KEY}{match_id}", int(TRUSTED_S))
    pipeline.execute()


def _read(pipeline: Any, match_ids: Iterable[int]) -> list[dict[bytes, bytes]]:
    for match_id in match_ids:
        pipeline.hgetall(f"{_KEY}{match_id}")
    rows: list[dict[bytes, bytes]] = pipeline.execute()
    return rows


def _sum_up(reports: Mapping[bytes, bytes]) -> int:
    pairs = [report.split() for report in reports.values()]
    fresh = (int(count) for count, at in pairs if float(at) >= time.time() - TRUSTED_S)
    return min(MOST, sum(fresh))
