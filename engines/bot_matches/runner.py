"""Matches between bots, one JSON line each in a results file, from which they can be replayed (not with CPU budgets).

Existing lines are kept; a line cut off by an interruption is played again.
"""

import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from engines import registry
from engines.bots import bot_action, simulate
from engines.contract import Json, Seat
from engines.play import Position
from engines.registry import AnyEngine
from engines.search_adapter import Budget, IterationBudget

_NEEDED = ("game", "version", "options", "bots", "seed", "ranks", "reason", "length", "moves", "cpu")


class BadLedger(ValueError):
    """An invalid line of a results file; the message names file and line."""


@dataclass(frozen=True)
class Contest:
    """A game to play. `seconds` of CPU time per move or `iterations` are the budget of the search bot only."""

    game: str
    options: Mapping[str, Json]
    bots: tuple[str, ...]  # by seat
    seed: str
    seconds: float | None = None
    iterations: int | None = None

    @property
    def line(self) -> dict[str, Json]:
        """Return the beginning of the game's line; another version of an engine plays other games."""
        budget = {"seconds": self.seconds, "iterations": self.iterations} if "search" in self.bots else {}
        return {
            "game": self.game,
            "version": registry.get(self.game).version,
            "options": self.options,
            "bots": self.bots,
            "seed": self.seed,
            **{name: value for name, value in budget.items() if value is not None},
        }

    def budget(self, policy: str) -> Budget | None:
        """Return a bot's budget for a move; None for its default budget."""
        if policy == "search" and self.seconds is not None:
            return CpuTime(self.seconds)
        return IterationBudget(self.iterations) if policy == "search" and self.iterations is not None else None


class CpuTime:
    """A budget of CPU seconds of this process."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._start = time.process_time()
        self.spent = 0.0

    def __call__(self) -> bool:
        self.spent = (time.process_time() - self._start) / self._seconds
        return self.spent < 1.0


def play_out(asked: Contest) -> dict[str, Json]:
    """Play a match to its end and return its result line, with CPU time and number of moves per seat."""
    cpu, moves = [0.0] * len(asked.bots), [0] * len(asked.bots)

    def act(engine: AnyEngine, position: Position[Any], seat: Seat, policy: str, rng: Random) -> str:
        start = time.process_time()
        done = bot_action(engine, position, seat, policy, rng, asked.budget(policy))
        cpu[seat] += time.process_time() - start
        moves[seat] += 1
        return done

    lines = list(simulate(registry.get(asked.game), asked.options, asked.bots, asked.seed, act))
    outcome = lines[-1]["outcome"]
    assert isinstance(outcome, Mapping)
    return {
        **asked.line,
        "ranks": outcome["ranks"],
        "reason": outcome["reason"],
        "length": len(lines) - 2,  # without the header and the closing line
        "moves": moves,
        "cpu": [round(spent, 3) for spent in cpu],
    }


def key(line: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what identifies the game of a line."""
    options = tuple(sorted((name, repr(value)) for name, value in line["options"].items()))
    budget = line.get("seconds"), line.get("iterations")
    return line["game"], line["version"], options, tuple(line["bots"]), line["seed"], *budget


def read(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a results file, [] if there is none. An incomplete last line is ignored."""
    whole = path.read_text("utf-8").split("\n")[:-1] if path.exists() else []
    return [_line(text, f"{path}:{number}") for number, text in enumerate(whole, 1)]


def _line(text: str, where: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError:
        raise BadLedger(f"{where}: this is not JSON") from None
    if not isinstance(line, dict) or not set(_NEEDED) <= set(line):
        raise BadLedger(f"{where}: an object with {', '.join(_NEEDED)} is needed")
    return line


def complete(path: Path, wanted: Sequence[Contest], jobs: int) -> list[dict[str, Any]]:
    """Return the lines of all wanted games in order, after playing and writing those that are missing."""
    found = {key(line): line for line in read(path)}
    missing = [one for one in wanted if key(one.line) not in found]
    if missing:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():  # Cut off an incomplete last line.
            path.write_bytes(b"".join(line for line in path.read_bytes().splitlines(True) if line.endswith(b"\n")))
        with path.open("a", encoding="utf-8") as file:
            for done, line in enumerate(_played(missing, jobs), len(wanted) - len(missing) + 1):
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()
                found[key(line)] = line
                versus, ranks = " v ".join(line["bots"]), "-".join(map(str, line["ranks"]))
                end = f"{line['reason']} after {line['length']}"
                sys.stderr.write(f"{line['game']} {done}/{len(wanted)}: {versus} {ranks} {end}\n")
    return [found[key(one.line)] for one in wanted]


def _played(missing: Sequence[Contest], jobs: int) -> Iterable[dict[str, Any]]:
    """Yield the games as they finish."""
    if jobs == 1:
        yield from map(play_out, missing)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(play_out, one) for one in missing]
        try:
            for game in as_completed(waiting):
                yield game.result()
        finally:
            pool.shutdown(cancel_futures=True)
