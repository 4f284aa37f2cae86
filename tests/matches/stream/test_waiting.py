"""`?wait=`: the answer to a submission comes with its verdict, or says that it waits."""

import asyncio
import json
from typing import Any

import pytest
from django.db import OperationalError

from matches.queries.submission_status import Verdict
from matches.stream import long_poll
from matches.stream.hub import Hub
from tests.matches.watching import run

STORED = b'{"id": 7, "state": "waiting", "entry": null, "code": "", "text": ""}'
HEADERS = [(b"content-length", b"1"), (b"Waits-For", b"7")]
WAITS: Verdict = json.loads(STORED)
JUDGED: Verdict = {"id": 7, "state": "accepted", "entry": 3, "code": "", "text": ""}


def scope(path: str = "/api/v1/matches/5/submissions/", query: str = "wait=5", method: str = "POST") -> dict[str, Any]:
    return {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": []}


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
        await long_poll.serve(hub, Answering(status, body), scope(), None, send)  # type: ignore[arg-type]
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
    ("given", "wanted"),
    [
        (scope(), True),
        (scope("/api/v1/matches/5/resign/", "wait=2"), True),
        (scope(query=""), False),
        (scope(query="wait=0"), False),
        (scope(query="wait=x"), False),
        (scope(query="wait=nan"), False),
        (scope(method="GET"), False),
        (scope("/api/v1/matches/5/"), False),
    ],
)
def test_only_submissions_that_ask_for_it_wait(given: dict[str, Any], wanted: bool) -> None:
    assert long_poll.waits_for_verdict(given) is wanted
