"""Plays a whole season with franchises through the API, from an empty league to the archive.

    python -m docs.examples.season --token lz_... --bots 4                          # franchises of the site's bots
    python -m docs.examples.season --token lz_... --owners ada=lz_... ben=lz_...     # of people, by their own programs

The organiser's token needs the scopes `play` and `organise`, an owner's `play`: nobody drafts or moves for somebody
else. The site opens every match, judges it, counts it and pays for it; this script decides, plays for the owners, and
looks on.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from docs.examples import bot
from docs.examples.league_zero import ApiError, Client, shapes
from docs.examples.tournament import OVER, standings

GAME = "incursion-point-zero"
GAMERS = """handle,name,genre,salary,talent,wisdom,awareness,synergy,dexterity,xfactor,text
Nova,Ada Lind,FPS,7,clutch,3,2,5,4,1,Hums while she aims.
Kestrel_9,Ben Okoro,CCG,3,,4,3,2,2,2,
"""
TERMS: shapes.EditTerms = {
    "cap": 40, "roster_min": 4, "roster_max": 4, "purse": 20, "win_money": 5, "participation_money": 1,
    "founding_open": False,
}  # fmt: skip
DAYS = 60
LINE_UP = 4
ENDED = ("closed", "void")
BREATH_S = 0.2


@dataclass(frozen=True)
class Owner:
    """A franchise's owner, and the program that acts for it."""

    username: str
    client: Client


@dataclass(frozen=True)
class Season:
    """Where the organiser's program is at work."""

    client: Client
    slug: str
    number: int

    def to(self, phase: shapes.PhaseEnum) -> None:
        """The next phase; the refusal names what is still missing."""
        self.client.post_season_phase(self.slug, self.number, {"to": phase})


def plan(client: Client, league: str, name: str) -> Season:
    """A league with two Gamers of its own, and a season of it, set up."""
    slug = client.post_leagues({"name": league})["slug"]
    checked = client.post_gamers_import(slug, {"text": GAMERS, "dry_run": True})
    for fault in checked["faults"]:
        print(f"row {fault['row']}: {fault['text']}")
    client.post_gamers_import(slug, {"text": GAMERS})
    today = datetime.now(UTC).date()
    days: Any = {"starts_on": str(today), "ends_on": str(today + timedelta(days=DAYS))}
    number = client.post_seasons(slug, {"name": name, **days})["seasons"][-1]["season_id"]
    client.post_season_terms(slug, number, TERMS)
    client.post_season_pool(slug, number, {"default": True, "own": True})
    return Season(client, slug, number)


def found(season: Season, owners: Sequence[Owner], bots: Sequence[Any]) -> None:
    """A franchise of each owner, and of each bot by its kind."""
    plans: list[shapes.NewFranchise] = [
        *({"name": f"{one.username}'s", "owner": one.username} for one in owners),
        *({"name": f"Bots {at}", "bot": kind} for at, kind in enumerate(bots, start=1)),
    ]
    for one in plans:
        season.client.post_franchises(season.slug, season.number, one)


def draft(season: Season, owners: Sequence[Owner], pause_s: float, longest_s: float) -> None:
    """Hold the draft: a snake, in which bots pick by themselves, and `pick` for the owners."""
    season.to("draft")
    number = season.client.post_season_draft(season.slug, season.number, {"kind": "snake", "order": "random"})["draft_id"]
    season.client.post_draft_start(number)
    for _ in _patiently(pause_s, longest_s, "the draft"):
        while any(pick(one.client, number) for one in owners):
            pass
        if season.client.get_draft(number)["status"] == "finished":
            return


def pick(client: Client, number: int) -> bool:
    """Where it is our turn, take the Gamer with the best stats whom we can pay; whether we did."""
    room = client.get_draft(number)
    view, offers = room["view"], room["offers"]
    if not view or room["yours"] not in view["to_act"]:
        return False
    best = max((card for card in room["cards"] if str(card["card"]) in offers), key=lambda card: sum(card["stats"]))
    client.post_draft_acts(number, {"act": {"is": "pick", "card": best["card"]}, "key": f"pick-{room['mark']}"})
    return True


