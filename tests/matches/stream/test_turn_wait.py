"""`GET matches/N/moves/?wait=`: the moves come once the player is to move."""

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
from tests.matches.watching import run

THEIRS, MINE, OVER = TurnState(True, (1,)), TurnState(True, (0,)), TurnState(False, ())
REFUSED, LISTED = (409, [], b'{"code": "not-your-turn"}'), (200, [], b'{"turn": 4}')
NOT_YET, MOVES = (409, {"code": "not-your-turn"}), (200, {"turn": 4})


def scope(path: str = "/api/v1/matches/5/moves/", query: str = "wait=20", method: str = "GET") -> dict[str, Any]:
    headers = [(b"authorization", b"Bearer a")]
    return {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": headers}


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

    def serve(self, *, event: Callable[[], object] = lambda: None, leaves: float = 60) -> tuple[Any, float]:
        """Return what is sent to a client, which disconnects after `leaves` seconds, and after how many seconds.

        The event happens after a second.
        """
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(leaves)
            return {"type": "http.disconnect"}

        async def serve() -> float:
            loop = asyncio.get_running_loop()
            loop.call_later(1, event)
            began = loop.time()
            await turn_wait.serve(self.hub, self, scope(), receive, send)
            assert not self.hub.judged
            return loop.time() - began

        seconds = run(serve())
        return (sent[0]["status"], json.loads(sent[1]["body"])), seconds

    def change(self, state: TurnState, hint: str = "") -> None:
        self.state = state
        if hint:
            self.hub.wake(hint)


@pytest.mark.parametrize(("hint", "after"), [("match.5", 1), ("judged.5", 1), ("", turn_wait.CHECK_S)])
def test_a_hint_or_another_look_brings_the_moves_as_soon_as_it_is_the_players_turn(hint: str, after: float) -> None:
    site = Site(THEIRS)
    answer, seconds = site.serve(event=lambda: site.change(MINE, hint))
    assert (answer, site.asked) == (MOVES, 2)
    assert seconds == pytest.approx(after, abs=0.4)


def test_hints_that_change_nobodys_turn_do_not_ask_again() -> None:
    site = Site(THEIRS)
    answer, seconds = site.serve(event=lambda: site.hub.wake("match.5"))
    assert (answer, site.asked) == (NOT_YET, 1)
    assert seconds == pytest.approx(20, abs=0.4)


def test_the_end_of_the_match_of_the_process_or_of_the_database_ends_the_wait() -> None:
    def end(site: Site) -> None:
        site.change(OVER, "match.5")

    def lose_database(site: Site) -> None:
        site.is_down = True
        site.hub.wake("match.5")

    for happens in (end, lambda site: site.hub.close_streams(), lose_database):
        site = Site(THEIRS)
        answer, seconds = site.serve(event=lambda site=site, happens=happens: happens(site))  # type: ignore[misc]
        assert answer == NOT_YET
        assert seconds == pytest.approx(1, abs=0.4)


def test_nobody_is_waited_for_once_the_client_has_left_nor_a_third_time_for_the_same_match() -> None:
    assert Site(THEIRS).serve(leaves=3)[1] == pytest.approx(3, abs=0.4)
    site = Site(THEIRS)
    site.hub.turn_waits[(5, b"Bearer a")] = turn_wait.MAX_WAITS
    answer, seconds = site.serve()
    assert (answer, seconds < 0.4) == (NOT_YET, True)
    assert site.hub.turn_waits == {(5, b"Bearer a"): turn_wait.MAX_WAITS}


@pytest.mark.parametrize(
    ("state", "first"),
    [(MINE, LISTED), (OVER, REFUSED), (None, (404, [], b'{"code": "not-found"}')), (THEIRS, (403, [], b"{}"))],
)
def test_every_other_answer_comes_at_once(state: TurnState | None, first: Any) -> None:
    answer, seconds = Site(state, first).serve()
    assert answer == (first[0], json.loads(first[2]))
    assert seconds < 0.4


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (scope(), True),
        (scope(query="wait=25"), True),
        (scope(query="wait=25.1"), False),
        (scope(query=""), False),
        (scope(method="POST"), False),
        (scope("/api/v1/matches/5/"), False),
    ],
)
def test_only_lists_of_moves_that_ask_for_it_wait(given: dict[str, Any], wanted: bool) -> None:
    assert turn_wait.waits_for_turn(given) is wanted


def test_whose_turn_it_is_and_how_long_somebody_may_wait(table: TwoPlayerMatch, client: Client) -> None:
    assert read_turn_state(table.id) == (True, (0,))
    assert read_turn_state(table.id + 1) is None
    client.force_login(table.red)
    answer = client.get(f"/api/v1/matches/{table.id}/moves/?wait=26")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "bad-wait", "wait")
    assert "25" in answer.json()["text"]
    Match.objects.update(status="void", deadline_at=None)
    assert not getattr(read_turn_state(table.id), "is_running", True)
