"""A move is answered in front of the view as the view would answer it, and whatever is not in order by the view."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from league.api_tokens.actions import issue_token
from matches.api.matches import SubmissionsView
from matches.models import Submission
from matches.server_time import now
from tests.matches.conftest import TwoPlayerMatch

pytestmark = pytest.mark.django_db
StartMatch = Callable[..., TwoPlayerMatch]
MIDDLEWARE = "matches.hot_path.acknowledgement.AcknowledgeMoves"
CSRF = "c" * 32
MOVE = {"turn": 2, "text": "B4-B5", "key": "k", "nonce": "ab" * 16}


@pytest.fixture
def viewed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches for which the view was asked."""
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


@pytest.mark.parametrize("query", ["", "?wait=2"])
def test_a_move_in_order_is_answered_as_the_view_answers_it(
    start_match: StartMatch, settings: Any, viewed: list[int], query: str
) -> None:
    table = start_match().begin()
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


def test_a_move_with_a_token_needs_neither_session_nor_view(start_match: StartMatch, viewed: list[int]) -> None:
    table = start_match().begin()
    token = issue_token(username=table.red.username, name="bot", scopes=["play"], days=7, at=now())
    bearer = {"Authorization": f"Bearer {token}"}
    assert post(Client(enforce_csrf_checks=True), table.id, headers=bearer).status_code == 202
    assert viewed == []
    assert post(Client(), table.id, headers={**bearer, "Origin": "https://example.org"}).status_code == 202
    assert viewed == [table.id]


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        ("{", 400, "parse-error"),
        ([], 400, "malformed"),
        ({**MOVE, "turn": "2"}, 400, "bad-turn"),
        ({**MOVE, "text": ""}, 400, "bad-text"),
        ({**MOVE, "key": "x" * 65}, 400, "bad-key"),
    ],
)
def test_what_is_not_in_order_is_explained_by_the_view(
    start_match: StartMatch, viewed: list[int], data: Any, status: int, code: str
) -> None:
    table = start_match().begin()
    answer = post(browser(table.red), table.id, data)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Submission.objects.filter(match=table.id, key__in=("k", "x" * 65)).exists()
    assert viewed == [table.id]


def test_a_browser_without_the_csrf_token_stores_nothing(start_match: StartMatch) -> None:
    table = start_match().begin()
    client = browser(table.red)
    assert post(client, table.id, headers={"X-CSRFToken": "d" * 32}).status_code == 403
    assert not Submission.objects.filter(match=table.id, key="k").exists()


def test_a_refused_move_counts_once_for_the_limits(start_match: StartMatch) -> None:
    table = start_match().begin()
    client = browser(table.red)
    left = int(post(client, table.id).headers["RateLimit-Remaining"])
    refused = post(client, table.id, {**MOVE, "text": "another move, the same key"})
    assert refused.status_code == 409
    assert int(refused.headers["RateLimit-Remaining"]) == left - 1


def test_it_stands_in_front_of_all_other_middleware() -> None:
    assert settings.MIDDLEWARE[0] == MIDDLEWARE
