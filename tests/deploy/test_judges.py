"""What waits to be judged is taken in the order in which it came, several matches at once where there are many."""

from collections.abc import Iterator

import pytest
from redis import Redis

from deploy.adjudicators import MAX_BATCH, AdjudicatorThreads
from matches.pubsub import ADJUDICATION_QUEUE
from tests.services.broker import Server

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def broker() -> Iterator[Redis]:
    server = Server()
    server.start()
    yield Redis(port=server.port)
    server.kill()


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Who has been judged with whom; of several, the first is left over."""
    told: list[list[int]] = []
    monkeypatch.setattr("matches.tasks.judge.run", lambda *, match_id: told.append([match_id]))
    monkeypatch.setattr("matches.tasks.judge_batch", lambda ids: [told.append(list(ids)), ids[:1]][1])
    return told


def test_many_are_judged_together_each_once_and_who_is_left_over_alone(broker: Redis, judged: list[list[int]]) -> None:
    for match_id in (1, 2, 1, 3, 4, 5, 6, 7, 8, 9):
        broker.lpush(ADJUDICATION_QUEUE, match_id)
    AdjudicatorThreads._adjudicate_next(broker)
    assert judged == [[1, 2, 3, 4, 5, 6, 7], [1]]
    AdjudicatorThreads._adjudicate_next(broker)
    assert judged[2:] == [[8, 9], [8]]
    broker.lpush(ADJUDICATION_QUEUE, 7)
    AdjudicatorThreads._adjudicate_next(broker)
    assert judged[4:] == [[7]], "one that waits alone is judged alone"
    assert MAX_BATCH == 8


def test_a_broker_without_hints_wakes_nobody(broker: Redis, judged: list[list[int]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.adjudicators.HINT_TIMEOUT_S", 0.05)
    AdjudicatorThreads._adjudicate_next(broker)
    assert judged == []
