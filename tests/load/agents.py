"""Agents that choose any of the moves they are offered, through the MCP server and the HTTP API, at a site of its own.

    python -m tests.load.agents --matches 1000 --seconds 420 --ledger /tmp/agents.jsonl

Each finished match is a line of the ledger; a run that was stopped continues there. Prints how the matches ended, and
how many moves were refused and requests failed, by kind. Exit 1 if an agent forfeited a match or a move was refused.
"""

import argparse
import asyncio
import json
import secrets
import sys
import time
import tomllib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import httpx2
from mcp import Client, StdioServerParameters

from docs.examples.agent import call, choose
from engines import registry
from tests.load import site as running_site
from tests.services import broker, postgres

SETS = Path(__file__).resolve().parents[2] / "engines"
GAMES = ("field-tactics", "order-and-chaos", "zero-order", "zero-day", "incursion-point-zero")
TOO_LONG = {("order-and-chaos", "classroom")}
"""Option sets in which any allowed moves lead to no end but that of the clock of the match."""
FORFEITS = ("flag", "timeout", "time", "resigned", "no-show", "double-forfeit", "gone", "disqualified")
OVER = ("closed", "void")


class Match(NamedTuple):
    """A match to play: the game with its options against the house bot of a kind."""

    game: str
    options_name: str
    options: dict[str, Any]
    seats: int
    bot: str


@dataclass
class Played:
    """A finished match, as a line of the ledger."""

    way: str
    game: str
    options: str
    bot: str
    status: str = ""
    reason: str = ""
    rank: int = 0
    moves: int = 0
    seconds: float = 0.0
    refused: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def is_forfeit(self) -> bool:
        """Return whether the agent lost other than by the rules of the game."""
        return self.status != "closed" or (self.reason in FORFEITS and self.rank != 1)


class Way(Protocol):
    """A way to play: what an agent can do at the site."""

    async def challenge(self, match: Match) -> int: ...

    async def wait(self, match_id: int) -> dict[str, Any]:
        """Return the match with its moves once the agent is to move or it is over."""
        ...

    async def move(self, match_id: int, text: str) -> dict[str, Any]:
        """Make a move and return the match. Raises RuntimeError with the code in brackets if it is refused."""
        ...


