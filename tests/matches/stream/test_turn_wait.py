"""`GET matches/N/moves/?wait=`: the moves come once the player is to move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from matches.models import Match
from matches.queries.described_moves import TurnState, read_turn_state
from matches.stream import turn_wait
from matches.stream.hub import Hub
from tests.matches.conftest import TwoPlayerMatch

LESS_THAN_THE_WAIT = 15
THEIRS, MINE, OVER = TurnState(True, (1,)), TurnState(True, (0,)), TurnState(False, ())
REFUSED, LISTED = (409, [], b'{"code": "not-your-turn"}'), (200, [], b'{"turn": 4}')


def scope(path: str = "/api/v1/matches/5/moves/", query: str = "wait=20", method: str = "GET") -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"authorization", b"Bearer a")],
    }


@pytest.fixture(autouse=True)
def _hints_alone_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_wait, "CHECK_S", 60)


class Site:
    """A hub and a bridge: whose turn it is, and how Django answers then."""

    def __init__(self, state: TurnState | None, first: Any = REFUSED) -> None:
        self.hub, self.state, self.first, self.asked = Hub("redis://127.0.0.1:1"), state, first, 0
        self.is_down = False

        async def read(*_: Any) -> TurnState | None:
            if self.is_down:
                raise OperationalError("the database is away")
            return self.state

        self.hub.read = read  # type: ignore[assignment, method-assign]

    async def answer(self, _scope: Any, receive: Any) -> Any:
        assert await receive() == {"type": "http.request", "body": b"", "more_body": False}
        self.asked += 1
        return LISTED if self.state == MINE else self.first

    def serve(
        self, *, wait: float = 20, after: float = 60, event: Callable[[], None] = lambda: None, leaves: float = 60
    ) -> tuple[Any, float]:
        """Return what is sent to a client, which disconnects after `leaves` seconds, and after how many seconds."""
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(leaves)
            return {"type": "http.disconnect"}

        async def run() -> float:
            loop = asyncio.get_running_loop()
            loop.call_later(after, event)
            began = loop.time()
            await turn_wait.serve(self.hub, self, scope(query=f"wait={wait}"), receive, send)
            assert not self.hub.judged
            return loop.time() - began

        seconds = asyncio.run(run())
        return (sent[0]["status"], json.loads(sent[1]["body"])), seconds


@pytest.mark.parametrize("hint", ["match.5", "judged.5"])
def test_a_hint_brings_the_moves_as_soon_as_it_is_the_players_turn(hint: str) -> None:
    site = Site(THEIRS)

    def move() -> None:
        site.state = MINE
        site.hub.wake(hint)

    answer, seconds = site.serve(after=0.05, event=move)
    assert answer == (200, {"turn": 4})
    assert seconds < LESS_THAN_THE_WAIT
    assert site.asked == 2


def test_hints_that_change_nobodys_turn_do_not_ask_again() -> None:
    site = Site(THEIRS)
    answer, _ = site.serve(wait=0.4, after=0.05, event=lambda: site.hub.wake("match.5"))
    assert answer == (409, {"code": "not-your-turn"})
    assert site.asked == 1


def test_without_a_hint_the_match_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_wait, "CHECK_S", 0.05)
    site = Site(THEIRS)
    answer, _ = site.serve(after=0.05, event=lambda: setattr(site, "state", MINE))
    assert answer == (200, {"turn": 4})


def test_the_end_of_the_match_ends_the_wait() -> None:
    site = Site(THEIRS)

    def end() -> None:
        site.state = OVER
        site.hub.wake("match.5")

    answer, seconds = site.serve(after=0.05, event=end)
    assert answer == (409, {"code": "not-your-turn"})
    assert seconds < LESS_THAN_THE_WAIT


def test_a_process_that_stops_ends_the_wait() -> None:
    site = Site(THEIRS)
    answer, seconds = site.serve(after=0.05, event=site.hub.close_streams)
    assert answer == (409, {"code": "not-your-turn"})
    assert seconds < LESS_THAN_THE_WAIT


def test_nobody_is_waited_for_once_the_client_has_left() -> None:
    assert Site(THEIRS).serve(leaves=0.05)[1] < LESS_THAN_THE_WAIT


def test_a_client_waits_at_most_twice_for_the_same_match() -> None:
    site = Site(THEIRS)
    site.hub.turn_waits[(5, b"Bearer a")] = turn_wait.MAX_WAITS
    answer, seconds = site.serve()
    assert (answer[0], seconds < LESS_THAN_THE_WAIT) == (409, True)
    assert site.hub.turn_waits == {(5, b"Bearer a"): turn_wait.MAX_WAITS}
    assert Site(THEIRS).serve(wait=0.4)[1] > 0.3


def test_without_the_database_the_refusal_is_sent() -> None:
    site = Site(THEIRS)

    def fail() -> None:
        site.is_down = True
        site.hub.wake("match.5")

    assert site.serve(after=0.05, event=fail)[0] == (409, {"code": "not-your-turn"})


@pytest.mark.parametrize(
    ("state", "first"),
    [(MINE, LISTED), (OVER, REFUSED), (None, (404, [], b'{"code": "not-found"}')), (THEIRS, (403, [], b"{}"))],
)
def test_every_other_answer_comes_at_once(state: TurnState | None, first: Any) -> None:
    answer, seconds = Site(state, first).serve()
    assert answer == (first[0], json.loads(first[2]))
    assert seconds < LESS_THAN_THE_WAIT


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (scope(), True),
        (scope(query="wait=25"), True),
        (scope(query="wait=25.1"), False),
        (scope(query=""), False),
        (scope(query="wait=x"), False),
        (scope(method="POST"), False),
        (scope("/api/v1/matches/5/"), False),
    ],
)
def test_only_lists_of_moves_that_ask_for_it_wait(given: dict[str, Any], wanted: bool) -> None:
    assert turn_wait.waits_for_turn(given) is wanted


def test_whose_turn_it_is(start_match: Callable[..., TwoPlayerMatch]) -> None:
    match = start_match().begin()
    assert read_turn_state(match.id) == (True, (0,))
    Match.objects.update(status="void", deadline_at=None)
    assert not getattr(read_turn_state(match.id), "is_running", True)
    assert read_turn_state(match.id + 1) is None


def test_a_wait_that_is_too_long_is_refused(start_match: Callable[..., TwoPlayerMatch]) -> None:
    match, client = start_match().begin(), Client()
    client.force_login(match.red)
    answer = client.get(f"/api/v1/matches/{match.id}/moves/?wait=26")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "bad-wait", "wait")
    assert "25" in answer.json()["text"]
