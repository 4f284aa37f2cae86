"""Django's password sign-in. The player is read by a written-out statement, as for every move."""

from django.contrib.auth.backends import ModelBackend

from league.people.models import Player
from matches.hot_path.statements import rows


class PlayerBackend(ModelBackend):
    def get_user(self, user_id: int) -> Player | None:
        """Return the player, None if the account is gone or closed."""
        found = rows(Player, "WHERE id = %s", [user_id])
        return found[0] if found and self.user_can_authenticate(found[0]) else None
