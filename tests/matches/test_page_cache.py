"""What is cached is made once, holds while its topics do not change, and no failure of the cache is seen."""

import os
import signal
from threading import Barrier, Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.template.loader import render_to_string
from django.utils.translation import override

from matches import page_cache
from matches.page_cache import ENTRY_S, RETRY_S, get_or_render, invalidate, render_fragment
from matches.pubsub import publish_on_commit
from tests.services.broker import Server


class Maker:
    """Makes a new value each time it is called."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> int:
        self.made += 1
        return self.made


def look(make: Any, *topics: str, key: object = ()) -> int:
    return int(get_or_render("page", key, make, topics=topics))


def test_key_name_and_language_tell_entries_apart() -> None:
    make = Maker()
    assert [look(make, key=("a", 1)), look(make, key=("a", "1"))] == [1, 2]
    with override("de"):
        assert look(make, key=("a", 1)) == 3
    assert get_or_render("other", ("a", 1), make, topics=[]) == 4
    assert look(make, key=("a", 1)) == 1


def test_a_new_version_of_any_of_its_topics_ends_an_entry_and_of_another_topic_none() -> None:
    make = Maker()
    assert [look(make, "home", "event.4") for _ in range(2)] == [1, 1]
    invalidate("event.5")
    assert look(make, "home", "event.4") == 1
    invalidate("event.4")
    assert look(make, "home", "event.4") == 2
    invalidate("home")
    assert look(make, "home", "event.4") == 3
    cache.delete("version:event.4")
    assert look(make, "home", "event.4") == 4, "versions that are lost end the entries made under them"


def test_what_changes_while_it_is_made_is_made_again() -> None:
    make = Maker()

    def make_slowly() -> int:
        invalidate("event.4")
        return make()

    assert [look(make_slowly, "event.4"), look(make, "event.4"), look(make, "event.4")] == [1, 2, 2]
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):  # an error is not kept
            look(lambda: 1 // 0)
    assert look(Maker()) == 1


@pytest.mark.django_db(transaction=True)
def test_announcing_a_change_ends_entries_on_commit() -> None:
    make = Maker()
    look(make, "event.4")
    with transaction.atomic():
        publish_on_commit("event.4")
        assert look(make, "event.4") == 1
    assert look(make, "event.4") == 2


def test_a_fragment_escapes_once_and_holds_no_token(rf: Any) -> None:
    request = rf.get("/")
    template, context = "league/_form_token.html", {"form": "<x>"}
    assert 'value=""' not in render_to_string(template, context, request)
    for _ in range(2):
        fragment = render_fragment(template, (), lambda: context, topics=[])
        assert 'form="&lt;x&gt;"' in fragment.__html__()
        assert 'value=""' in fragment


def test_eight_threads_that_ask_at_once_wait_for_one() -> None:
    make, begun, done = Maker(), Barrier(8), Event()
    read: list[int] = []

    def make_slowly() -> int:
        done.wait(10)
        return make()

    def ask() -> None:
        begun.wait(10)
        read.append(look(make_slowly, "event.4"))

    threads = [Thread(target=ask) for _ in range(8)]
    for one in threads:
        one.start()
    done.set()
    for one in threads:
        one.join(10)
    assert read == [1] * 8


@pytest.fixture
def at_redis(server: Server, settings: Any) -> Server:
    """The page cache lives in a broker, as on a site."""
    options = {"serializer": "django.core.signing.JSONSerializer", "socket_timeout": 1, "socket_connect_timeout": 1}
    backend = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": f"redis://127.0.0.1:{server.port}/0", "OPTIONS": options}}
    cache.clear()
    return server


def test_an_entry_made_before_redis_was_emptied_and_stored_after_is_not_believed(at_redis: Server) -> None:
    make = Maker()

    def make_meanwhile() -> int:
        made = make()
        invalidate("event.4")
        cache.clear()
        return made

    assert [look(make_meanwhile, "event.4"), look(make, "event.4"), look(make, "event.4")] == [1, 2, 2]
    cache.clear()
    assert [look(make, "event.4"), look(make, "event.4")] == [3, 3], "an emptied Redis loses entries and nothing else"


def test_without_redis_all_is_made_and_nothing_older_believed_later(at_redis: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    make, clock = Maker(), SimpleNamespace(monotonic=lambda: 1000.0)
    monkeypatch.setattr(page_cache, "time", clock)
    at_redis.kill()
    assert [look(make, "event.4"), look(make, "event.4")] == [1, 2]
    invalidate("event.4")
    at_redis.start()
    assert look(make, "event.4") == 3
    clock.monotonic = lambda: 1000.0 + ENTRY_S + RETRY_S
    assert [look(make, "event.4"), look(make, "event.4")] == [4, 4]
    os.kill(at_redis.pid, signal.SIGSTOP)
    invalidate("event.4")
    os.kill(at_redis.pid, signal.SIGCONT)
    assert [look(make, "event.4"), look(make, "event.4")] == [5, 6], "a change that could not be told"
