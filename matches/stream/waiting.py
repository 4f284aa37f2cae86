"""Delayed responses to submissions, sent when the verdict is known, without a waiting thread."""

import asyncio
import json
import logging
import re
from typing import Any
from urllib.parse import parse_qsl

from django.db import Error as DatabaseFailure

from matches.queries.verdicts import WAITS_FOR, Verdict, verdict, wait_s
from matches.refusals import Refused
from matches.stream.door import Receive, Scope, Send
from matches.stream.hub import Hub
from matches.wording import in_language, language_of

logger = logging.getLogger(__name__)
LOOK_AGAIN_S = 0.5
_WAITS_FOR = WAITS_FOR.lower().encode()
PATH = re.compile(r"/api/v1/matches/([0-9]{1,18})/(?:submissions|resign)/")


def waits(scope: Scope) -> bool:
    """Return whether this request waits for its verdict."""
    return scope["method"] == "POST" and PATH.fullmatch(scope["path"]) is not None and _seconds(scope) > 0


async def serve(hub: Hub, pages: Any, scope: Scope, receive: Receive, send: Send) -> None:
    """Let Django store the submission; if it is then waiting, respond when it is adjudicated or the time is over."""
    found = PATH.fullmatch(scope["path"])
    assert found is not None
    ends = asyncio.get_running_loop().time() + _seconds(scope)
    with hub.expecting(int(found[1])) as judged:
        status, headers, body = await pages.answer(scope, receive)
        if status == 202:
            row = next(int(value) for name, value in headers if name.lower() == _WAITS_FOR)
            asked = dict(scope["headers"])
            cookies, accepted = (asked.get(name, b"").decode("latin-1") for name in (b"cookie", b"accept-language"))
            told = await _verdict(hub, judged, row, ends, language_of(cookies, accepted))
            if told is not None:
                body, status = json.dumps(told).encode(), 202 if told["state"] == "waiting" else 200
            headers = [line for line in headers if line[0].lower() not in (b"content-length", _WAITS_FOR)]
            headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _verdict(hub: Hub, judged: asyncio.Event, submission_id: int, ends: float, language: str) -> Verdict | None:
    """Return the verdict, read after each hint and at intervals; None if the database is down."""
    clock = asyncio.get_running_loop().time
    while True:
        judged.clear()
        try:
            told: Verdict = await hub.read(in_language, language, verdict, submission_id)
        except DatabaseFailure as error:
            logger.warning("a verdict could not be read: %s", error)
            return None
        left = ends - clock()
        if told["state"] != "waiting" or left <= 0:
            return told
        try:
            await asyncio.wait_for(judged.wait(), min(left, LOOK_AGAIN_S))
        except TimeoutError:
            continue


def _seconds(scope: Scope) -> float:
    """Return how long to wait in seconds; also 0 if the view will refuse the request."""
    try:
        return wait_s(dict(parse_qsl(scope["query_string"].decode("latin-1"))))
    except Refused:
        return 0.0
