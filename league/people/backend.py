"""Django's password sign-in, with the player of a session read by a statement that is written out."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend

from league.people.models import Player
from matches.statements import rows

STANDS = 'EXISTS(SELECT 1 FROM "league_player" p WHERE p."id" = %s AND p."password" = %s AND p."is_active")'
"""The same as a condition, of the player with this number and stored password: what `get_user` asks of an account, and
a session of its password."""


class PlayerBackend(ModelBackend):
    def get_user(self, user_id: int) -> Player | None:
        """The player, None if the account is gone or closed."""
        found = rows(Player, "WHERE id = %s", [user_id])
        return found[0] if found and self.user_can_authenticate(found[0]) else None