def open_rounds(season: Season, owners: Sequence[Owner], preset: shapes.PresetEnum) -> int:
    """An event of the season that every franchise has entered, with the owners' line-ups; its number."""
    season.to("rounds")
    event = season.client.post_events(
        {
            "name": "The rounds", "game": GAME, "season_id": season.number, "preset": preset, "rated": False,
            "round_gap_s": 0, "stages": [{"format": "round-robin"}],
        }
    )["event_id"]  # fmt: skip
    season.client.post_manage_do(event, "enter-franchises", {})
    for one in owners:
        one.client.post_event_join(event)  # accepts the invitation: an organiser created the franchise in their name
        roster = one.client.get_lineup(season.slug, season.number, event)["choices"]
        strongest = sorted(roster, key=lambda gamer: -sum(gamer["stats"]))[:LINE_UP]
        chosen: shapes.PlanLineup = {"contract_ids": [gamer["contract_id"] for gamer in strongest]}
        one.client.put_lineup(season.slug, season.number, event, chosen)
    season.client.post_event_start(event)
    return event


def play(season: Season, event: int, owners: Sequence[Owner], policy: str, pause_s: float, longest_s: float) -> None:
    """See the event to its end, playing every match of the owners that is open."""
    rng = Random(event)
    for _ in _patiently(pause_s, longest_s, "the event"):
        seen = season.client.get_event(event)
        if seen["status"] in OVER:
            return
        tables = [(one.client, match) for one in owners for match in _matches(seen, one.username)]
        while tables:
            boards = [(client, client.get_match(match)) for client, match in tables]
            tables = [(client, board["match_id"]) for client, board in boards if board["status"] not in ENDED]
            able = [(client, board) for client, board in boards if board["can"]["submit"] or board["can"]["ready"]]
            for client, board in able:
                bot.step(client, board, policy, rng)
            if not able:
                time.sleep(min(pause_s, BREATH_S))


def _matches(event: shapes.Event, username: str) -> Iterator[int]:
    """The matches of a player that are not over."""
    for block in event["rounds"]:
        for pairing in block["pairings"]:
            if username in [side["person"]["username"] for side in pairing["sides"] if side["person"]]:
                yield from (game["match_id"] for game in pairing["games"] if game["status"] not in ENDED)


def close(season: Season) -> list[str]:
    """Pay the prizes that the season proposes and put it into the archive; what was paid, in lines."""
    season.to("awards")
    proposed = season.client.get_awards(season.slug, season.number)["awards"]
    amounts: Mapping[str, int] = {one["key"]: one["amount"] for one in proposed}
    paid = season.client.post_awards(season.slug, season.number, {"amounts": dict(amounts)})["awards"]
    season.to("archive")
    return [f"{one['title']}: {one['franchise_name']}, {one['amount']}" for one in paid]


def _patiently(pause_s: float, longest_s: float, what: str) -> Iterator[None]:
    until = time.monotonic() + longest_s
    while time.monotonic() < until:
        yield
        time.sleep(pause_s)
    raise TimeoutError(f"{what} is not over")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--token", required=True, help="the organiser's, with the scopes `play` and `organise`")
    parser.add_argument("--owners", nargs="*", default=[], metavar="NAME=TOKEN", help="usernames, and their tokens")
    parser.add_argument("--bots", type=int, default=0, help="how many franchises belong to bots of the site")
    parser.add_argument("--kind", default="level-5", help="which bots")
    parser.add_argument("--league", default="League of the API")
    parser.add_argument("--preset", default="quick", help="the time control")
    parser.add_argument("--policy", default="greedy", help="how matches of the owners are played")
    parser.add_argument("--pause", type=float, default=2, help="seconds between two looks")
    parser.add_argument("--longest", type=float, default=3600, help="seconds for the draft, and for the rounds")
    given = parser.parse_args()
    named = dict(one.partition("=")[::2] for one in given.owners)
    owners = [Owner(username, Client(given.url, token)) for username, token in named.items()]
    try:
        season = plan(Client(given.url, given.token), given.league, f"Season {datetime.now(UTC).year}")
    except ApiError as refused:  # such as a name that is taken: --league gives another
        raise SystemExit(refused.text) from None
    print(f"{given.url}/leagues/{season.slug}/seasons/{season.number}/")
    found(season, owners, [given.kind] * given.bots)
    draft(season, owners, given.pause, given.longest)
    print("The draft is over.")
    event = open_rounds(season, owners, given.preset)
    play(season, event, owners, given.policy, given.pause, given.longest)
    print("\n".join(standings(season.client, event)))
    print("\n".join(close(season)))


if __name__ == "__main__":
    main()
