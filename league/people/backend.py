"""Django's password backend, reading the player with a raw SQL statement, because every move does."""

from django.contrib.auth.backends import ModelBackend

from league.people.models import Player
from matches.hot_path.statements import select_rows


class PlayerBackend(ModelBackend):
    """Model backend with a faster lookup of the session's player."""

    def get_user(self, user_id: int) -> Player | None:
        """Return the player; None if the account is gone or closed."""
        players = select_rows(Player, "WHERE id = %s", [user_id])
        return players[0] if players and self.user_can_authenticate(players[0]) else None
