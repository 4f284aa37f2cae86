"""An agent that plays through the MCP server, choosing any of the moves that it is offered.

    LEAGUE_ZERO_TOKEN=lz_... python -m docs.examples.agent --game order-and-chaos --matches 10

Put a language model, or an idea of your own, into `choose`.
"""

import argparse
import asyncio
import json
import os
import sys
from collections import Counter
from random import Random
from typing import Any

from mcp import Client, StdioServerParameters

OVER = ("closed", "void")


def choose(seen: Any, rng: Random) -> str:
    """Return the notation of a move. `seen` has the view, the log, and each listed move in notation and in words."""
    move: str = rng.choice(seen["moves"])["text"]
    return move


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """Call a tool of the server. Raises RuntimeError with the site's sentence if it refuses."""
    result = await client.call_tool(tool, arguments)
    text = result.content[0].text  # type: ignore[union-attr]
    if result.is_error:
        raise RuntimeError(text)
    return json.loads(text)


async def play_match(client: Client, game: str, opponent: str, rng: Random) -> str:
    """Play one match to its end and return how it ended."""
    seats = next(one for one in (await call(client, "list_games"))["games"] if one["key"] == game)["players"][0]
    opened = await call(client, "challenge", game=game, opponents=[opponent] * (seats - 1))
    seen = await call(client, "wait_for_turn", match_id=opened["match_id"])
    while seen["status"] not in OVER:
        if "moves" in seen:
            seen = await call(client, "move", match_id=seen["match_id"], text=choose(seen, rng))
        else:
            seen = await call(client, "wait_for_turn", match_id=seen["match_id"])
    return str(seen["outcome"]["text"]) if seen["outcome"] else "void"


async def main() -> None:
    """Play as many matches as asked for and print how they ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--game", default="field-tactics")
    parser.add_argument("--opponent", default="bot:level-1")
    parser.add_argument("--matches", type=int, default=1)
    given, rng = parser.parse_args(), Random()
    server = StdioServerParameters(command=sys.executable, args=["-m", "deploy.mcp", "--url", given.url], env=dict(os.environ))
    async with Client(server) as client:
        ends = Counter([await play_match(client, given.game, given.opponent, rng) for _ in range(given.matches)])
    print(*(f"{count} {text}" for text, count in ends.most_common()), sep="\n")


if __name__ == "__main__":
    asyncio.run(main())
