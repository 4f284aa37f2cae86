"""Passwords that cost nothing to check: these tests ask for them at every step, and are not about them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import make_password

from league.people.models import Player
from tests.factories import PASSWORD, PlayerFactory

MD5, ARGON = "MD5PasswordHasher", "Argon2PasswordHasher"


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{one}" for one in (MD5, ARGON)]


@pytest.fixture
def ada(_quick_passwords: None) -> Player:
    made: Player = PlayerFactory(
        username="ada", display_name="Ada L", email="ada-mine@example.org", about="about mine", first_name="Augusta",
        password=make_password(PASSWORD),
    )  # fmt: skip
    return made
