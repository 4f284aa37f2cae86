"""Django's PostgreSQL, which notices without a question that the server has hung up."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        """A connection that waits has nothing to read; one that the server has closed has its end to read.

        Asking the server instead, as Django does, costs every request and every task a round trip.
        """
        if self.connection is None or self.connection.closed:
            return False
        waiting = select.poll()
        waiting.register(self.connection.pgconn.socket, select.POLLIN)
        return not waiting.poll(0) or bool(super().is_usable())
