"""Rows that change together: what a result does to its event is stored by one statement."""

from __future__ import annotations

from django.db.models import Model

from matches.hot_path.statements import store


class Changes:
    """Rows with the fields of them that have changed. Each row must always be given as the same object."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Model, set[str]]] = {}

    def note(self, row: Model, *names: str) -> None:
        """Remember to store these fields of the row, by the names of their attributes (`entrant_id`)."""
        self._rows.setdefault(id(row), (row, set()))[1].update(names)

    def store(self) -> None:
        """Store what has been noted since the last time. What the database is asked before does not know of it."""
        changes = [(row, tuple(sorted(names))) for row, names in self._rows.values()]
        self._rows.clear()
        if changes:
            store(changes, ())
