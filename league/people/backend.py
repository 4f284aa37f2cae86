"""Django's password sign-in, with the player of a session read by a statement that is written out."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend

from league.people.models import Player
from matches.statements import rows


class PlayerBackend(ModelBackend):
    def get_user(self, user_id: int) -> Player | None:
        """The player, None if the account is gone or closed."""
        found = rows(Player, "WHERE id = %s", [user_id])
        return found[0] if found and self.user_can_authenticate(found[0]) else None
