"""Streams of programs that bear a token."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from league.api_tokens.actions import issue_token, revoke_token
from league.api_tokens.models import Token
from matches.authentication import find_player_id
from matches.errors import ActionError
from matches.server_time import now
from matches.stream import endpoint
from matches.stream.hub import Hub
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


class Reading:
    """A hub that reads at once, where the test's transaction is to be seen."""

    async def read(self, query: Callable[..., Any], *arguments: Any) -> Any:
        return query(*arguments)


def token_of(player: Any) -> str:
    return issue_token(username=player.username, name="bot", scopes=[], days=7, at=now())


def test_a_stream_is_its_tokens_owners_until_it_is_revoked() -> None:
    ada = PlayerFactory()
    token = token_of(ada)
    assert find_player_id("", f"Bearer {token}") == ada.pk
    assert find_player_id("", "") is None
    assert find_player_id("", "Basic abc") is None
    revoke_token(player_id=ada.pk, token_id=Token.objects.get().pk, at=now())
    with pytest.raises(ActionError) as refused:
        find_player_id("", f"Bearer {token}")
    assert refused.value.code == "token-revoked"


def test_a_stream_is_refused_to_a_token_that_is_not_good(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(cookies: str, authorization: str) -> None:
        raise ActionError("bad-token", "Invalid token.", "Authorization")

    monkeypatch.setattr(endpoint, "find_player_id", nobody)
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"authorization", b"Bearer lz_guess")]
    scope = {"method": "GET", "headers": headers, "query_string": b"topics=lobby"}
    asyncio.run(endpoint.serve(Reading(), scope, None, send))  # type: ignore[arg-type]
    head, body = sent
    assert head["status"] == 401
    assert (b"www-authenticate", b"Bearer") in head["headers"]
    assert json.loads(body["body"])["code"] == "bad-token"


def test_a_stream_ends_soon_after_its_token(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    def look(cookies: str, authorization: str) -> int:
        looks.append(authorization)
        if len(looks) == 3:
            raise ActionError("token-revoked", "This token was revoked.", "Authorization")
        return 1

    monkeypatch.setattr(endpoint, "find_player_id", look)
    monkeypatch.setattr(endpoint, "AUTH_CHECK_S", 0.0)
    asyncio.run(asyncio.wait_for(endpoint._wait_for_sign_out(Reading(), "Bearer lz_mine", "", 1), 5))  # type: ignore[arg-type]
    assert looks == ["Bearer lz_mine"] * 3


def test_a_stream_that_ends_with_its_token_ends_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a program takes it for a line that broke, and the server for a fault of ours."""

    class Here(Hub):
        async def read(self, query: Callable[..., Any], *arguments: Any) -> Any:
            return query(*arguments)

    answers: list[int | ActionError] = [1, ActionError("token-revoked", "This token was revoked.", "Authorization")]

    def look(cookies: str, authorization: str) -> int:
        answer = answers.pop(0)
        if isinstance(answer, ActionError):
            raise answer
        return answer

    monkeypatch.setattr(endpoint, "find_player_id", look)
    monkeypatch.setattr(endpoint, "AUTH_CHECK_S", 0.05)
    sent: list[Any] = []

    async def run() -> None:
        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            await asyncio.Event().wait()

        headers = [(b"host", b"localhost"), (b"authorization", b"Bearer lz_mine")]
        scope = {"method": "GET", "headers": headers, "query_string": b"topics=lobby"}
        await asyncio.wait_for(endpoint.serve(Here("redis://127.0.0.1:1"), scope, receive, send), 5)

    asyncio.run(run())
    assert [one.get("more_body") for one in sent[1:]] == [True, False]
