"""Agents that choose any of the moves they are offered, through the MCP server, at a site of its own.

    python -m tests.load.agents --matches 1000 --seconds 420 --ledger /tmp/agents.jsonl

Each finished match is a line of the ledger; a run that was stopped continues there. Prints how the matches ended, and
how many moves were refused and requests failed, by kind. Exit 1 if an agent forfeited a match or a move was refused.
"""

import asyncio
import json
import secrets
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mcp import Client, StdioServerParameters

from docs.examples.agent import call, choose
from engines import registry
from tests.load import site as running_site
from tests.load.measure import read_arguments

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


async def play(client: Client, match: Match, played: Played, rng: Random) -> None:
    began, opponents = time.monotonic(), [f"bot:{match.bot}"] * (match.seats - 1)
    opened = await call(client, "challenge", game=match.game, opponents=opponents, options=match.options)
    match_id, seen = opened["match_id"], dict[str, Any](status="")
    while seen["status"] not in OVER:
        if "moves" not in seen:
            seen = dict(await call(client, "wait_for_turn", match_id=match_id))
            continue
        played.moves += 1
        try:
            seen = dict(await call(client, "move", match_id=match_id, text=choose(seen, rng)))
        except RuntimeError as error:
            played.refused.append(str(error)[-200:])
            seen = {"status": ""}
    outcome: Any = seen["outcome"] or {"reason": "", "ranks": {}}
    played.status, played.reason, played.seconds = seen["status"], outcome["reason"], round(time.monotonic() - began, 2)
    played.rank = outcome["ranks"][seen["your_seat"]] if outcome["ranks"] else 0


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


async def run_agent(number: int, token: str, url: str, ledger: Path, matches: Iterator[Match], ends: float) -> None:
    """Play one match after the other until there are no more, or the time is over."""
    rng, environment = Random(number), {"LEAGUE_ZERO_TOKEN": token, "PATH": "/usr/bin:/bin"}
    server = StdioServerParameters(command=sys.executable, args=["-m", "deploy.mcp", "--url", url], env=environment)
    async with Client(server) as client:
        for match in matches:
            played = Played(match.game, match.options_name, match.bot)
            try:
                await asyncio.wait_for(play(client, match, played, rng), ends - time.monotonic())
            except TimeoutError:
                print(f"not finished in time: {match.game} {match.options_name}, {played.moves} moves", flush=True)
                return
            except (RuntimeError, KeyError, ValueError) as error:
                played.errors.append(f"{type(error).__name__}: {error}"[:300])
            with ledger.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(played)) + "\n")


def create_agents(count: int) -> list[str]:
    from league.api_tokens.actions import issue_token
    from league.people.models import Player
    from matches.server_time import now

    names = [f"agent-{secrets.token_hex(4)}" for _ in range(count)]
    for name in names:
        Player.objects.create_user(username=name, password=secrets.token_hex(16), is_bot_account=True)
    return [issue_token(username=name, name="agent", scopes=["play"], days=7, at=now()) for name in names]


def report(rows: Sequence[Played]) -> int:
    moves, seconds = sum(row.moves for row in rows), sum(row.seconds for row in rows)
    print(f"{len(rows)} matches, {moves:,} moves, {1000 * seconds / max(1, moves):.0f} ms from move to move")
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


async def run(port: int, ledger: Path, matches: Iterator[Match], seconds: float, tokens: Sequence[str]) -> None:
    url, ends = f"http://127.0.0.1:{port}", time.monotonic() + seconds
    await asyncio.gather(*(run_agent(n, token, url, ledger, matches, ends) for n, token in enumerate(tokens)))


def main() -> int:
    """`matches` are the lines that the ledger shall have, `seconds` how long it may take."""
    asked = read_arguments(matches=1000, seconds=420.0, ledger=Path("/tmp/agents.jsonl"), agents=4, bots=["level-1", "level-3"])
    matches = islice(list_matches(asked.bots), len(read_ledger(asked.ledger)), asked.matches)
    asked.ledger.parent.mkdir(parents=True, exist_ok=True)
    with running_site.running(durable=False, bots=True, quick=True) as site:
        asyncio.run(run(site.port, asked.ledger, matches, asked.seconds, create_agents(asked.agents)))
    return 1 if report(read_ledger(asked.ledger)) else 0


if __name__ == "__main__":
    sys.exit(main())
