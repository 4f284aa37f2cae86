"""What the contract checks must know about each game: its `worlds.py`."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

from engines import registry
from engines.contract import Engine, Json
from engines.contract_checks.subjects import CheckedGame, Limits, RandomMatch
from engines.randomness import UnverifiedRandom

LIMITS = Limits(view=6000)  # no game of these has larger views, nor longer matches (ruling C-3)
OPTIONAL = {"hidden": "HIDDEN", "scene": "crowded"}
"""By field of a checked game, what only some worlds have."""


def _load(key: str) -> CheckedGame:
    """Return a game with what `tests/engines/<package>/worlds.py` says of it."""
    worlds = import_module(f"tests.engines.{key.replace('-', '_')}.worlds")
    more = {field: getattr(worlds, name) for field, name in OPTIONAL.items() if hasattr(worlds, name)}
    return CheckedGame(registry.get(key), worlds.OPTIONS, worlds.NONSENSE, worlds.another, limits=LIMITS, **more)


GAMES = {key: _load(key) for key in registry.keys()}  # noqa: SIM118


def random_match(key: str, number: int, seed: str = "proof") -> RandomMatch:
    return RandomMatch(GAMES[key], number, seed)


def withheld(made: Mapping[str, Json]) -> dict[str, Json]:
    """Return an entry as it is published while the match runs: a sealed one without its action."""
    return {key: value for key, value in made.items() if not (key == "do" and "sealed" in made)}


def play_out(engine: Engine[Any, Any], state: Any, rng: Random) -> None:
    while engine.outcome(state) is None:
        acting = engine.to_act(state)
        action = engine.sample(state, min(acting), rng) if acting else engine.chance(state, UnverifiedRandom(rng))
        assert action is not None
        state = engine.apply(state, min(acting, default=None), action)
