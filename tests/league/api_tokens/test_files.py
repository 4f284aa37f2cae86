"""Files of events, leagues and tables by a token, as by a session."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.api_tokens.actions import issue_token, revoke_token
from league.api_tokens.models import Token
from league.events.models import Event
from matches.server_time import now
from tests import factories
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def token_of(name: str, *scopes: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {issue_token(username=name, name='x', scopes=scopes, days=7, at=now())}"}


def test_a_token_reads_the_files_that_its_owner_may_read(client: Client) -> None:
    """Of an event that only its organiser sees, and the log that only the staff reads."""
    ada, ben = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    made = factories.event(organiser=ada)
    Event.objects.filter(pk=made.pk).update(status="draft")
    league = factories.league(organiser=ada)
    files = [f"/events/{made.pk}/{one}" for one in ("entrants.csv", "event.json")]
    files.append(f"/leagues/{league.slug}/log.csv")
    for path in files:
        assert client.get(path, headers=token_of(ada.username)).status_code == 200, path
        assert client.get(path, headers=token_of(ben.username)).status_code in (403, 404), path
        assert client.get(path).status_code in (302, 403, 404), path


def test_a_token_that_is_not_good_is_refused_and_never_the_sessions(client: Client) -> None:
    ada = PlayerFactory(username="ada")
    made = factories.event(organiser=ada)
    client.force_login(ada)
    bearer = token_of("ada")
    revoke_token(player_id=ada.pk, token_id=Token.objects.get().pk, at=now())
    for header, code in ((bearer, "token-revoked"), ({"Authorization": "Bearer lz_x"}, "bad-token")):
        answer = client.get(f"/events/{made.pk}/entrants.csv", headers=header)
        assert (answer.status_code, answer.json()["code"]) == (401, code)
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_pages_take_no_token(client: Client) -> None:
    PlayerFactory(username="ada")
    bearer = token_of("ada", "account")
    for path in ("/accounts/", "/accounts/tokens/", "/accounts/export/"):
        assert client.get(path, headers=bearer).status_code == 302
        assert client.post(path, {"password": "x"}, headers=bearer).status_code in (302, 403, 405)


def test_a_file_is_not_kept_for_others(client: Client) -> None:
    ada = PlayerFactory(username="ada")
    made = factories.event(organiser=ada)
    answer = client.get(f"/events/{made.pk}/entrants.csv", headers=token_of("ada"))
    assert "Authorization" in answer.headers["Vary"]


def test_every_kind_of_file_takes_a_token(client: Client) -> None:
    league = factories.league(organiser=PlayerFactory())
    for kind in ("csv", "json", "toml"):
        answer = client.get(f"/leagues/{league.slug}/gamers.{kind}", headers={"Authorization": "Bearer lz_x"})
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")


def test_bad_tokens_for_files_are_counted_by_address(client: Client, settings: Any) -> None:
    settings.RATE_LIMITS = {"address": (2, 60)}
    guess = {"Authorization": "Bearer lz_x"}
    assert [client.get("/events/entrants.csv", headers=guess).status_code for _ in range(3)] == [401, 401, 429]
    assert client.get("/events/entrants.csv").status_code == 200
