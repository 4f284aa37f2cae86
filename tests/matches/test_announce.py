"""Hints may be lost: a broker that is away slows nothing and stops nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from redis import ConnectionError as Away

from matches import pubsub


@pytest.fixture
def pushes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Topics that are pushed."""
    sent: list[str] = []
    monkeypatch.setattr(pubsub, "publish", lambda topic, entry=None: sent.append(topic))
    return sent


@pytest.fixture(autouse=True)
def _rested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "_resting_until", 0.0)


def test_a_broker_that_is_away_costs_one_try_and_then_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def fail() -> Any:
        tries.append(1)
        raise Away("refused")

    monkeypatch.setattr(pubsub, "_redis", fail)
    for _ in range(5):
        pubsub.publish("home")
    assert len(tries) == 1
    monkeypatch.setattr(pubsub, "_resting_until", time.monotonic() - 1)
    pubsub.publish("home")
    assert len(tries) == 2


@pytest.mark.django_db
def test_a_topic_is_pushed_once_for_all_changes_of_a_transaction(
    pushes: list[str], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for topic in ("home", "lobby", "home", "home"):
            pubsub.publish_on_commit(topic)
    assert pushes == ["home", "lobby"]


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_announced(pushes: list[str]) -> None:
    class Stopped(Exception):
        pass

    def stopped() -> None:
        with transaction.atomic():
            pubsub.publish_on_commit("home")
            raise Stopped

    with pytest.raises(Stopped):
        stopped()
    assert pushes == []
