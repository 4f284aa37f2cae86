"""How many are watching: pages of spectators, summed over processes, never who they are."""

from __future__ import annotations

import json
from typing import Any

import pytest

from matches.stream import spectator_counts
from matches.stream.spectator_counts import MOST, SpectatorCountRenderer, count_own, count_spectators, report
from matches.stream.subscriber import SentState, Subscriber
from matches.stream.topics import is_topic


class FakeRedis:
    """The two commands that the counts need, at once instead of in a pipeline."""

    def __init__(self) -> None:
        self.stored: dict[str, dict[bytes, bytes]] = {}
        self.results: list[Any] = []

    def pipeline(self, **_: object) -> FakeRedis:
        self.results = []
        return self

    def hset(self, key: str, field: str, value: str) -> None:
        self.stored.setdefault(key, {})[field.encode()] = value.encode()

    def expire(self, key: str, seconds: int) -> None:
        assert seconds > 0

    def hgetall(self, key: str) -> None:
        self.results.append(self.stored.get(key, {}))

    def execute(self) -> list[Any]:
        return self.results


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch) -> FakeRedis:
    fake = FakeRedis()
    monkeypatch.setattr(spectator_counts, "call_redis", lambda _, work: work(fake))
    return fake


def page(player_id: int | None, *, seat: int | None = None, shown: bool = True) -> Subscriber:
    subscriber = Subscriber(player_id, {}, frozenset({"match.7", "watching.7"}))
    if shown:
        subscriber.told[7] = SentState(viewer=seat)
    return subscriber


def test_spectators_count_and_players_and_thumbnails_do_not() -> None:
    pages = [page(None), page(None), page(5), page(5), page(6, seat=0), page(None, shown=False)]
    assert count_own({"watching.7": pages, "match.7": [*pages, page(None)]}) == {7: 3}
    assert count_own({"watching.7": [page(6, seat=1)]}) == {}


def test_processes_add_up_to_a_limit_and_old_reports_do_not_count(redis: FakeRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    report({7: 2})
    monkeypatch.setattr(spectator_counts, "_process", "another")
    report({7: 3})
    assert count_spectators([7, 8]) == {7: 5, 8: 0}
    report({7: 500})
    assert count_spectators([7]) == {7: MOST}
    redis.hset("league-zero:watching:7", "another", "500 0")
    assert count_spectators([7]) == {7: 2}
    monkeypatch.setattr(spectator_counts, "call_redis", lambda *_: None)
    assert count_spectators([7]) == {7: 0}, "without a broker nobody is counted"


def test_a_stream_tells_a_changed_number_and_nothing_else(redis: FakeRedis) -> None:
    report({7: 2})
    renderer = SpectatorCountRenderer()
    assert renderer.marks([7]) == {7: 2}
    mark, message = renderer.picture(7, 0) or (0, "{}")
    assert (mark, json.loads(message)) == (2, {"topic": "watching.7", "count": 2, "most": MOST})
    assert renderer.picture(7, 2) is None
    assert is_topic("watching.7")
    assert not is_topic("watching.x")
