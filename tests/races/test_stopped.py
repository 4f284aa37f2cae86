"""A process that is stopped while it holds a match does not hold it for long, and a dead connection is noticed."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.db import InternalError, OperationalError, connection, connections, transaction

from matches.hot_path import statements
from matches.hot_path.statements import find_match
from matches.models import Match
from tests.races.test_matches import match  # noqa: F401

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_a_lock_is_taken_from_who_says_nothing(match: Match, settings: Any) -> None:  # noqa: F811
    settings.MATCH_IDLE_MS = 200
    statements._build_select.cache_clear()
    held, lost = threading.Event(), threading.Event()

    def be_stopped() -> None:
        try:
            with transaction.atomic():
                find_match(match.pk, "FOR UPDATE")
                held.set()
                time.sleep(0.6)
                Match.objects.filter(pk=match.pk).update(title="too late")
        except (InternalError, OperationalError):
            lost.set()
        finally:
            connections.close_all()

    thread = threading.Thread(target=be_stopped)
    thread.start()
    assert held.wait(5)
    with transaction.atomic():
        assert find_match(match.pk, "FOR UPDATE") is not None  # waits until the server ends the other's transaction
        assert thread.is_alive()
    thread.join()
    statements._build_select.cache_clear()
    assert lost.is_set()
    assert Match.objects.get(pk=match.pk).title == ""


def test_a_connection_that_the_server_has_closed_is_not_usable() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    assert connection.is_usable()

    def end_it() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 2000)", [pid])
        connections.close_all()

    thread = threading.Thread(target=end_it)
    thread.start()
    thread.join()
    assert not connection.is_usable()
    connection.close()
