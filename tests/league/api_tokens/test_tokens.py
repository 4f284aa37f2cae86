"""Tokens: made with the password, shown once, kept as a digest; what each may do, and how each of them ends."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver

from league.api_tokens import actions, rules
from league.api_tokens.models import Token
from league.api_tokens.scopes import READ_SCOPES, WRITE_SCOPES
from league.audit.models import AuditEntry
from league.leagues.models import Role
from league.people.models import Player
from matches.errors import ActionError
from matches.server_time import now
from tests import factories
from tests.factories import PASSWORD, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db


def make(player: Player, *scopes: str, at: datetime | None = None, days: int = 30) -> str:
    """Without the password, which takes its time to check."""
    return actions.issue_token(username=player.username, name="my bot", scopes=scopes, days=days, at=at or now())


def bearing(token: str) -> Client:
    """A program: it keeps no cookies, and is held to CSRF where it is not excused from it."""
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {token}"})


def refusal(answer: Any) -> tuple[int, str, str | None]:
    said = answer.json()
    assert said["text"]
    return answer.status_code, said["code"], said["field"]


def test_a_token_is_its_owner_and_needs_no_csrf() -> None:
    ada = PlayerFactory(username="ada")
    program = bearing(make(ada, "account"))
    answer = program.patch("/api/v1/players/ada/", {"about": "I compute."}, content_type="application/json")
    assert answer.status_code == 200
    assert Player.objects.get(pk=ada.pk).about == "I compute."


def test_only_a_digest_is_kept() -> None:
    token = make(PlayerFactory(), "play")
    row = Token.objects.get()
    kept = " ".join(str(value) for value in vars(row).values())
    assert token not in kept
    assert row.digest == rules.digest(token)
    assert (row.scopes, row.begins) == ("read play", token[:8])


def test_the_last_use_is_written_down_once_a_minute(django_assert_max_num_queries: Any) -> None:
    program = bearing(make(PlayerFactory()))
    assert program.get("/api/v1/challenges/").status_code == 200
    first = Token.objects.get().used_at
    assert first is not None
    program.get("/api/v1/challenges/")
    assert Token.objects.get().used_at == first
    Token.objects.update(used_at=first - timedelta(minutes=2))
    program.get("/api/v1/challenges/")
    assert Token.objects.get().used_at >= first


@pytest.mark.parametrize("sent", ["", "nonsense", "lz_" + "x" * 43, "lz_' OR 1=1 --", "ü" * 46])
def test_an_invented_token_lets_nobody_in(sent: str) -> None:
    answer = Client(headers={"Authorization": f"Bearer {sent}"}).get("/api/v1/games/")
    assert refusal(answer) == (401, "bad-token", "Authorization")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_bad_token_never_falls_back_on_a_session() -> None:
    client = Client()
    client.force_login(PlayerFactory())
    assert client.get("/api/v1/challenges/", headers={"Authorization": "Bearer x"}).status_code == 401


def test_a_token_ends_when_it_is_revoked_expires_or_the_password_changes() -> None:
    ada = PlayerFactory(username="ada")
    revoked, late, ended = make(ada), make(ada, at=now() - timedelta(days=8), days=7), make(ada)
    actions.revoke_token(player_id=ada.pk, token_id=Token.objects.get(digest=rules.digest(revoked)).pk, at=now())
    assert refusal(bearing(revoked).get("/api/v1/games/"))[1] == "token-revoked"
    assert refusal(bearing(late).get("/api/v1/games/"))[1] == "token-expired"
    assert bearing(ended).get("/api/v1/games/").status_code == 200
    ada.set_password("another one entirely")
    ada.save()
    assert refusal(bearing(ended).get("/api/v1/games/"))[1] == "token-ended"


def test_a_token_of_a_closed_account_lets_nobody_in() -> None:
    ada = PlayerFactory()
    program = bearing(make(ada))
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    assert refusal(program.get("/api/v1/games/"))[:2] == (401, "bad-token")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"password": "not mine"}, "wrong-password"),
        ({"scopes": ["everything"]}, "unknown-scope"),
        ({"days": 3650}, "bad-days"),
        ({"name": " "}, "bad-name"),
    ],
)
def test_what_cannot_be_made_makes_nothing(wrong: dict[str, Any], code: str) -> None:
    given = {"player_id": PlayerFactory().pk, "password": PASSWORD, "name": "bot", "scopes": ["play"], "days": 7}
    with pytest.raises(ActionError) as refused:
        actions.create_token(**{**given, **wrong}, at=now())
    assert refused.value.code == code
    assert refused.value.field == next(iter(wrong))
    assert not Token.objects.exists()


def test_guests_have_no_tokens() -> None:
    with pytest.raises(ActionError) as refused:
        actions.create_token(player_id=GuestFactory().pk, password=PASSWORD, name="bot", scopes=[], days=7, at=now())
    assert refused.value.code == "account-needed"


def test_a_person_has_at_most_twenty_tokens_in_force() -> None:
    ada = PlayerFactory()
    for _ in range(rules.MAX_TOKENS):
        make(ada)
    with pytest.raises(ActionError) as refused:
        make(ada)
    assert refused.value.code == "too-many-tokens"
    actions.revoke_token(player_id=ada.pk, token_id=Token.objects.latest("pk").pk, at=now())
    assert make(ada)


def test_nobody_revokes_anothers_token() -> None:
    ada, bob = PlayerFactory.create_batch(2)
    token = make(ada)
    answer = bearing(make(bob, "account")).delete(f"/api/v1/tokens/{Token.objects.get(player=ada).pk}/")
    assert refusal(answer)[:2] == (404, "not-found")
    assert bearing(token).get("/api/v1/games/").status_code == 200


def test_making_and_revoking_stand_in_the_audit_log_without_the_token() -> None:
    ada = PlayerFactory()
    token = make(ada, "play")
    actions.revoke_token(player_id=ada.pk, token_id=Token.objects.get().pk, at=now())
    actions.revoke_token(player_id=ada.pk, token_id=Token.objects.get().pk, at=now())
    acts = list(AuditEntry.objects.order_by("pk"))
    assert [(one.act, one.by_id) for one in acts] == [("token.made", ada.pk), ("token.revoked", ada.pk)]
    assert token not in str([(one.before, one.after) for one in acts])


# Scopes


def test_every_endpoint_that_writes_is_in_the_table_of_scopes_and_nothing_else() -> None:
    endpoints = {
        pattern.name
        for path, pattern in _patterns(get_resolver().url_patterns)
        if path.startswith("api/v1/")
        and any(hasattr(pattern.callback.cls, method) for method in ("post", "put", "patch", "delete"))
    }
    assert set(WRITE_SCOPES) == endpoints
    assert set(READ_SCOPES) <= {pattern.name for _, pattern in _patterns(get_resolver().url_patterns)}


def _patterns(found: Any, before: str = "") -> Any:
    for one in found:
        here = before + str(one.pattern)
        if hasattr(one, "url_patterns"):
            yield from _patterns(one.url_patterns, here)
        else:
            yield here, one


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("post", "/api/v1/challenges/", "play"),
        ("post", "/api/v1/matches/1/submissions/", "play"),
        ("post", "/api/v1/events/", "organise"),
        ("post", "/api/v1/leagues/", "organise"),
        ("patch", "/api/v1/players/ada/", "account"),
        ("get", "/api/v1/tokens/", "account"),
        ("delete", "/api/v1/tokens/1/", "account"),
        ("get", "/api/v1/webhooks/", "webhooks"),
        ("post", "/api/v1/webhooks/", "webhooks"),
    ],
)
def test_an_endpoint_asks_for_its_own_scope_and_no_other_will_do(method: str, path: str, scope: str) -> None:
    ada = PlayerFactory(username="ada")
    others = [one for one in rules.SCOPES if one != scope]
    answer = bearing(make(ada, *others)).generic(method.upper(), path, "{}", "application/json")
    assert refusal(answer) == (403, "scope-missing", "Authorization")
    assert f"`{scope}`" in answer.json()["text"]
    right = bearing(make(ada, scope)).generic(method.upper(), path, "{}", "application/json")
    assert right.status_code < 400 or right.json()["code"] != "scope-missing"


def test_a_token_can_do_no_more_than_its_owner() -> None:
    made = factories.league()
    outsider = bearing(make(PlayerFactory(), "organise", "play", "account"))
    answer = outsider.patch(f"/api/v1/leagues/{made.slug}/", {"name": "Mine"}, content_type="application/json")
    assert refusal(answer)[:2] == (403, "not-allowed")


def test_where_organisers_act_for_others_their_tokens_need_both_scopes() -> None:
    season = factories.season()
    organiser = factories.staff(season.league, Role.ORGANISER)
    path = f"/api/v1/leagues/{season.league.slug}/seasons/{season.pk}/franchises/"
    found = {"name": "Foxes", "owner": PlayerFactory(username="bob").username}
    answer = bearing(make(organiser, "play")).post(path, found, content_type="application/json")
    assert refusal(answer)[1] == "scope-missing"
    answer = bearing(make(organiser, "organise")).post(path, found, content_type="application/json")
    assert refusal(answer)[1] == "scope-missing"
    answer = bearing(make(organiser, "play", "organise")).post(path, found, content_type="application/json")
    assert answer.status_code == 201
    player = bearing(make(PlayerFactory(), "play")).post(path, {"name": "Wolves"}, content_type="application/json")
    assert player.json().get("code") != "scope-missing"


def test_a_token_opens_no_page() -> None:
    program = bearing(make(PlayerFactory(), *rules.SCOPES))
    assert program.get("/accounts/").status_code == 302


# The page


@pytest.fixture
def browser() -> Client:
    client = Client()
    client.force_login(PlayerFactory(username="ada"))
    return client


def test_the_page_shows_a_new_token_once(browser: Client) -> None:
    given = {"name": "my bot", "scopes": ["play"], "days": "30", "password": PASSWORD}
    answer = browser.post("/accounts/tokens/", given)
    token = answer.context["made"]
    assert token in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    assert bearing(token).get("/api/v1/games/").status_code == 200
    page = browser.get("/accounts/tokens/").content.decode()
    assert token not in page
    assert "my bot" in page
    assert token[:8] in page


def test_the_page_says_what_was_wrong_and_makes_nothing(browser: Client) -> None:
    given = {"name": "my bot", "scopes": ["play"], "days": "30", "password": "not mine"}
    answer = browser.post("/accounts/tokens/", given)
    assert answer.status_code == 422
    assert "Incorrect password." in answer.content.decode()
    assert not Token.objects.exists()


def test_a_token_is_revoked_on_the_page(browser: Client) -> None:
    token = make(Player.objects.get(username="ada"))
    browser.post(f"/accounts/tokens/{Token.objects.get().pk}/revoke/")
    assert refusal(bearing(token).get("/api/v1/games/"))[1] == "token-revoked"
    assert "revoked" in browser.get("/accounts/tokens/").content.decode()


def test_the_list_for_programs(browser: Client) -> None:
    ada = Player.objects.get(username="ada")
    [line] = bearing(make(ada, "account")).get("/api/v1/tokens/").json()["tokens"]
    assert (line["scopes"], line["state"]) == (["read", "account"], "in-force")
    assert bearing(make(ada, "account")).delete(f"/api/v1/tokens/{line['token_id']}/").status_code == 204


def test_the_command_makes_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    PlayerFactory(username="ada")
    call_command("token", "Ada", "--scopes", "play,organise")
    assert bearing(capsys.readouterr().out.strip()).get("/api/v1/challenges/").status_code == 200
    assert Token.objects.get().scopes == "read play organise"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "TRACE"])
def test_what_an_endpoint_does_not_do_at_all_is_no_question_of_scopes(method: str) -> None:
    answer = bearing(make(PlayerFactory())).generic(method, "/api/v1/games/", "{}", "application/json")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"
