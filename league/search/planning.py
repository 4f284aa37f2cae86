"""How PostgreSQL goes about what is searched for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def planned_by_its_words() -> Iterator[None]:
    """What is asked within it is planned for the words that are looked for, not once for all words.

    A rare word is found by an index, a frequent one quicker from the newest row on. A statement that has been prepared
    does not know which it is.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    server = connection.connection
    before, server.prepare_threshold = server.prepare_threshold, None
    try:
        yield
    finally:
        server.prepare_threshold = before
