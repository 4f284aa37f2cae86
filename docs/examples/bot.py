"""A bot that plays any of the five games through the API, with a token of scope `play`.

    python -m docs.examples.bot --token lz_... --game zero-order        # against the site's greedy bot
    python -m docs.examples.bot --token lz_... --match 12               # at a match where you have a seat

All that it learns comes by the API. What to do it asks the bots of the package `engines`, which need nothing but what
the API tells: put your own idea into `choose`.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any
from uuid import uuid4

from docs.examples.league_zero import ApiError, Client
from engines import bots

GAMES = ("field-tactics", "zero-order", "order-and-chaos", "zero-day", "incursion-point-zero")


def choose(board: Any, policy: str, rng: Random) -> str:
    """An action in the game's notation. `legal` is None where there are too many to list, such as secret set-ups."""
    seat, view, legal = board["viewer"]["seat"], board["view"], board["legal"]
    return bots.choose(policy if legal else "greedy", board["game"], seat, view, legal, str, rng)


def challenge(client: Client, game: str, opponent: str) -> int:
    """Open a match against bots of the site, which begins at once; its number."""
    players = next(one for one in client.get_games() if one["key"] == game)["players"][0]
    seats: list[Any] = ["me", *[{"bot": opponent}] * (players - 1)]
    return client.post_challenges({"game": game, "seats": seats})["match"]


def step(client: Client, board: Any, policy: str, rng: Random) -> None:
    """Act if it is our turn. A key of our own makes a repeated request harmless."""
    if board["can"]["ready"]:
        client.post_ready(board["match"], {})
    if board["can"]["submit"]:
        move: Any = {"turn": board["viewer"]["turn"], "text": choose(board, policy, rng), "key": uuid4().hex}
        verdict = client.post_submissions(board["match"], move, wait=5)
        if verdict["state"] == "refused":
            raise ApiError(200, verdict["code"], verdict["text"], "text")


def play(client: Client, match: int, policy: str = "random", pause_s: float = 0.2, longest_s: float = 3600) -> Any:
    """Play a match to its end and return the last board."""
    rng, until = Random(match), time.monotonic() + longest_s
    while time.monotonic() < until:
        board = client.get_match(match)
        if board["status"] in ("closed", "void"):
            return board
        step(client, board, policy, rng)
        if not board["can"]["submit"]:
            time.sleep(pause_s)
    raise TimeoutError(f"match {match} is not over")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--token", required=True, help="made on your account page, with the scope `play`")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--match", type=int, help="a match where you have a seat; without it a new one is opened")
    parser.add_argument("--policy", choices=bots.POLICIES, default="greedy")
    parser.add_argument("--opponent", default="random", help="a bot of the site")
    given = parser.parse_args()
    client = Client(given.url, given.token)
    match = given.match or challenge(client, given.game, given.opponent)
    print(f"playing {given.url}/matches/{match}/")
    print(play(client, match, given.policy)["outcome"]["text"])


if __name__ == "__main__":
    main()
