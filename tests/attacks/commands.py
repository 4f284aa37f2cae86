"""Commands that others send in a player's name: Discord's requests, and what a model asks of the MCP server."""

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

import requests

from tests.attacks.attack import DISCORD_KEY, Attack, Target

OTHER_WORDS = ("resign", "abort", "chat", "draw/../resign")


def replayed_commands(target: Target) -> float:
    """Send a signed request of Discord three times; return how often it is carried out."""
    user = {"id": str(time.time_ns()), "username": "ada"}
    data = {"id": user["id"], "type": 2, "user": user, "data": {"name": "next", "options": []}}
    body, stamp = json.dumps(data).encode(), str(int(time.time()))
    head = {"X-Signature-Ed25519": DISCORD_KEY.sign(stamp.encode() + body).hex(), "X-Signature-Timestamp": stamp}
    sent = [requests.post(f"{target.url}/api/discord/interactions/", body, headers=head, timeout=60) for _ in range(3)]
    assert sent[0].ok, sent[0].text
    return sum(answer.ok for answer in sent)


def words_sent_by_respond(target: Target) -> float:
    """Answer offers with other words, as a misled model does; return how many the MCP server sends on."""
    from deploy.mcp import build_server

    class Recorder:
        sent = 0

        def ask(self, *args: Any, **params: Any) -> dict[str, Any]:
            self.sent += 1
            return {}

    site = Recorder()
    server = build_server(site)  # type: ignore[arg-type]
    for word in OTHER_WORDS:
        with suppress(Exception):
            asyncio.run(server.call_tool("respond", {"match_id": 1, "kind": word, "do": "agree"}))
    others = site.sent
    with suppress(Exception):
        asyncio.run(server.call_tool("respond", {"match_id": 1, "kind": "draw", "do": "agree"}))
    assert site.sent == others + 1, "an offer can be answered"
    return others


ATTACKS = [
    Attack("A signed request of Discord, sent three times", "times", "3 times", 1, replayed_commands),
    Attack("Words besides its four that `respond` sends", "words", "4 words", 0, words_sent_by_respond),
]
