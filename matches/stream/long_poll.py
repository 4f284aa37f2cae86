"""Delayed responses to submissions, sent when the verdict is known, without a waiting thread."""

import asyncio
import json
import logging
import re
from typing import Any
from urllib.parse import parse_qsl

from django.db import Error as DatabaseFailure

from matches.catalogues import get_request_language, run_in_language
from matches.errors import ActionError
from matches.queries.submission_status import MAX_WAIT_S, WAITS_FOR, Verdict, parse_wait_s, read_verdict
from matches.stream.endpoint import Receive, Scope, Send
from matches.stream.hub import Hub

logger = logging.getLogger(__name__)
POLL_S = 0.5
_WAITS_FOR_HEADER = WAITS_FOR.lower().encode()
PATH = re.compile(r"/api/v1/matches/([0-9]{1,18})/(?:submissions|resign)/")


def waits_for_verdict(scope: Scope) -> bool:
    """Return whether this request waits for its verdict."""
    return scope["method"] == "POST" and PATH.fullmatch(scope["path"]) is not None and get_wait_s(scope, MAX_WAIT_S) > 0


async def serve(hub: Hub, bridge: Any, scope: Scope, receive: Receive, send: Send) -> None:
    """Let Django store the submission; if it is then waiting, respond when it is adjudicated or the wait times out."""
    match = PATH.fullmatch(scope["path"])
    assert match is not None
    deadline = asyncio.get_running_loop().time() + get_wait_s(scope, MAX_WAIT_S)
    with hub.expect_verdict(int(match[1])) as adjudicated:
        status, headers, body = await bridge.answer(scope, receive)
        if status == 202:
            submission_id = next(int(value) for name, value in headers if name.lower() == _WAITS_FOR_HEADER)
            request_headers = dict(scope["headers"])
            cookies, accepted = (request_headers.get(name, b"").decode("latin-1") for name in (b"cookie", b"accept-language"))
            data = await _wait_for_verdict(hub, adjudicated, submission_id, deadline, get_request_language(cookies, accepted))
            if data is not None:
                body, status = json.dumps(data).encode(), 202 if data["state"] == "waiting" else 200
            headers = [header for header in headers if header[0].lower() not in (b"content-length", _WAITS_FOR_HEADER)]
            headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _wait_for_verdict(
    hub: Hub, adjudicated: asyncio.Event, submission_id: int, deadline: float, language: str
) -> Verdict | None:
    """Return the verdict, read after each hint and at intervals; None if the database is down."""
    clock = asyncio.get_running_loop().time
    while True:
        adjudicated.clear()
        try:
            data: Verdict = await hub.read(run_in_language, language, read_verdict, submission_id)
        except DatabaseFailure as error:
            logger.warning("reading a verdict failed: %s", error)
            return None
        remaining = deadline - clock()
        if data["state"] != "waiting" or remaining <= 0:
            return data
        try:
            await asyncio.wait_for(adjudicated.wait(), min(remaining, POLL_S))
        except TimeoutError:
            continue


def get_wait_s(scope: Scope, most: float) -> float:
    """Return how long to wait in seconds, at most `most`; also 0 if the view will refuse the request."""
    try:
        return parse_wait_s(dict(parse_qsl(scope["query_string"].decode("latin-1"))), most)
    except ActionError:
        return 0.0
