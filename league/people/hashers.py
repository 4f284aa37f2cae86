"""Password hashing, few at a time: a hash takes 100 MB and as much CPU time as ten pages."""

from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

from matches.costly_work import costly_work


class Argon2InTurn(Argon2PasswordHasher):
    """Django's hasher, whose floods leave threads to others. Raises Overloaded."""

    def encode(self, password: str, salt: str) -> str:
        with costly_work():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> Any:
        with costly_work():
            return super().verify(password, encoded)
