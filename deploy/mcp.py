"""An MCP server through which a language model, or any other program, plays at a site.

    LEAGUE_ZERO_TOKEN=lz_... python -m deploy.mcp --url https://league.example

It speaks the Model Context Protocol on standard input and output, and the site's API with a token of scope `play`
(docs/agents.md). The site checks everything: an illegal move is refused, and costs only the time it took.
"""

import argparse
import inspect
import os
import sys
import time
from collections.abc import Mapping
from typing import Any, Literal
from uuid import uuid4

import httpx2
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

TOKEN_SETTING = "LEAGUE_ZERO_TOKEN"  # noqa: S105
LONGEST_PAUSE_S = 60
LONGEST_WAIT_S = 50
"""Clients give up on a tool after a minute."""
LONGEST_REQUEST_S = 25
"""How long the site lets a request wait for a turn."""
START_POLL_S = 1.0
"""Seconds between two looks at a match that others have yet to be ready for."""
LOG_LINES = 20
OVER = ("closed", "void")
INSTRUCTIONS = """\
You play strategy games on this site. First call list_matches; if there is none, call challenge. Before your first
move in a game, call read_rules. Then repeat: call wait_for_turn, choose one of the listed moves, and call move with its
`text`. Where `complete` is false, the listed moves are examples, and other moves of this notation are legal too. Your
clock runs while you think. You see only what a player in your seat may see."""


class Refused(ToolError):
    """The site refused a request, with this code."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{text} ({code})")
        self.code = code


class Site:
    """The API of one site, for the owner of a token."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None, **query: Any) -> Any:
        """Return the answer's JSON. Raises ToolError with the site's sentence where it refuses."""
        until = time.monotonic() + LONGEST_PAUSE_S
        while True:
            try:
                answer = self._send(method, f"/api/v1/{path}", body, query)
            except httpx2.HTTPError as error:
                raise ToolError(f"The site can't be reached: {error}. Try again.") from error
            if answer.is_success:
                return answer.json()
            pause_s = float(answer.headers.get("Retry-After", "0"))
            if answer.status_code not in (429, 503) or not 0 < pause_s <= until - time.monotonic():
                raise _read_refusal(answer)
            time.sleep(pause_s)

    def _send(self, method: str, path: str, body: Mapping[str, Any] | None, query: Mapping[str, Any]) -> httpx2.Response:
        """Return the answer. What the site may get twice is sent again if it had just closed the kept connection."""
        try:
            return self._client.request(method, path, json=body, params=query)
        except httpx2.RemoteProtocolError:
            if method != "GET" and "key" not in (body or ()):
                raise
            return self._client.request(method, path, json=body, params=query)


def _read_refusal(answer: httpx2.Response) -> ToolError:
    try:
        refusal = answer.json()
        return Refused(refusal["code"], refusal["text"])
    except (ValueError, KeyError, TypeError):
        return ToolError(f"The site answered {answer.status_code} {answer.reason_phrase}.")


