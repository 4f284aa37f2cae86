"""Django's PostgreSQL, which notices without a question that the server has hung up, and reads moments quickly."""

from __future__ import annotations

import select
from datetime import UTC, datetime
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import BaseTzLoader


class UtcLoader(BaseTzLoader):  # type: ignore[misc]
    """Moments as the server writes them when its time zone is UTC; what Python cannot read goes the usual way."""

    timezone = UTC

    def load(self, data: Any) -> Any:
        try:
            return datetime.fromisoformat(str(data, "ascii"))
        except ValueError:
            return super().load(data)


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if self.timezone is UTC:
            connection.adapters.register_loader("timestamptz", UtcLoader)
        return connection

    def is_usable(self) -> bool:
        """A connection that waits has nothing to read; one that the server has closed has its end to read.

        Asking the server instead, as Django does, costs every request and every task a round trip.
        """
        if self.connection is None or self.connection.closed:
            return False
        waiting = select.poll()
        waiting.register(self.connection.pgconn.socket, select.POLLIN)
        return not waiting.poll(0) or bool(super().is_usable())
