"""Tokens: made with the password, shown once, kept as a digest; what each may do, and how each of them ends."""

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


def test_a_token_is_its_owner_needs_no_csrf_and_opens_no_page() -> None:
    ada = PlayerFactory(username="ada")
    program = bearing(make(ada, *rules.SCOPES))
    answer = program.patch("/api/v1/players/ada/", {"about": "I compute."}, content_type="application/json")
    assert answer.status_code == 200
    assert Player.objects.get(pk=ada.pk).about == "I compute."
    assert program.get("/accounts/").status_code == 302


def test_only_a_digest_is_kept_and_making_and_revoking_stand_in_the_audit_log_without_it() -> None:
    ada = PlayerFactory()
    token = make(ada, "play")
    row = Token.objects.get()
    assert token not in " ".join(str(value) for value in vars(row).values())
    assert (row.digest, row.scopes, row.begins) == (rules.digest(token), "read play", token[:8])
    for _ in range(2):
        actions.revoke_token(player_id=ada.pk, token_id=row.pk, at=now())
    acts = list(AuditEntry.objects.order_by("pk"))
    assert [(one.act, one.by_id) for one in acts] == [("token.made", ada.pk), ("token.revoked", ada.pk)]
    assert token not in str([(one.before, one.after) for one in acts])


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


def test_an_invented_token_lets_nobody_in_and_never_falls_back_on_a_session(client: Client) -> None:
    client.force_login(PlayerFactory())
    for sent in ("", "x", "lz_" + "x" * 43, "lz_' OR 1=1 --", "ü" * 46):
        answer = client.get("/api/v1/challenges/", headers={"Authorization": f"Bearer {sent}"})
        assert refusal(answer) == (401, "bad-token", "Authorization"), sent
        assert answer.headers["WWW-Authenticate"] == "Bearer"


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
    program = bearing(make(ada))
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    assert refusal(program.get("/api/v1/games/"))[:2] == (401, "bad-token"), "a closed account"


def test_what_cannot_be_made_makes_nothing() -> None:
    given = {"player_id": PlayerFactory().pk, "password": PASSWORD, "name": "bot", "scopes": ["play"], "days": 7}
    for wrong, code, field in (
        ({"password": "not mine"}, "wrong-password", "password"),
        ({"scopes": ["everything"]}, "unknown-scope", "scopes"),
        ({"days": 3650}, "bad-days", "days"),
        ({"name": " "}, "bad-name", "name"),
        ({"player_id": GuestFactory().pk}, "account-needed", None),
    ):
        with pytest.raises(ActionError) as refused:
            actions.create_token(**{**given, **wrong}, at=now())  # type: ignore[arg-type]
        assert (refused.value.code, refused.value.field) == (code, field)
    assert not Token.objects.exists()


def test_a_person_has_at_most_twenty_tokens_in_force_which_nobody_else_revokes() -> None:
    ada, bob = PlayerFactory.create_batch(2)
    tokens = [make(ada) for _ in range(rules.MAX_TOKENS)]
    with pytest.raises(ActionError) as refused:
        make(ada)
    assert refused.value.code == "too-many-tokens"
    newest = Token.objects.latest("pk").pk
    answer = bearing(make(bob, "account")).delete(f"/api/v1/tokens/{newest}/")
    assert refusal(answer)[:2] == (404, "not-found")
    assert bearing(tokens[-1]).get("/api/v1/challenges/").status_code == 200
    actions.revoke_token(player_id=ada.pk, token_id=newest, at=now())
    assert make(ada)


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


