"""Delayed lists of moves: the response comes once the player is to move, without a waiting thread."""

import asyncio
import logging
import re
from typing import Any

from django.db import Error as DatabaseFailure

from matches.queries.described_moves import MAX_TURN_WAIT_S, TurnState, read_turn_state
from matches.stream.endpoint import Receive, Scope, Send, wait_for_disconnect
from matches.stream.hub import Hub
from matches.stream.long_poll import get_wait_s

logger = logging.getLogger(__name__)
CHECK_S = 2.0
"""Seconds between two looks at the match while no hint comes."""
MAX_WAITS = 2
"""Requests with one token for the same match that may wait at once; each costs a look at the match whenever it changes."""
PATH = re.compile(r"/api/v1/matches/([0-9]{1,18})/moves/")
_NOT_YOUR_TURN = 409


def waits_for_turn(scope: Scope) -> bool:
    """Return whether this request waits until the player is to move."""
    return scope["method"] == "GET" and PATH.fullmatch(scope["path"]) is not None and get_wait_s(scope, MAX_TURN_WAIT_S) > 0


async def serve(hub: Hub, bridge: Any, scope: Scope, receive: Receive, send: Send) -> None:
    """Let Django answer. While it refuses because others are to act, ask it again whenever that has changed."""
    match = PATH.fullmatch(scope["path"])
    assert match is not None
    match_id, deadline = int(match[1]), asyncio.get_running_loop().time() + get_wait_s(scope, MAX_TURN_WAIT_S)
    waiter = match_id, dict(scope["headers"]).get(b"authorization") or (scope.get("client") or ("",))[0]
    if hub.turn_waits[waiter] >= MAX_WAITS:
        deadline = 0.0
    hub.turn_waits[waiter] += 1
    disconnected = asyncio.create_task(wait_for_disconnect(receive))
    try:
        with hub.expect_verdict(match_id) as hinted:
            while True:
                hinted.clear()
                before = await _read_turn(hub, match_id)  # Before the answer, so that no change is missed.
                status, headers, body = await bridge.answer(scope, _receive_no_body)
                if status != _NOT_YOUR_TURN or before is None or not before.is_running:
                    break
                if not await _wait_for_change(hub, match_id, before, hinted, disconnected, deadline):
                    break
    finally:
        disconnected.cancel()
        hub.turn_waits[waiter] -= 1
        if not hub.turn_waits[waiter]:
            del hub.turn_waits[waiter]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _wait_for_change(
    hub: Hub, match_id: int, before: TurnState, hinted: asyncio.Event, disconnected: asyncio.Task[None], deadline: float
) -> bool:
    """Return True once others are to act than before; False if time is up, nobody waits any more or this process stops."""
    clock = asyncio.get_running_loop().time
    while (remaining := deadline - clock()) > 0 and not hub.is_stopping:
        hint = asyncio.create_task(hinted.wait())
        await asyncio.wait((hint, disconnected), timeout=min(remaining, CHECK_S), return_when=asyncio.FIRST_COMPLETED)
        hint.cancel()
        if disconnected.done():
            return False
        hinted.clear()
        now = await _read_turn(hub, match_id)
        if now is None:
            return False
        if now != before:
            return True
    return False


async def _read_turn(hub: Hub, match_id: int) -> TurnState | None:
    """Return who is to act; None if there is no such match or the database is down."""
    try:
        return await hub.read(read_turn_state, match_id)
    except DatabaseFailure as error:
        logger.warning("reading whose turn it is failed: %s", error)
        return None


async def _receive_no_body() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}
