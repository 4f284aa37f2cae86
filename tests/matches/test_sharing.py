"""What many ask for at once is made once, kept while it holds, and never longer."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Barrier, Event, Thread
from typing import Any

import pytest

from matches import heard, sharing
from matches.sharing import HINTED_S, UNHINTED_S, Store, reading_since


class Hands:
    """Makes a new thing each time it is asked."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> int:
        self.made += 1
        return self.made


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    settings.SHARE_ANSWERS = True
    made = Clock()
    monkeypatch.setattr(sharing, "time", made)
    monkeypatch.setattr(heard, "time", made)
    heard.begin()
    made.now += 1
    yield made
    monkeypatch.undo()
    heard.end()


@pytest.fixture
def store() -> Store:
    return Store()


def test_what_says_nothing_of_its_changes_is_kept_for_two_seconds(store: Store, clock: Clock) -> None:
    hands = Hands()
    assert [store.get("page", hands) for _ in range(3)] == [1, 1, 1]
    clock.now += UNHINTED_S
    assert store.get("page", hands) == 2


def test_what_says_when_it_changes_is_kept_for_thirty_seconds_without_a_hint(store: Store, clock: Clock) -> None:
    hands = Hands()
    store.get("page", hands, topics=["event.4"])
    clock.now += HINTED_S - 0.1
    assert store.get("page", hands, topics=["event.4"]) == 1
    clock.now += 0.1
    assert store.get("page", hands, topics=["event.4"]) == 2


def test_a_hint_of_its_topic_ends_it_at_once_and_no_other_does(store: Store, clock: Clock) -> None:
    hands = Hands()
    store.get("page", hands, topics=["home", "event.4"])
    heard.note("event.5")
    assert store.get("page", hands, topics=["home", "event.4"]) == 1
    heard.note("event.4")
    assert store.get("page", hands, topics=["home", "event.4"]) == 2


def test_a_hint_that_comes_while_it_is_made_ends_it_too(store: Store, clock: Clock) -> None:
    hands = Hands()

    def slowly() -> int:
        clock.now += 0.5
        heard.note("event.4")
        clock.now += 0.5
        return hands()

    store.get("page", slowly, topics=["event.4"])
    assert store.get("page", hands, topics=["event.4"]) == 2


def test_while_no_hints_come_in_nothing_is_kept_that_relies_on_them(store: Store, clock: Clock) -> None:
    hands = Hands()
    store.get("page", hands, topics=["event.4"])
    heard.end()
    assert store.get("page", hands, topics=["event.4"]) == 2
    heard.begin()  # what came meanwhile was missed
    assert store.get("page", hands, topics=["event.4"]) == 3


def test_after_more_topics_than_are_remembered_everything_counts_as_changed(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heard, "MOST", 3)
    hands = Hands()
    store.get("page", hands, topics=["event.4"])
    clock.now += 0.1
    for number in range(4):
        heard.note(f"match.{number}")
    assert store.get("page", hands, topics=["event.4"]) == 2


def test_a_writer_reads_afresh_even_what_was_being_made_meanwhile_and_others_share_on(
    store: Store, clock: Clock
) -> None:
    hands = Hands()
    store.get("page", hands)
    clock.now += 0.5
    with reading_since(clock.now):
        clock.now += 0.1
        assert store.get("page", hands) == 2
        assert store.get("page", hands) == 2
    assert store.get("page", hands) == 2
    with reading_since(clock.now - 0.3):
        assert store.get("page", hands) == 2


def test_an_error_is_everybodys_own_and_nothing_is_kept_of_it(store: Store, clock: Clock) -> None:
    def fail() -> int:
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError):
            store.get("page", fail)
    assert store.get("page", Hands()) == 1


def test_what_is_not_to_be_kept_is_made_for_each(store: Store, clock: Clock) -> None:
    hands = Hands()
    assert [store.get("page", hands, keeps=lambda made: made > 1) for _ in range(3)] == [1, 2, 2]


def test_it_holds_so_many_bytes_and_drops_what_nobody_has_asked_for_longest(clock: Clock) -> None:
    store, hands = Store(most_bytes=20), Hands()
    for key in ("one", "two", "one", "three"):
        store.get(key, hands, size=lambda made: 8)
    assert store.bytes == 16
    assert store.get("one", hands) == 1
    assert store.get("two", hands, size=lambda made: 8) == 4
    store.get("huge", hands, size=lambda made: 21)
    assert store.bytes == 0


def test_switched_off_it_keeps_nothing(store: Store, clock: Clock, settings: Any) -> None:
    settings.SHARE_ANSWERS = False
    hands = Hands()
    assert [store.get("page", hands) for _ in range(2)] == [1, 2]


def test_eight_who_ask_at_once_wait_for_one_making(store: Store, settings: Any) -> None:
    settings.SHARE_ANSWERS = True
    hands, begun, done = Hands(), Barrier(8), Event()
    read: list[int] = []

    def slowly() -> int:
        done.wait(10)
        return hands()

    def ask() -> None:
        begun.wait(10)
        read.append(store.get("page", slowly))

    threads = [Thread(target=ask) for _ in range(8)]
    for one in threads:
        one.start()
    done.set()
    for one in threads:
        one.join(10)
    assert read == [1] * 8
    assert store._making == {}
