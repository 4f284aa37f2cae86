"""A move is answered in front of the view as the view would answer it, and whatever is not in order by the view.

Stored are moves of players who are signed in, with the CSRF token or a token that may play.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from league.api_tokens.actions import issue_token, revoke_token
from league.api_tokens.models import Token
from league.people.models import Player
from league.people.session_store import digest_key
from matches.api.matches import SubmissionsView
from matches.models import Submission
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.matches.conftest import TwoPlayerMatch

pytestmark = pytest.mark.django_db
MIDDLEWARE = "matches.hot_path.acknowledgement.AcknowledgeMoves"
CSRF = "c" * 32
MOVE = {"turn": 2, "text": "B4-B5", "key": "k", "nonce": "ab" * 16}


@pytest.fixture
def viewed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    asked: list[int] = []
    post = SubmissionsView.post

    @wraps(post)
    def noting(view: SubmissionsView, request: Any, match_id: int) -> Any:
        asked.append(match_id)
        return post(view, request, match_id)

    monkeypatch.setattr(SubmissionsView, "post", noting)
    return asked


def browser(player: Any) -> Client:
    client = Client(enforce_csrf_checks=True, headers={"X-CSRFToken": CSRF})
    client.force_login(player)
    client.cookies["csrftoken"] = CSRF
    return client


def post(client: Client, match_id: int, data: Any = MOVE, query: str = "", **options: Any) -> Any:
    return client.post(f"/api/v1/matches/{match_id}/submissions/{query}", data, "application/json", **options)


def status(client: Client, match_id: int, key: str = "k", **headers: str) -> tuple[int, str]:
    answer = post(client, match_id, {**MOVE, "key": key}, headers=headers)
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("query", ["", "?wait=2"])
def test_a_good_move_is_answered_as_by_the_view(table: TwoPlayerMatch, settings: Any, viewed: list[int], query: str) -> None:
    client = browser(table.red)
    quick = post(client, table.id, query=query)
    assert viewed == []
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != MIDDLEWARE]
    slow = post(browser(table.red), table.id, query=query)
    assert viewed == [table.id]
    assert (quick.status_code, quick.content) == (slow.status_code, slow.content) == (202, quick.content)
    told = ("Content-Type", "Content-Length", "Waits-For", "RateLimit-Policy", "RateLimit-Limit")
    assert {name: quick.headers.get(name) for name in told} == {name: slow.headers.get(name) for name in told}
    assert Submission.objects.filter(match=table.id, key="k").count() == 1


def test_a_token_that_may_play_needs_neither_session_nor_view_until_revoked(table: TwoPlayerMatch, viewed: list[int]) -> None:
    token = issue_token(username=table.red.username, name="bot", scopes=["play"], days=7, at=now())
    bearer = {"Authorization": f"Bearer {token}"}
    client = Client(enforce_csrf_checks=True)
    assert [status(client, table.id, key, **bearer)[0] for key in ("a", "b")] == [202, 202]
    assert viewed == []
    assert status(Client(), table.id, "a", **bearer, Origin="https://example.org")[0] == 202
    assert viewed == [table.id]
    revoke_token(player_id=table.red.pk, token_id=Token.objects.get().pk, at=now())
    assert status(browser(table.red), table.id, "c", **bearer) == (401, "token-revoked")
    for scopes in (["organise"], []):
        token = issue_token(username=table.red.username, name=f"bot {scopes}", scopes=scopes, days=7, at=now())
        assert status(Client(), table.id, "c", Authorization=f"Bearer {token}") == (403, "scope-missing")
    assert not Submission.objects.filter(key="c").exists()


BAD: tuple[tuple[Any, int, str, str | None], ...] = (
    ("{", 400, "parse-error", None),
    ({**MOVE, "turn": "2"}, 400, "bad-turn", "turn"), ({**MOVE, "turn": True}, 400, "bad-turn", "turn"),
    ({**MOVE, "turn": -1}, 400, "bad-turn", "turn"), ({**MOVE, "turn": 10**30}, 400, "bad-turn", "turn"),
    ({**MOVE, "text": None}, 400, "bad-text", "text"), ({**MOVE, "text": "  "}, 400, "bad-text", "text"),
    ({**MOVE, "text": "B4-B5\0"}, 400, "bad-text", "text"), ({**MOVE, "text": "x" * 2001}, 413, "too-long", "text"),
    ({**MOVE, "key": ""}, 400, "bad-key", "key"), ({**MOVE, "key": "k" * 65}, 400, "bad-key", "key"),
    ({**MOVE, "key": 7}, 400, "bad-key", "key"), ({}, 400, "bad-turn", "turn"),
    ({**MOVE, "nonce": "x" * 65}, 400, "bad-nonce", "nonce"), ({**MOVE, "nonce": "a\nb"}, 400, "bad-nonce", "nonce"),
    ([], 400, "malformed", None), ('"B4-B5"', 400, "malformed", None),
)  # fmt: skip


def test_what_is_not_in_order_the_view_explains_with_code_sentence_and_field(table: TwoPlayerMatch, viewed: list[int]) -> None:
    client, stored = browser(table.red), Submission.objects.count()
    for data, *told in BAD:
        answer = post(client, table.id, data)
        assert [answer.status_code, answer.json()["code"], answer.json()["field"]] == told, data
        assert answer.json()["text"].endswith(".")
    assert Submission.objects.count() == stored
    assert viewed == [table.id] * len(BAD)


def _sign_out(session: str, player: Player) -> None:
    Session.objects.filter(pk=digest_key(session)).delete()


def _let_session_run_out(session: str, player: Player) -> None:
    Session.objects.filter(pk=digest_key(session)).update(expire_date=timezone.now() - timedelta(seconds=1))


def _change_password(session: str, player: Player) -> None:
    player.set_password("another one, long enough")
    player.save()


def _close_account(session: str, player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


def _make_session_another_persons(session: str, player: Player) -> None:
    other = browser(PlayerFactory()).cookies["sessionid"].value
    content = Session.objects.get(pk=digest_key(other)).session_data
    Session.objects.filter(pk=digest_key(session)).update(session_data=content)


@pytest.mark.parametrize(
    ("happens", "told"),
    [(_sign_out, 401), (_let_session_run_out, 401), (_change_password, 401), (_close_account, 401),
     (_make_session_another_persons, 403)],
)  # fmt: skip
def test_who_is_signed_out_moves_no_more(table: TwoPlayerMatch, happens: Callable[[str, Player], None], told: int) -> None:
    client = browser(table.red)
    assert status(client, table.id)[0] == 202
    stored = Submission.objects.count()
    happens(client.cookies["sessionid"].value, Player.objects.get(pk=table.red.pk))
    assert [status(client, table.id, key)[0] for key in ("a", "b")] == [told, told]
    assert Submission.objects.count() == stored


def test_another_site_cannot_move_for_a_player(table: TwoPlayerMatch) -> None:
    stored, client = Submission.objects.count(), browser(table.red)
    for headers in ({"X-CSRFToken": "d" * 32}, {"X-CSRFToken": ""}, {"Origin": "https://evil.example"}):
        assert status(client, table.id, **headers)[0] == 403
        assert status(client, table.id, Authorization="Basic YTpi", **headers)[0] == 403
    assert Submission.objects.count() == stored


def test_a_refused_move_counts_once_for_the_limits(table: TwoPlayerMatch) -> None:
    client = browser(table.red)
    left = int(post(client, table.id).headers["RateLimit-Remaining"])
    refused = post(client, table.id, {**MOVE, "text": "another move, the same key"})
    assert refused.status_code == 409
    assert int(refused.headers["RateLimit-Remaining"]) == left - 1
