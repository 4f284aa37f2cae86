"""Django's database sessions, kept under a digest of their key: whoever reads the table cannot sign in with it.

A session is read by a written-out statement, as every move reads one (docs/move-performance.md).
"""

import hashlib
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from matches.hot_path.statements import rows

LENGTH = 40
"""What the column holds: 160 bits, as many as a key has."""


def row_key(session_key: str) -> str:
    """Return the primary key of the row of a session. No key of a browser is as long, so no row's key is one."""
    return hashlib.sha256(session_key.encode(errors="surrogatepass")).hexdigest()[:LENGTH]


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Any:
        """Return the stored session; forget a key that is unknown or has expired, as in Django's own store."""
        key, now = row_key(self.session_key or ""), timezone.now()
        found = rows(Session, "WHERE session_key = %s AND expire_date > %s", [key, now])
        if not found:
            self._session_key = None
        return found[0] if found else None

    def exists(self, session_key: str) -> bool:
        return super().exists(row_key(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.session_key = row_key(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        session_key = session_key or self.session_key
        if session_key is not None:
            super().delete(row_key(session_key))
