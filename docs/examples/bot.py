"""A bot that plays any game through the API, with a token of scope `play`.

    python -m docs.examples.bot --token lz_... --game zero-order        # against a bot of the site
    python -m docs.examples.bot --token lz_... --match 12               # at a match where you have a seat

All that it learns comes by the API. What to do it asks the package `engines`: put your own idea into `choose`.
"""

import argparse
import time
from random import Random
from typing import Any
from uuid import uuid4

from docs.examples.league_zero import ApiError, Client
from engines import bots


def choose(board: Any, policy: str, rng: Random) -> str:
    """An action in the game's notation. `legal` is None where there are too many to list, such as secret set-ups."""
    seat, view, legal = board["viewer"]["seat"], board["view"], board["legal"]
    return bots.choose_action(policy if legal else "greedy", board["game"], seat, view, legal, str, rng)


def challenge(client: Client, game: str, opponent: str) -> int:
    """Open a match against bots of the site, which begins at once; its number."""
    players = next(one for one in client.get_games() if one["key"] == game)["players"][0]
    return client.post_challenges({"game": game, "seats": ["me", *[{"bot": opponent}] * (players - 1)]})["match_id"]


def step(client: Client, board: Any, policy: str, rng: Random) -> None:
    """Act if it is our turn. A key of our own makes a repeated request harmless."""
    if board["can"]["ready"]:
        client.post_ready(board["match_id"], {})
    if board["can"]["submit"]:
        move: Any = {"turn": board["viewer"]["turn"], "text": choose(board, policy, rng), "key": uuid4().hex}
        move["nonce"] = uuid4().hex  # our share of later draws
        if (verdict := client.post_submissions(board["match_id"], move, wait=5))["state"] == "refused":
            raise ApiError(200, verdict["code"], verdict["text"], "text")


def play(client: Client, match: int, policy: str, pause_s: float = 0.2) -> Any:
    """Play a match to its end and return the last board."""
    rng, board = Random(match), client.get_match(match)
    while board["status"] not in ("closed", "void"):
        step(client, board, policy, rng)
        time.sleep(0 if board["can"]["submit"] else pause_s)
        board = client.get_match(match)
    return board


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, standard in {"url": "http://127.0.0.1:8000", "policy": "greedy", "opponent": "level-1"}.items():
        parser.add_argument(f"--{name}", default=standard)
    parser.add_argument("--token", required=True, help="made on your account page, with the scope `play`")
    parser.add_argument("--game", default="field-tactics", help="to open a match of, unless --match says where to play")
    parser.add_argument("--match", type=int)
    given = parser.parse_args()
    here = Client(given.url, given.token)
    print(play(here, given.match or challenge(here, given.game, given.opponent), given.policy)["outcome"]["text"])