def test_an_endpoint_asks_for_its_own_scope_and_no_other_will_do() -> None:
    ada = PlayerFactory(username="ada")
    programs = {one: bearing(make(ada, *({*rules.SCOPES} - {one}))) for one in rules.SCOPES}
    alone = {one: bearing(make(ada, one)) for one in rules.SCOPES}
    for method, path, scope in (
        ("POST", "challenges/", "play"),
        ("POST", "matches/1/submissions/", "play"),
        ("POST", "events/", "organise"),
        ("POST", "leagues/", "organise"),
        ("PATCH", "players/ada/", "account"),
        ("GET", "tokens/", "account"),
        ("DELETE", "tokens/1/", "account"),
        ("GET", "webhooks/", "webhooks"),
        ("POST", "webhooks/", "webhooks"),
    ):
        answer = programs[scope].generic(method, f"/api/v1/{path}", "{}", "application/json")
        assert refusal(answer) == (403, "scope-missing", "Authorization"), path
        assert f"`{scope}`" in answer.json()["text"]
        right = alone[scope].generic(method, f"/api/v1/{path}", "{}", "application/json")
        assert right.status_code < 400 or right.json()["code"] != "scope-missing"


def test_a_token_can_do_no_more_than_its_owner_and_where_organisers_act_for_others_it_needs_both_scopes() -> None:
    season = factories.season(pool=False)
    organiser = factories.staff(season.league, Role.ORGANISER)
    outsider = bearing(make(PlayerFactory(), "organise", "play", "account"))
    answer = outsider.patch(f"/api/v1/leagues/{season.league.slug}/", {"name": "Mine"}, content_type="application/json")
    assert refusal(answer)[:2] == (403, "not-allowed")
    path = f"/api/v1/leagues/{season.league.slug}/seasons/{season.pk}/franchises/"
    found = {"name": "Foxes", "owner": PlayerFactory(username="bob").username}
    for scopes, status in ((["play"], 403), (["organise"], 403), (["play", "organise"], 201)):
        answer = bearing(make(organiser, *scopes)).post(path, found, content_type="application/json")
        assert answer.status_code == status
        assert status == 201 or refusal(answer)[1] == "scope-missing"
    player = bearing(make(PlayerFactory(), "play")).post(path, {"name": "Wolves"}, content_type="application/json")
    assert player.json().get("code") != "scope-missing"


# The page


def test_the_page_shows_a_new_token_once_and_revokes_it(client: Client) -> None:
    client.force_login(PlayerFactory(username="ada"))
    given = {"name": "my bot", "scopes": ["play"], "days": "30", "password": "not mine"}
    answer = client.post("/accounts/tokens/", given)
    assert (answer.status_code, "Incorrect password." in answer.content.decode()) == (422, True)
    assert not Token.objects.exists()
    answer = client.post("/accounts/tokens/", {**given, "password": PASSWORD})
    token = answer.context["made"]
    assert token in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    assert bearing(token).get("/api/v1/games/").status_code == 200
    client.post(f"/accounts/tokens/{Token.objects.get().pk}/revoke/")
    assert refusal(bearing(token).get("/api/v1/games/"))[1] == "token-revoked"
    page = client.get("/accounts/tokens/").content.decode()
    assert token not in page
    for text in ("my bot", token[:8], "revoked"):
        assert text in page


def test_the_list_for_programs() -> None:
    ada = PlayerFactory()
    [line] = bearing(make(ada, "account")).get("/api/v1/tokens/").json()["tokens"]
    assert (line["scopes"], line["state"]) == (["read", "account"], "in-force")
    assert bearing(make(ada, "account")).delete(f"/api/v1/tokens/{line['token_id']}/").status_code == 204


def test_the_command_makes_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    PlayerFactory(username="ada")
    call_command("token", "Ada", "--scopes", "play,organise")
    assert bearing(capsys.readouterr().out.strip()).get("/api/v1/challenges/").status_code == 200
    assert Token.objects.get().scopes == "read play organise"


def test_what_an_endpoint_does_not_do_at_all_is_no_question_of_scopes() -> None:
    program = bearing(make(PlayerFactory()))
    for method in ("POST", "PUT", "DELETE", "TRACE"):
        answer = program.generic(method, "/api/v1/games/", "{}", "application/json")
        assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")
        assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"