class Mcp:
    """The tools of the MCP server, over its standard input and output."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def challenge(self, match: Match) -> int:
        opponents = [f"bot:{match.bot}"] * (match.seats - 1)
        opened = await call(self._client, "challenge", game=match.game, opponents=opponents, options=match.options)
        return int(opened["match_id"])

    async def wait(self, match_id: int) -> dict[str, Any]:
        return dict(await call(self._client, "wait_for_turn", match_id=match_id))

    async def move(self, match_id: int, text: str) -> dict[str, Any]:
        return dict(await call(self._client, "move", match_id=match_id, text=text))


class Api:
    """The HTTP API with a token."""

    def __init__(self, client: httpx2.AsyncClient) -> None:
        self._client, self._turns = client, dict[int, int]()

    async def _ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        answer = await self._client.request(method, f"/api/v1/{path}", json=body)
        data = answer.json()
        if not answer.is_success:
            raise RuntimeError(f"{data.get('text')} ({data.get('code')})")
        return dict(data)

    async def challenge(self, match: Match) -> int:
        seats = ["me", *[{"bot": match.bot}] * (match.seats - 1)]
        body = {"game": match.game, "seats": seats, "options": match.options, "bot_pace_ms": 0}
        return int((await self._ask("POST", "challenges/", body))["match_id"])

    async def wait(self, match_id: int) -> dict[str, Any]:
        while True:
            try:
                listed = await self._ask("GET", f"matches/{match_id}/moves/?wait=25")
            except RuntimeError as error:
                if "(not-your-turn)" not in str(error):
                    raise
            else:
                self._turns[match_id] = listed["turn"]
                return {"status": "playing", **listed}
            board = await self._ask("GET", f"matches/{match_id}/")
            if board["status"] in OVER:
                return board
            if board["can"]["ready"]:
                await self._ask("POST", f"matches/{match_id}/ready/", {"nonce": secrets.token_hex(16)})
            elif board["status"] == "open":
                await asyncio.sleep(0.5)

    async def move(self, match_id: int, text: str) -> dict[str, Any]:
        body = {"turn": self._turns[match_id], "text": text, "key": secrets.token_hex(16)}
        verdict = await self._ask("POST", f"matches/{match_id}/submissions/?wait=5", body)
        if verdict["state"] == "refused":
            raise RuntimeError(f"{verdict['text']} ({verdict['code']})")
        return await self.wait(match_id)


async def play(way: Way, match: Match, played: Played, rng: Random) -> None:
    """Play a match to its end and fill in `played`."""
    began = time.monotonic()
    match_id = await way.challenge(match)
    seen = await way.wait(match_id)
    while seen["status"] not in OVER:
        if "moves" not in seen:
            seen = await way.wait(match_id)
            continue
        played.moves += 1
        try:
            seen = await way.move(match_id, choose(seen, rng))
        except RuntimeError as error:
            played.refused.append(str(error)[-200:])
            seen = await way.wait(match_id)
    seat = seen["your_seat"] if "your_seat" in seen else seen["viewer"]["seat"]
    outcome = seen["outcome"] or {"reason": "", "ranks": {}}
    played.status, played.reason, played.seconds = seen["status"], outcome["reason"], round(time.monotonic() - began, 2)
    played.rank = outcome["ranks"][seat] if outcome["ranks"] else 0


def list_matches(bots: Sequence[str]) -> Iterator[Match]:
    """Yield matches of all games and option sets in turn, endlessly."""
    kinds = [
        Match(game, one["name"], one.get("options", {}), one.get("seats", min(registry.get(game).seat_counts)), bot)
        for one_of in zip(*(cycle(_list_sets(game)) for game in GAMES), range(6), strict=False)
        for game, one in zip(GAMES, one_of[:-1], strict=True)
        for bot in bots
    ]
    return cycle(kinds)


def _list_sets(game: str) -> list[dict[str, Any]]:
    data = tomllib.loads((SETS / game.replace("-", "_") / "data" / "option_sets.toml").read_text(encoding="utf-8"))
    sets = [{"name": "default"}, *data.get("option_set", [])]
    return [one for one in sets if (game, one["name"]) not in TOO_LONG]


@asynccontextmanager
async def open_mcp(url: str, token: str) -> AsyncIterator[Way]:
    environment = {"LEAGUE_ZERO_TOKEN": token, "PATH": "/usr/bin:/bin"}
    server = StdioServerParameters(command=sys.executable, args=["-m", "deploy.mcp", "--url", url], env=environment)
    async with Client(server) as client:
        yield Mcp(client)


@asynccontextmanager
async def open_api(url: str, token: str) -> AsyncIterator[Way]:
    async with httpx2.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
        yield Api(client)


OPENERS: dict[str, Callable[[str, str], AbstractAsyncContextManager[Way]]] = {"mcp": open_mcp, "api": open_api}


@dataclass
class Run:
    """A run of several agents at once: each takes the next match until time or matches are used up."""

    url: str
    ledger: Path
    matches: Iterator[Match]
    left: int
    ends: float

    async def run_agent(self, way: str, token: str, number: int) -> None:
        rng = Random(f"{way} {number} {self.left}")
        async with OPENERS[way](self.url, token) as site:
            while self.left > 0 and time.monotonic() < self.ends:
                self.left -= 1
                match = next(self.matches)
                played = Played(way, match.game, match.options_name, match.bot)
                try:
                    await asyncio.wait_for(play(site, match, played, rng), self.ends - time.monotonic())
                except TimeoutError:
                    print(f"not finished in time: {way}, {match.game} {match.options_name}, {played.moves} moves", flush=True)
                    return
                except (RuntimeError, httpx2.HTTPError, KeyError, ValueError) as error:
                    played.errors.append(f"{type(error).__name__}: {error}"[:300])
                with self.ledger.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(played)) + "\n")


@contextmanager
def serving() -> Iterator[running_site.Site]:
    """Serve with a worker for moves and one for bots, on fresh services."""
    queue = broker.Server()
    with postgres.serving(postgres.FAST) as database:
        try:
            queue.start()
            names = ["web", "worker0", "bots"]
            with running_site.on(f"redis://127.0.0.1:{queue.port}/0", database.url, names, quick=True) as site:
                yield site
        finally:
            queue.kill()


def create_agents(count: int) -> list[str]:
    """Return the tokens of new bot accounts."""
    from league.api_tokens.actions import issue_token
    from league.people.models import Player
    from matches.server_time import now

    names = [f"agent-{secrets.token_hex(4)}" for _ in range(count)]
    for name in names:
        Player.objects.create_user(username=name, password=secrets.token_hex(16), is_bot_account=True)
    return [issue_token(username=name, name="agent", scopes=["play"], days=7, at=now()) for name in names]


async def run(asked: argparse.Namespace, port: int, done: int, tokens: Sequence[str]) -> None:
    matches = list_matches(asked.bots)
    for _ in range(done):
        next(matches)
    ways = ["mcp"] * asked.mcp + ["api"] * asked.api
    everyone = Run(f"http://127.0.0.1:{port}", asked.ledger, matches, asked.matches - done, time.monotonic() + asked.seconds)
    await asyncio.gather(*(everyone.run_agent(way, token, n) for n, (way, token) in enumerate(zip(ways, tokens, strict=True))))


def report(rows: Sequence[Played]) -> int:
    """Print the figures and return the number of faults."""
    for way in sorted({row.way for row in rows}):
        own = [row for row in rows if row.way == way]
        moves, seconds = sum(row.moves for row in own), sum(row.seconds for row in own)
        print(f"{way}: {len(own)} matches, {moves:,} moves, {1000 * seconds / max(1, moves):.0f} ms from move to move")
    for game in GAMES:
        own = [row for row in rows if row.game == game]
        ends = Counter(row.reason or row.status or "failed" for row in own)
        print(f"  {game}: {len(own)} matches in {len({row.options for row in own})} option sets; {dict(ends.most_common())}")
    refused = Counter(text.rpartition("(")[2].rstrip(")") for row in rows for text in row.refused)
    errors = Counter(text for row in rows for text in row.errors)
    forfeits = [row for row in rows if row.is_forfeit and not row.errors]
    print(f"moves refused: {dict(refused)}; requests failed: {dict(errors)}; matches forfeited: {len(forfeits)}")
    return refused.total() + errors.total() + len(forfeits)


def read_ledger(ledger: Path) -> list[Played]:
    lines = ledger.read_text(encoding="utf-8").splitlines() if ledger.exists() else []
    return [Played(**json.loads(line)) for line in lines]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load.agents")
    parser.add_argument("--matches", type=int, default=1000, help="lines that the ledger shall have")
    parser.add_argument("--seconds", type=float, default=420, help="after which no new match begins")
    parser.add_argument("--ledger", type=Path, default=Path("/tmp/agents.jsonl"))
    parser.add_argument("--mcp", type=int, default=2, help="agents that play through MCP")
    parser.add_argument("--api", type=int, default=4, help="agents that play through the HTTP API")
    parser.add_argument("--bots", nargs="+", default=["level-1", "level-3"])
    asked = parser.parse_args()
    done = len(read_ledger(asked.ledger))
    if done < asked.matches:
        asked.ledger.parent.mkdir(parents=True, exist_ok=True)
        with serving() as site:
            asyncio.run(run(asked, site.port, done, create_agents(asked.mcp + asked.api)))
    return 1 if report(read_ledger(asked.ledger)) else 0


if __name__ == "__main__":
    sys.exit(main())
