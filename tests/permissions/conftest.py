"""One world for all tests of permissions: each takes back what it did."""

import math
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from tests.permissions.asking import Listener
from tests.permissions.world import World

QUICK = override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
"""Passwords are hashed many times here, and what a hash costs is no permission."""


@pytest.fixture(scope="package")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), QUICK, transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _unlimited(unlimited: None) -> None:
    """The whole table is asked from one address."""


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Listener:
    # A browser is noted again after five minutes, which is no part of what is asked: a slow machine needs more.
    monkeypatch.setattr("league.account.sessions.UPDATE_INTERVAL_S", math.inf)
    return Listener(monkeypatch)
