"""Whose moves are stored: those of players who are signed in, with the CSRF token or a token that may play."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from league.api_tokens.actions import issue_token, revoke_token
from league.api_tokens.models import Token
from league.people.models import Player
from league.people.session_store import digest_key
from matches.models import Submission
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.matches.conftest import TwoPlayerMatch

pytestmark = pytest.mark.django_db
StartMatch = Callable[..., TwoPlayerMatch]
CSRF = "c" * 32


def signed_in(player: Any) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    client.cookies["csrftoken"] = CSRF
    return client


def send(client: Client, match_id: int, key: str = "k", **headers: str) -> tuple[int, str]:
    """Send a move; return status and code of the answer."""
    body = {"turn": 2, "text": "B4-B5", "key": key}
    url = f"/api/v1/matches/{match_id}/submissions/"
    response = client.post(url, body, content_type="application/json", headers={"X-CSRFToken": CSRF, **headers})
    return response.status_code, response.json().get("code", "")


def _signs_out(session: str, player: Player) -> None:
    Session.objects.filter(pk=digest_key(session)).delete()


def _session_runs_out(session: str, player: Player) -> None:
    Session.objects.filter(pk=digest_key(session)).update(expire_date=timezone.now() - timedelta(seconds=1))


def _password_changes(session: str, player: Player) -> None:
    player.set_password("another one, long enough")
    player.save()


def _account_is_closed(session: str, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


def _session_becomes_another_persons(session: str, player: Player) -> None:
    other = signed_in(PlayerFactory()).cookies["sessionid"].value
    content = Session.objects.get(pk=digest_key(other)).session_data
    Session.objects.filter(pk=digest_key(session)).update(session_data=content)


@pytest.mark.parametrize(
    ("happens", "status"),
    [(_signs_out, 401), (_session_runs_out, 401), (_password_changes, 401), (_account_is_closed, 401),
     (_session_becomes_another_persons, 403)],
)  # fmt: skip
def test_who_is_signed_in_no_more_moves_no_more(
    start_match: StartMatch, happens: Callable[[str, Player], None], status: int
) -> None:
    table = start_match().begin()
    client = signed_in(table.red)
    session = client.cookies["sessionid"].value
    assert send(client, table.id)[0] == 202
    stored = Submission.objects.count()
    happens(session, Player.objects.get(pk=table.red.pk))
    assert [send(client, table.id, key)[0] for key in ("a", "b")] == [status, status]
    assert Submission.objects.count() == stored


@pytest.mark.parametrize("headers", [{"X-CSRFToken": "d" * 32}, {"X-CSRFToken": ""}, {"Origin": "https://evil.example"}])
def test_another_site_cannot_move_for_a_player(start_match: StartMatch, headers: dict[str, str]) -> None:
    table = start_match().begin()
    stored = Submission.objects.count()
    assert send(signed_in(table.red), table.id, **headers)[0] == 403
    assert send(signed_in(table.red), table.id, Authorization="Basic YTpi", **headers)[0] == 403
    assert Submission.objects.count() == stored


def test_a_token_moves_until_it_is_revoked_and_no_session_stands_in_for_it(start_match: StartMatch) -> None:
    table = start_match().begin()
    token = issue_token(username=table.red.username, name="bot", scopes=["play"], days=7, at=now())
    bearer = {"Authorization": f"Bearer {token}"}
    assert [send(Client(), table.id, key, **bearer)[0] for key in ("a", "b")] == [202, 202]
    revoke_token(player_id=table.red.pk, token_id=Token.objects.get().pk, at=now())
    assert send(signed_in(table.red), table.id, "c", **bearer) == (401, "token-revoked")
    assert not Submission.objects.filter(key="c").exists()


@pytest.mark.parametrize("scopes", [["organise"], []])
def test_a_token_that_may_not_play_does_not_move(start_match: StartMatch, scopes: list[str]) -> None:
    table = start_match().begin()
    token = issue_token(username=table.red.username, name="bot", scopes=scopes, days=7, at=now())
    assert send(Client(), table.id, Authorization=f"Bearer {token}") == (403, "scope-missing")
