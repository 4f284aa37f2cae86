"""Django's database sessions, keyed by a digest, so that the table reveals no valid session key.

Sessions are read with a raw SQL statement, because every move reads one (docs/move-performance.md).
"""

import hashlib
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from matches.hot_path.statements import select_rows

KEY_LENGTH = 40
"""Length of the column: 160 bits, like a session key."""


def digest_key(session_key: str) -> str:
    """Return the primary key of a session's row. It is longer than a browser's key, so no row's key is valid as one."""
    return hashlib.sha256(session_key.encode(errors="surrogatepass")).hexdigest()[:KEY_LENGTH]


class SessionStore(db.SessionStore):
    """Session store that looks keys up by their digest."""

    def _get_session_from_db(self) -> Any:
        """Return the stored session; discard an unknown or expired key, as Django's own store does."""
        key, now = digest_key(self.session_key or ""), timezone.now()
        sessions = select_rows(Session, "WHERE session_key = %s AND expire_date > %s", [key, now])
        if not sessions:
            self._session_key = None
        return sessions[0] if sessions else None

    def exists(self, session_key: str) -> bool:
        return super().exists(digest_key(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.session_key = digest_key(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        session_key = session_key or self.session_key
        if session_key is not None:
            super().delete(digest_key(session_key))
