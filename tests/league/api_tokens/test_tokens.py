import asyncio
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from league.api_tokens import actions, rules
from league.api_tokens.actions import issue_token, revoke_token
from league.api_tokens.models import Token
from league.audit.models import AuditEntry
from league.people.models import Player
from matches.authentication import find_player_id
from matches.errors import ActionError
from matches.server_time import now
from matches.stream import endpoint
from matches.stream.hub import Hub
from tests.factories import PASSWORD, GuestFactory, PlayerFactory
from tests.league.events.playing import refused

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
        ({"password": "not mine"}, "wrong-password", "password"), ({"scopes": ["everything"]}, "unknown-scope", "scopes"),
        ({"days": 3650}, "bad-days", "days"), ({"name": " "}, "bad-name", "name"),
        ({"player_id": GuestFactory().pk}, "account-needed", None),
    ):  # fmt: skip
        with refused(code, field):
            actions.create_token(**{**given, **wrong}, at=now())  # type: ignore[arg-type]
    assert not Token.objects.exists()


def test_a_person_has_at_most_twenty_tokens_in_force_which_nobody_else_revokes() -> None:
    ada, bob = PlayerFactory.create_batch(2)
    tokens = [make(ada) for _ in range(rules.MAX_TOKENS)]
    with refused("too-many-tokens"):
        make(ada)
    newest = Token.objects.latest("pk").pk
    answer = bearing(make(bob, "account")).delete(f"/api/v1/tokens/{newest}/")
    assert refusal(answer)[:2] == (404, "not-found")
    assert bearing(tokens[-1]).get("/api/v1/challenges/").status_code == 200
    actions.revoke_token(player_id=ada.pk, token_id=newest, at=now())
    assert make(ada)


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
    listed = bearing(make(Player.objects.get(), "account")).get("/api/v1/tokens/").json()["tokens"]
    assert {line["state"]: line["scopes"] for line in listed} == {"revoked": ["read", "play"], "in-force": ["read", "account"]}
    page = client.get("/accounts/tokens/").content.decode()
    assert token not in page
    for text in ("my bot", token[:8], "revoked"):
        assert text in page


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


class Here(Hub):
    """Reads at once, where the test's transaction is to be seen."""

    async def read(self, query: Callable[..., Any], *arguments: Any) -> Any:
        return query(*arguments)


def served(monkeypatch: pytest.MonkeyPatch, *answers: int | ActionError) -> list[Any]:
    """What a stream sends; each check of its token has one of these answers."""
    left, sent = list(answers), list[Any]()

    def look(cookies: str, authorization: str) -> int:
        assert authorization == "Bearer lz_mine"
        answer = left.pop(0)
        if isinstance(answer, ActionError):
            raise answer
        return answer

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(endpoint, "find_player_id", look)
    monkeypatch.setattr(endpoint, "AUTH_CHECK_S", 0.02)
    headers = [(b"host", b"localhost"), (b"authorization", b"Bearer lz_mine")]
    scope = {"method": "GET", "headers": headers, "query_string": b"topics=lobby"}

    async def run() -> None:
        await asyncio.wait_for(endpoint.serve(Here("redis://127.0.0.1:1"), scope, receive, send), 5)

    asyncio.run(run())
    assert left == []
    return sent


def test_a_stream_is_its_tokens_owners_until_it_is_revoked() -> None:
    ada = PlayerFactory()
    token = issue_token(username=ada.username, name="bot", scopes=[], days=7, at=now())
    assert find_player_id("", f"Bearer {token}") == ada.pk
    assert find_player_id("", "") is None
    assert find_player_id("", "Basic abc") is None
    revoke_token(player_id=ada.pk, token_id=Token.objects.get().pk, at=now())
    with refused("token-revoked"):
        find_player_id("", f"Bearer {token}")


def test_a_stream_is_refused_to_a_token_that_is_not_good(monkeypatch: pytest.MonkeyPatch) -> None:
    head, body = served(monkeypatch, ActionError("bad-token", "Invalid token.", "Authorization"))
    assert head["status"] == 401
    assert (b"www-authenticate", b"Bearer") in head["headers"]
    assert json.loads(body["body"])["code"] == "bad-token"


def test_a_stream_ends_soon_after_its_token_and_ends_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a program takes it for a line that broke, and the server for a fault of ours."""
    sent = served(monkeypatch, 1, 1, ActionError("token-revoked", "This token was revoked.", "Authorization"))
    assert [one.get("more_body") for one in sent[1:]] == [True, False]
