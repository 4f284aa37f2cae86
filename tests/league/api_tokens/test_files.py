from typing import Any

import pytest
from django.test import Client

from league.api_tokens.actions import issue_token, revoke_token
from league.api_tokens.models import Token
from league.events.models import Event, EventStatus
from matches.server_time import now
from tests import factories
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
API = "/api/v1/"


@pytest.fixture(scope="module")
def cup(module_rows: None) -> int:
    ada = PlayerFactory(username="ada")
    PlayerFactory(username="ben")
    return factories.started_event(PlayerFactory(), PlayerFactory(), organiser=ada).pk


def token_of(name: str, *scopes: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {issue_token(username=name, name='x', scopes=scopes, days=7, at=now())}"}


def test_a_file_is_what_it_is_whatever_is_accepted(client: Client, cup: int) -> None:
    """A client that is made from the schema asks for the type that it names."""
    for accept in ("text/csv", "application/json", "*/*", "image/png", ""):
        answer = client.get(f"{API}events/{cup}/standings.csv", headers={"Accept": accept})
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8"), accept
        refused = client.get(f"{API}players/nobody/ratings.csv", headers={"Accept": accept})
        assert (refused.status_code, refused.json()["code"]) == (404, "not-found")
    assert client.get(f"{API}players/ada/ratings.csv")["Content-Type"] == "text/csv; charset=utf-8"
    record = f"{API}matches/{factories.ended_match().pk}/record/"
    assert client.get(record, headers={"Accept": "application/jsonl"}).status_code == 200
    assert client.head(f"{API}events/{cup}/standings.csv").status_code == 200


def test_it_is_the_file_that_lies_beside_the_page(client: Client, cup: int) -> None:
    for name in ("standings.csv", "pairings.csv", "entrants.csv", "event.json", "calendar.ics"):
        by_api, by_page = client.get(f"{API}events/{cup}/{name}"), client.get(f"/events/{cup}/{name}")
        assert (by_api.status_code, by_api["Content-Type"]) == (200, by_page["Content-Type"])
        one, other = (
            [line for line in answer.content.splitlines() if not line.startswith(b"DTSTAMP")] for answer in (by_api, by_page)
        )
        assert one == other, name


def test_what_is_not_there_is_refused_in_the_one_shape(client: Client, cup: int) -> None:
    for path in ("events/999999999/standings.csv", "events/{}/secrets.csv", "events/{}/report-7.trf", "events/{}/stats/x.csv"):
        answer = client.get(API + path.format(cup))
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), path


def test_a_token_reads_the_files_that_its_owner_may_read(client: Client, cup: int) -> None:
    """Of an event that only its organiser sees, and the log that only the staff reads."""
    Event.objects.filter(pk=cup).update(status=EventStatus.DRAFT)
    league = factories.league(organiser=Event.objects.get(pk=cup).organiser)
    ada, ben = token_of("ada"), token_of("ben")
    files = [f"{API}events/{cup}/entrants.csv", f"/leagues/{league.slug}/log.csv"]
    for path in (*files, f"/events/{cup}/entrants.csv", f"/events/{cup}/event.json"):
        answer = client.get(path, headers=ada)
        assert (answer.status_code, "Authorization" in answer.headers["Vary"]) == (200, True), path
        assert client.get(path, headers=ben).status_code in (403, 404), path
        assert client.get(path).status_code in (302, 403, 404), path


def test_a_token_that_is_not_good_is_refused_and_never_the_sessions(client: Client, cup: int) -> None:
    ada = Event.objects.get(pk=cup).organiser
    client.force_login(ada)
    bearer = token_of("ada")
    revoke_token(player_id=ada.pk, token_id=Token.objects.get().pk, at=now())
    for path in (f"/events/{cup}/entrants.csv", f"{API}events/{cup}/entrants.csv"):
        for header, code in ((bearer, "token-revoked"), ({"Authorization": "Bearer lz_x"}, "bad-token")):
            answer = client.get(path, headers=header)
            assert (answer.status_code, answer.json()["code"]) == (401, code)
            assert answer.headers["WWW-Authenticate"] == "Bearer"
    league = factories.league(organiser=ada)
    for kind in ("csv", "json", "toml"):
        answer = client.get(f"/leagues/{league.slug}/gamers.{kind}", headers={"Authorization": "Bearer lz_x"})
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")


def test_bad_tokens_for_files_are_counted_by_address(client: Client, settings: Any) -> None:
    settings.RATE_LIMITS = {"address": (2, 60)}
    guess = {"Authorization": "Bearer lz_x"}
    assert [client.get("/events/entrants.csv", headers=guess).status_code for _ in range(3)] == [401, 401, 429]
    assert client.get("/events/entrants.csv").status_code == 200
