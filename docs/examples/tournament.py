"""Creates, fills and runs a tournament through the API, with a token of scope `organise`.

    python -m docs.examples.tournament --token lz_... --game zero-order --bots 4 --players ada ben

The site pairs and publishes each round, opens its matches, judges them and counts the results; this script decides,
fills, starts, watches, and prints the standings. People are invited; it starts once each has accepted or declined.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

from docs.examples.league_zero import ApiError, Client

OVER = ("finished", "cancelled", "archived")


def create(client: Client, name: str, game: str, format: str = "round-robin", **others: Any) -> int:
    """Make an event, open for registration; its number. Others: any setting of an event, such as `preset`."""
    plan: Any = {"name": name, "game": game, "stages": [{"format": format}], "rated": False, **others}
    return client.post_events(plan)["event_id"]


def fill(client: Client, event: int, players: Sequence[str] = (), bots: Sequence[str] = ()) -> int:
    """Invite people by their usernames, and enter bots by their kinds; how many there are. Who cannot enter is told."""
    for username in players:
        try:
            client.post_manage_do(event, "enter", {"username": username})
        except ApiError as refused:
            print(f"{username} has not entered: {refused.text}")
    for kind in bots:
        client.post_manage_do(event, "add-bot", {"kind": kind})
    return len(client.get_event(event)["entrants"])


def wait_for_answers(client: Client, event: int, *, pause_s: float = 2, longest_s: float = 3600) -> None:
    """Return when nobody's invitation is unanswered any more. Those unanswered at the start lapse."""
    until = time.monotonic() + longest_s
    while any(one["status"] == "invited" for one in client.get_event(event)["entrants"]) and time.monotonic() < until:
        time.sleep(pause_s)


def run(
    client: Client, event: int, *, pause_s: float = 2, longest_s: float = 3600,
    meanwhile: Callable[[], None] = lambda: None,
) -> Any:  # fmt: skip
    """Start the event, see it to its end, and return its last state. `meanwhile` is called between two looks."""
    client.post_event_start(event)
    until, told = time.monotonic() + longest_s, 0
    while time.monotonic() < until:
        seen = client.get_event(event)
        for block in seen["rounds"][told:]:
            if block["finished_at"]:
                print(f"{block['name']} is over")
                told += 1
        if seen["status"] in OVER:
            return seen
        meanwhile()
        time.sleep(pause_s)
    raise TimeoutError(f"event {event} is not over")


def standings(client: Client, event: int) -> list[str]:
    """The last table in lines, best first."""
    table = client.get_standings(event)["standings"][-1]
    return [f"{line['rank']:>3}  {line['person']['name']}" for line in table["lines"]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--token", required=True, help="made on your account page, with the scope `organise`")
    parser.add_argument("--name", default="Cup of the API")
    parser.add_argument("--game", default="zero-order")
    parser.add_argument("--format", default="round-robin")
    parser.add_argument("--preset", default="blitz", help="the time control")
    parser.add_argument("--bots", type=int, default=4, help="how many bots of the site take part")
    parser.add_argument("--kind", default="level-1", help="which bots")
    parser.add_argument("--players", nargs="*", default=[], help="usernames")
    given = parser.parse_args()
    client = Client(given.url, given.token)
    event = create(client, given.name, given.game, given.format, preset=given.preset, round_gap_s=5)
    print(f"{given.url}/events/{event}/ has {fill(client, event, given.players, [given.kind] * given.bots)} entrants")
    wait_for_answers(client, event)
    run(client, event)
    print("\n".join(standings(client, event)))


if __name__ == "__main__":
    main()
