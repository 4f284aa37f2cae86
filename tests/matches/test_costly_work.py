"""Costly work is done by two requests of a process at a time; the others are answered at once that the site is busy."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.conf import LazySettings
from django.test import Client

from matches import costly_work
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
HASHER = "league.people.hashers.Argon2InTurn"


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> Iterator[ExitStack]:
    """As much costly work is under way as may be; closing it ends one piece."""
    monkeypatch.setattr(costly_work, "WAIT_S", 0.0)
    with costly_work.costly_work(), ExitStack() as one:
        one.enter_context(costly_work.costly_work())
        yield one


def test_a_password_waits_for_its_turn_and_the_page_says_that_the_site_is_busy(busy: ExitStack, settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = [HASHER, "django.contrib.auth.hashers.MD5PasswordHasher"]
    player = PlayerFactory(password="argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdA$aGFzaA")
    sign_in = {"username": player.username, "password": "league-zero"}
    answer = Client().post("/accounts/sign-in/", sign_in)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "The site is busy" in answer.content.decode()
    busy.close()
    assert Client().post("/accounts/sign-in/", sign_in).status_code == 200