class Player:
    """The tools of a player. Their names, arguments and docstrings are what a model reads of them."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._turns = dict[int, int]()
        """By match, the number of the turn whose moves were last listed."""

    def list_games(self) -> Any:
        """List the games: their keys, number of seats, bots and options."""
        return {"games": self._site.ask("GET", "games/")}

    def read_rules(self, game: str) -> Any:
        """Read the rules of a game and the notation of its moves, as Markdown."""
        return self._site.ask("GET", f"games/{game}/rules/")

    def list_matches(self) -> Any:
        """List your unfinished matches, most urgent first, and the challenges that you can accept."""
        lobby = self._site.ask("GET", "challenges/")
        return {**self._site.ask("GET", "matches/own/"), "for_you": lobby["for_you"], "open": lobby["open"]}

    def challenge(self, game: str, opponents: list[str], rated: bool = False, options: dict[str, Any] | None = None) -> Any:
        """Open a match. Each opponent is `bot:LEVEL` (such as `bot:level-3`), a username, or `anyone`.

        `options` are the game's options by name; those left out have their defaults.
        """
        seats = ["me", *map(_parse_opponent, opponents)]
        wanted = {"game": game, "seats": seats, "rated": rated, "options": options or {}, "bot_pace_ms": 0}
        return self._site.ask("POST", "challenges/", wanted)

    def accept_challenge(self, match_id: int) -> Any:
        """Take a seat of a challenge."""
        return self._site.ask("POST", f"challenges/{match_id}/accept/", {})

    def list_events(self, game: str = "") -> Any:
        """List the events that are open for registration and those that are running, newest first."""
        query = {"game": game} if game else {}
        lists = [self._site.ask("GET", "events/", None, status=status, **query) for status in ("registration", "running")]
        return {"registration": lists[0]["events"], "running": lists[1]["events"]}

    def join_event(self, event_id: int) -> Any:
        """Enter an event. Its matches then appear in list_matches: the site pairs you and opens them."""
        return self._site.ask("POST", f"events/{event_id}/join/", {})

    def look_at_event(self, event_id: int) -> Any:
        """Look at an event: its standings and your own entry in it."""
        return {
            "standings": self._site.ask("GET", f"events/{event_id}/standings/")["standings"],
            "own": self._site.ask("GET", f"events/{event_id}/own/"),
        }

    def resume_pairings(self, event_id: int) -> Any:
        """Be paired again in an arena or a bot ladder that has paused you because you lost on time or did not appear."""
        return self._site.ask("POST", f"events/{event_id}/arena/come-back/", {})

    def look(self, match_id: int) -> Any:
        """Look at a match: what you see of the board, the last lines of the log, the clocks, and your moves in words."""
        return self._describe(self._site.ask("GET", f"matches/{match_id}/"))

    def wait_for_turn(self, match_id: int, seconds: int = 30) -> Any:
        """Wait until you are to move or the match is over, at most 50 seconds, then look. Reports that you are ready."""
        until = time.monotonic() + min(max(seconds, 0), LONGEST_WAIT_S)
        while True:
            wait_s = min(max(until - time.monotonic(), 0), LONGEST_REQUEST_S)
            listed = self._list_moves(match_id, wait_s)
            board = self._site.ask("GET", f"matches/{match_id}/")
            if board["can"]["ready"]:
                self._site.ask("POST", f"matches/{match_id}/ready/", {"nonce": uuid4().hex})
            elif listed is not None:
                return {**_summarise(board), **listed}
            elif board["can"]["submit"] or board["status"] in OVER or time.monotonic() >= until:
                return self._describe(board)
            elif board["status"] == "open":
                time.sleep(START_POLL_S)

    def move(self, match_id: int, text: str) -> Any:
        """Make a move in the game's notation. An illegal move is refused with the reason: choose another."""
        turn = self._turns.pop(match_id, None)
        if turn is None:
            turn = self._site.ask("GET", f"matches/{match_id}/")["viewer"]["turn"]
        body = {"turn": turn, "text": text, "key": uuid4().hex, "nonce": uuid4().hex}
        verdict = self._site.ask("POST", f"matches/{match_id}/submissions/", body, wait=5)
        if verdict["state"] == "refused":
            raise Refused(verdict["code"], verdict["text"])
        return {"state": verdict["state"], **self.look(match_id)}

    def resign(self, match_id: int) -> Any:
        """Resign a match. This can't be undone."""
        return {"state": self._site.ask("POST", f"matches/{match_id}/resign/", wait=5)["state"]}

    def respond(
        self,
        match_id: int,
        kind: Literal["draw", "takeback", "pause", "resume"],
        do: Literal["offer", "agree", "decline", "withdraw"],
    ) -> Any:
        """Answer or make an offer."""
        return _summarise(self._site.ask("POST", f"matches/{match_id}/{kind}/", {"do": do}))

    def _describe(self, board: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the player needs of a board in order to choose, with the moves if they are to move."""
        listed = self._list_moves(board["match_id"]) if board["can"]["submit"] else None
        return {**_summarise(board), **(listed or {})}

    def _list_moves(self, match_id: int, wait_s: float = 0.0) -> dict[str, Any] | None:
        """Return the moves as soon as the player is to move; None if they are not within these seconds."""
        try:
            listed: dict[str, Any] = self._site.ask("GET", f"matches/{match_id}/moves/", None, wait=round(wait_s, 1))
        except Refused as refused:
            if refused.code != "not-your-turn":
                raise
            return None
        self._turns[match_id] = listed["turn"]
        return listed


def build_server(site: Site) -> MCPServer:
    """Return a server with the tools of a player."""
    # At its usual level, the library formats and writes a line for every request to the site.
    server = MCPServer("league-zero", title="League Zero", instructions=INSTRUCTIONS, log_level="WARNING")
    player = Player(site)
    for name, tool in inspect.getmembers(player, inspect.ismethod):
        if not name.startswith("_"):
            server.add_tool(tool)
    return server


def _parse_opponent(name: str) -> Any:
    if name == "anyone":
        return name
    kind, bot, policy = name.partition(":")
    return {"bot": policy} if bot and kind == "bot" else {"player": name}


def _summarise(board: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a board that a player needs in order to choose."""
    seats = [{"seat": s["number"], "side": s["name"], "player": s["player"] or s["bot"]} for s in board["seats"]]
    return {
        "match_id": board["match_id"],
        "game": board["game"],
        "status": board["status"],
        "seats": seats,
        "your_seat": board["viewer"]["seat"],
        "to_act": board["to_act"],
        "clocks": board["clock"]["seats"],
        "offers": board["asked"],
        "view": board["view"],
        "log": [line["text"] for line in board["log"][-LOG_LINES:]],
        "outcome": board["outcome"],
    }


def main() -> None:
    """Serve the tools on standard input and output until it is closed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="the address of the site")
    url = parser.parse_args().url
    token = os.environ.get(TOKEN_SETTING, "")
    if not token:
        sys.exit(f"Set {TOKEN_SETTING} to a token with the scope `play`. You create it on your account page.")
    with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=30) as client:
        build_server(Site(client)).run()


if __name__ == "__main__":
    main()
