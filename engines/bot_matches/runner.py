"""Matches between bots, one JSON line each in a results file, from which they can be replayed (not with CPU budgets).

Existing lines are kept; a line cut off by an interruption is played again.
"""

import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from engines import registry
from engines.bot_matches.results_files import append_lines, load_lines
from engines.bots import bot_action, get_setting, simulate
from engines.contract import AnyEngine, Json, Seat
from engines.play import Position
from engines.search_adapter import Budget, IterationBudget

_REQUIRED_KEYS = ("game", "version", "options", "bots", "seed", "ranks", "reason", "length", "moves", "cpu")


@dataclass(frozen=True)
class BotMatch:
    """A game to play. `seconds` of CPU time per move or `iterations` are the budget of bots that search.

    The first `opening` actions are random, so that search bots, which have no luck of their own, play different games.
    """

    game: str
    options: Mapping[str, Json]
    bots: tuple[str, ...]  # by seat
    seed: str
    seconds: float | None = None
    iterations: int | None = None
    opening: int = 0

    @property
    def line(self) -> dict[str, Json]:
        """Return the beginning of the game's line; another version of an engine plays other games."""
        takes_budget = any(get_setting(self.game, bot).takes_budget for bot in self.bots)
        budget = {"seconds": self.seconds, "iterations": self.iterations} if takes_budget else {}
        return {
            "game": self.game,
            "version": registry.get(self.game).version,
            "options": self.options,
            "bots": self.bots,
            "seed": self.seed,
            **{name: value for name, value in budget.items() if value is not None},
            **({"opening": self.opening} if self.opening else {}),
        }

    def budget(self, bot: str) -> Budget | None:
        """Return a bot's budget for a move; None for its default budget."""
        if not get_setting(self.game, bot).takes_budget:
            return None
        if self.seconds is not None:
            return CpuBudget(self.seconds)
        return None if self.iterations is None else IterationBudget(self.iterations)


class CpuBudget:
    """A budget of CPU seconds of this process."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._start = time.process_time()
        self.spent = 0.0

    def __call__(self) -> bool:
        self.spent = (time.process_time() - self._start) / self._seconds
        return self.spent < 1.0


def play_match(match: BotMatch) -> dict[str, Json]:
    """Play a match to its end and return its result line, with CPU time and number of moves per seat."""
    cpu, moves = [0.0] * len(match.bots), [0] * len(match.bots)

    def choose_action(engine: AnyEngine, position: Position[Any], seat: Seat, policy: str, rng: Random) -> str:
        start = time.process_time()
        if sum(moves) < match.opening:
            policy = "random"
        action = bot_action(engine, position, seat, policy, rng, match.budget(policy))
        cpu[seat] += time.process_time() - start
        moves[seat] += 1
        return action

    lines = list(simulate(registry.get(match.game), match.options, match.bots, match.seed, choose_action))
    outcome = lines[-1]["outcome"]
    assert isinstance(outcome, Mapping)
    return {
        **match.line,
        "ranks": outcome["ranks"],
        "reason": outcome["reason"],
        "length": len(lines) - 2,  # without the header and the closing line
        "moves": moves,
        "cpu": [round(spent, 3) for spent in cpu],
    }


def match_key(line: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the values that identify the match of a line: game, version, options, bots, seed, budgets and opening."""
    options = tuple(sorted((name, repr(value)) for name, value in line["options"].items()))
    budget = line.get("seconds"), line.get("iterations"), line.get("opening", 0)
    return line["game"], line["version"], options, tuple(line["bots"]), line["seed"], *budget


def load_results(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a results file. Raises BadResultsFile."""
    return load_lines(path, _REQUIRED_KEYS, f"an object with {', '.join(_REQUIRED_KEYS)}")


def complete_results(path: Path, matches: Sequence[BotMatch], jobs: int) -> list[dict[str, Any]]:
    """Return the lines of all wanted games in order, after playing and writing those that are missing."""
    results = {match_key(line): line for line in load_results(path)}
    missing = [match for match in matches if match_key(match.line) not in results]
    if missing:
        played = append_lines(path, _play_missing(missing, jobs))
        for number, line in enumerate(played, len(matches) - len(missing) + 1):
            results[match_key(line)] = line
            versus, ranks = " v ".join(line["bots"]), "-".join(map(str, line["ranks"]))
            end = f"{line['reason']} after {line['length']}"
            sys.stderr.write(f"{line['game']} {number}/{len(matches)}: {versus} {ranks} {end}\n")
    return [results[match_key(match.line)] for match in matches]


def _play_missing(missing: Sequence[BotMatch], jobs: int) -> Iterable[dict[str, Any]]:
    """Yield the games as they finish."""
    if jobs == 1:
        yield from map(play_match, missing)
        return
    with ProcessPoolExecutor(jobs) as pool:
        futures = [pool.submit(play_match, match) for match in missing]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)
