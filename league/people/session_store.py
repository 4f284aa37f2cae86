"""Django's database sessions, read by a statement that is written out: every move of every match reads one."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from matches.statements import rows


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Any:
        """The stored session; a key that is unknown or has run out is forgotten, as in Django's own store."""
        found = rows(Session, "WHERE session_key = %s AND expire_date > %s", [self.session_key, timezone.now()])
        if found:
            return found[0]
        self._session_key = None
        return None
