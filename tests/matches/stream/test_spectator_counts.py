"""How many are watching: pages of spectators, summed over processes, never who they are."""

import json

import pytest
from redis import Redis

from matches.stream import spectator_counts
from matches.stream.spectator_counts import MOST, TRUSTED_S, SpectatorCountRenderer, count_own, count_spectators, report
from matches.stream.subscriber import SentState, Subscriber
from matches.stream.topics import is_topic
from tests.services.broker import Server


@pytest.fixture
def redis(server: Server, monkeypatch: pytest.MonkeyPatch) -> Redis:
    broker = Redis(port=server.port)
    broker.flushall()
    monkeypatch.setattr(spectator_counts, "call_redis", lambda _, work: work(broker))
    return broker


def page(player_id: int | None, *, seat: int | None = None, shown: bool = True) -> Subscriber:
    subscriber = Subscriber(player_id, {}, frozenset({"match.7", "watching.7"}))
    if shown:
        subscriber.told[7] = SentState(viewer=seat)
    return subscriber


def test_spectators_count_and_players_and_thumbnails_do_not() -> None:
    pages = [page(None), page(None), page(5), page(5), page(6, seat=0), page(None, shown=False)]
    assert count_own({"watching.7": pages, "match.7": [*pages, page(None)]}) == {7: 3}
    assert count_own({"watching.7": [page(6, seat=1)]}) == {}


def test_processes_add_up_to_a_limit_and_old_reports_do_not_count(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    report({7: 2})
    monkeypatch.setattr(spectator_counts, "_process", "another")
    report({7: 3})
    assert count_spectators([7, 8]) == {7: 5, 8: 0}
    assert 0 < redis.ttl("league-zero:watching:7") <= TRUSTED_S
    report({7: 500})
    assert count_spectators([7]) == {7: MOST}
    redis.hset("league-zero:watching:7", "another", "500 0")
    assert count_spectators([7]) == {7: 2}
    monkeypatch.setattr(spectator_counts, "call_redis", lambda *_: None)
    assert count_spectators([7]) == {7: 0}, "without a broker nobody is counted"


def test_a_stream_tells_a_changed_number_and_nothing_else(redis: Redis) -> None:
    report({7: 2})
    renderer = SpectatorCountRenderer()
    assert renderer.marks([7]) == {7: 2}
    mark, message = renderer.picture(7, 0) or (0, "{}")
    assert (mark, json.loads(message)) == (2, {"topic": "watching.7", "count": 2, "most": MOST})
    assert renderer.picture(7, 2) is None
    assert is_topic("watching.7")
    assert not is_topic("watching.x")
