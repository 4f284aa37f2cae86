"""`?wait=`: the answer to a submission comes with its verdict, that to a question for moves once the player is to move."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from matches.models import Match
from matches.queries.described_moves import TurnState, read_turn_state
from matches.queries.submission_status import Verdict
from matches.stream import long_poll, turn_wait
from matches.stream.hub import Hub
from tests.matches.conftest import TwoPlayerMatch
from tests.matches.watching import run

SUBMISSIONS, MOVES = "/api/v1/matches/5/submissions/", "/api/v1/matches/5/moves/"
STORED = b'{"id": 7, "state": "waiting", "entry": null, "code": "", "text": ""}'
HEADERS = [(b"content-length", b"1"), (b"Waits-For", b"7")]
WAITS: Verdict = json.loads(STORED)
JUDGED: Verdict = {"id": 7, "state": "accepted", "entry": 3, "code": "", "text": ""}


def scope(path: str, query: str = "wait=5", method: str = "POST") -> dict[str, Any]:
    headers = [(b"authorization", b"Bearer a")]
    return {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": headers}


class Answering:
    def __init__(self, status: int, body: bytes) -> None:
        self.told = status, HEADERS[: 2 if status == 202 else 1], body

    async def answer(self, _scope: Any, _receive: Any) -> Any:
        return self.told


def asked(
    found: list[Verdict], status: int = 202, body: bytes = STORED, hint: str = "", after: float = 0.05
) -> tuple[Any, float]:
    """The answer to a wait of 5 s, and the seconds it took, when looking at the row finds these verdicts in turn."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def serve() -> float:
        hub, loop = Hub("redis://127.0.0.1:1"), asyncio.get_running_loop()

        async def read(*_: Any) -> Verdict:
            if not found:
                raise OperationalError("the database is away")
            return found.pop(0) if len(found) > 1 else found[0]

        hub.read = read  # type: ignore[assignment, method-assign]
        if hint:
            loop.call_later(after, hub.wake, hint)
        began = loop.time()
        await long_poll.serve(hub, Answering(status, body), scope(SUBMISSIONS), None, send)  # type: ignore[arg-type]
        assert not hub.judged
        return loop.time() - began

    seconds = run(serve())
    return (sent[0]["status"], dict(sent[0]["headers"]), json.loads(sent[1]["body"])), seconds


@pytest.mark.parametrize(("hint", "after"), [("judged.5", 0.05), ("match.5", 0.05), ("", long_poll.POLL_S)])
def test_a_hint_brings_the_verdict_at_once_and_without_one_the_row_is_looked_at_again(hint: str, after: float) -> None:
    (status, headers, body), seconds = asked([WAITS, JUDGED], hint=hint)
    assert (status, body) == (200, JUDGED)
    assert headers == {b"content-length": str(len(json.dumps(JUDGED))).encode()}
    assert seconds == pytest.approx(after, abs=0.04)


def test_when_the_time_is_over_the_answer_is_that_it_waits() -> None:
    (status, _, body), seconds = asked([WAITS])
    assert (status, body["state"]) == (202, "waiting")
    assert seconds == pytest.approx(5, abs=0.4)


def test_a_submission_that_is_stored_when_the_database_goes_away_waits_and_is_not_an_error() -> None:
    (status, headers, body), _ = asked([])
    assert (status, body, b"Waits-For" in headers) == (202, WAITS, False)


@pytest.mark.parametrize("status", [200, 409])
def test_every_other_answer_passes_unchanged_and_at_once(status: int) -> None:
    (told, headers, body), seconds = asked([JUDGED], status=status, body=b'{"code": "bad-turn"}')
    assert (told, body, headers) == (status, {"code": "bad-turn"}, {b"content-length": b"1"})
    assert seconds < 0.4


@pytest.mark.parametrize(
    ("path", "query", "method", "waits"),
    [
        (SUBMISSIONS, "wait=5", "POST", "verdict"), ("/api/v1/matches/5/resign/", "wait=2", "POST", "verdict"),
        *((SUBMISSIONS, query, "POST", "") for query in ("", "wait=0", "wait=x", "wait=nan")),
        (SUBMISSIONS, "wait=5", "GET", ""), ("/api/v1/matches/5/", "wait=5", "POST", ""),
        (MOVES, "wait=20", "GET", "turn"), (MOVES, "wait=25", "GET", "turn"), (MOVES, "wait=25.1", "GET", ""),
        (MOVES, "", "GET", ""), (MOVES, "wait=20", "POST", ""), ("/api/v1/matches/5/", "wait=20", "GET", ""),
    ],
)  # fmt: skip
def test_only_submissions_and_lists_of_moves_that_ask_for_it_wait(path: str, query: str, method: str, waits: str) -> None:
    given = scope(path, query, method)
    assert long_poll.waits_for_verdict(given) is (waits == "verdict")
    assert turn_wait.waits_for_turn(given) is (waits == "turn")


THEIRS, MINE, OVER = TurnState(True, (1,)), TurnState(True, (0,)), TurnState(False, ())
REFUSED, LISTED = (409, [], b'{"code": "not-your-turn"}'), (200, [], b'{"turn": 4}')
NOT_YET, TURN = (409, {"code": "not-your-turn"}), (200, {"turn": 4})


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
            await turn_wait.serve(self.hub, self, scope(MOVES, "wait=20", "GET"), receive, send)
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
    assert (answer, site.asked) == (TURN, 2)
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


def test_whose_turn_it_is_and_how_long_somebody_may_wait(table: TwoPlayerMatch, client: Client) -> None:
    assert read_turn_state(table.id) == (True, (0,))
    assert read_turn_state(table.id + 1) is None
    client.force_login(table.red)
    answer = client.get(f"/api/v1/matches/{table.id}/moves/?wait=26")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "bad-wait", "wait")
    assert "25" in answer.json()["text"]
    Match.objects.update(status="void", deadline_at=None)
    assert not getattr(read_turn_state(table.id), "is_running", True)
