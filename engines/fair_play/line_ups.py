"""The line-ups of the measurement: honest bots of several strengths, and cheaters planted among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import bots, registry
from engines.contract import AnyEngine, Json, Seat
from engines.fair_play.adapter import FairPlay
from engines.fair_play.evidence import score_match
from engines.fair_play.match_scores import read_match
from engines.fair_play.planted import Player, choose_action
from engines.play import Position

ITERATIONS = 40
GREEDY, RANDOM = Player("greedy", "greedy"), Player("random", "random")
SEARCH = Player(f"search, {ITERATIONS} iterations", iterations=ITERATIONS)


@dataclass(frozen=True, slots=True)
class LineUp:
    """A kind of match. The cheater takes each seat with hidden information in turn; partners are the first two of them.

    `random_set_up`: what the players place out of sight is placed at random.
    """

    name: str
    matches: int
    seats: int
    honest: Player
    cheater: Player | None = None
    random_set_up: bool = False

    @property
    def is_honest(self) -> bool:
        return self.cheater is None

    @property
    def has_partners(self) -> bool:
        return self.cheater is not None and self.cheater.knows == "partner"


def list_line_ups(adapter: FairPlay) -> list[LineUp]:
    """Return a game's line-ups. Bots that look at one move are fast, so they play most of the matches."""
    small = min(adapter.tables)
    looks = "glance" if adapter.reveal is None else "secret"
    line_ups = [
        LineUp("greedy", 800, small, GREEDY),
        LineUp("greedy, cheats", 800, small, GREEDY, _cheater(looks, 1.0, "greedy")),
        LineUp("greedy, cheats in half of its decisions", 400, small, GREEDY, _cheater(looks, 0.5, "greedy")),
        LineUp("greedy, random set-up", 400, small, GREEDY, random_set_up=True),
        LineUp("random", 400, small, RANDOM),
        LineUp("greedy, cheats in a quarter", 400, small, GREEDY, _cheater(looks, 0.25, "greedy")),
    ]
    for seats in adapter.tables[1:]:
        line_ups.append(LineUp(f"greedy, {seats} seats", 800, seats, GREEDY))
        if adapter.pool is not None:
            name = f"greedy, {seats} seats, partners"
            line_ups += [
                LineUp(name, 800, seats, GREEDY, _cheater("partner", 1.0, "greedy")),
                LineUp(f"{name} in half", 400, seats, GREEDY, _cheater("partner", 0.5, "greedy")),
            ]
    line_ups += [
        LineUp("search", 400, small, SEARCH),
        LineUp("search, sees all", 400, small, SEARCH, _cheater("all", 1.0)),
        LineUp("search, sees a part", 200, small, SEARCH, _cheater("part", 1.0)),
    ]
    if adapter.reveal is not None:
        line_ups.append(LineUp("search, told all", 400, small, SEARCH, _cheater("told", 1.0)))
    return line_ups


def _cheater(knows: str, share: float, policy: str = "search") -> Player:
    return Player("cheater", policy, ITERATIONS if policy == "search" else 0, knows, share)


def play_line_up(game: str, adapter: FairPlay, line_up: LineUp, number: int) -> dict[str, Json]:
    """Play one match of a line-up and return its line: scores by seat and by pair, and who won."""
    engine, hidden = registry.get(game), list(adapter.seats(line_up.seats))
    players = [line_up.honest] * line_up.seats
    cheats = hidden[:2] if line_up.has_partners else [hidden[number % len(hidden)]]
    if line_up.cheater is not None:
        for seat in cheats:
            player = line_up.cheater
            players[seat] = Player(
                player.name, player.policy, player.iterations, player.knows, player.share, tuple(cheats)
            )  # fmt: skip

    def choose(engine: AnyEngine, position: Position[Any], seat: Seat, policy: str, rng: Random) -> str:
        if line_up.random_set_up and adapter.is_set_up(position.state):
            return bots.bot_action(engine, position, seat, "random", rng)
        return choose_action(players[seat], adapter, engine, position, seat, rng)

    seed = f"fair-play.{line_up.name}.{number}"
    lines = list(bots.simulate(engine, {}, ["random"] * line_up.seats, seed, choose))
    entries: Any = [(line["by"], line["do"]) for line in lines[1:-1]]
    read = hidden if line_up.is_honest or line_up.has_partners else cheats
    scores = read_match(engine, adapter, {}, line_up.seats, entries, seed, only=read)
    outcome: Any = lines[-1]["outcome"]
    return {
        "line_up": line_up.name,
        "number": number,
        "version": engine.version,
        "seats": _round_scores(scores.seats),
        "pairs": _round_scores({f"{low}-{high}": rows for (low, high), rows in scores.pairs.items()}),
        "cheats": cheats if line_up.cheater is not None else [],
        "winners": [seat for seat, rank in enumerate(outcome["ranks"]) if rank == 1],
    }


def _round_scores(rows: Mapping[Any, Any]) -> dict[str, Json]:
    """Return by seat or pair its score and the number of decisions; those without any are left out."""
    scored = {str(key): (score_match(decisions), len(decisions)) for key, decisions in rows.items()}
    return {key: [round(score, 4), count] for key, (score, count) in scored.items() if score is not None}
