"""One game between bots as one short line, from which anybody can play it again (search with seconds excepted)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import bots, registry
from engines.bots import bot_action, simulate
from engines.contract import Json, Seat
from engines.play import Position
from engines.registry import AnyEngine
from engines.search_adapter import Budget, IterationBudget


@dataclass(frozen=True)
class Contest:
    """A game to be played. `seconds` of CPU time a move or `iterations` are the search bot's; None where it is not
    in, so that games without it are the same whatever the budget."""

    game: str
    options: Mapping[str, Json]
    bots: tuple[str, ...]  # by seat
    seed: str
    seconds: float | None = None
    iterations: int | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells it from other games; a later version of an engine plays other games."""
        options = tuple(sorted((name, repr(value)) for name, value in self.options.items()))
        version = registry.get(self.game).version
        return self.game, version, options, self.bots, self.seed, self.seconds, self.iterations


def contest(
    game: str,
    options: Mapping[str, Json],
    players: tuple[str, ...],
    seed: str,
    seconds: float | None = None,
    iterations: int | None = None,
) -> Contest:
    """A game, with the budget only where a bot searches."""
    if "search" not in players:
        return Contest(game, options, players, seed)
    return Contest(game, options, players, seed, seconds, iterations)


class CpuTime:
    """A budget of CPU seconds of this process."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._start = time.process_time()
        self.spent = 0.0

    def __call__(self) -> bool:
        self.spent = (time.process_time() - self._start) / self._seconds
        return self.spent < 1.0


class _Watch:
    """Bots with their budgets, and the CPU time and moves of every seat."""

    def __init__(self, asked: Contest) -> None:
        self._asked = asked
        self.cpu = [0.0] * len(asked.bots)
        self.moves = [0] * len(asked.bots)

    def act(self, engine: AnyEngine, position: Position[Any], seat: Seat, policy: str, rng: Random) -> str:
        start = time.process_time()
        done = bot_action(engine, position, seat, policy, rng, self._budget(policy))
        self.cpu[seat] += time.process_time() - start
        self.moves[seat] += 1
        return done

    def _budget(self, policy: str) -> Budget | None:
        if policy != "search":
            return None
        if self._asked.seconds is not None:
            return CpuTime(self._asked.seconds)
        return None if self._asked.iterations is None else IterationBudget(self._asked.iterations)


def play_out(asked: Contest) -> dict[str, Json]:
    """Play a game to its end; its line of the ledger."""
    engine = registry.get(asked.game)
    for policy in asked.bots:
        if policy not in bots.policies(engine.key):
            raise bots.UnknownPolicy(f"There is no bot {policy!r} for {engine.key}.")
    watch = _Watch(asked)
    length, outcome = -2, None  # the header and the closing line are no entries
    for line in simulate(engine, asked.options, asked.bots, asked.seed, watch.act):
        length += 1
        outcome = line.get("outcome")
    assert isinstance(outcome, Mapping)
    return {
        "game": asked.game,
        "version": engine.version,
        "options": asked.options,
        "bots": asked.bots,
        "seed": asked.seed,
        **({} if asked.seconds is None else {"seconds": asked.seconds}),
        **({} if asked.iterations is None else {"iterations": asked.iterations}),
        "ranks": outcome["ranks"],
        "reason": outcome["reason"],
        "length": length,
        "moves": watch.moves,
        "cpu": [round(spent, 3) for spent in watch.cpu],
    }
