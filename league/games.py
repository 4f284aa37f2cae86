"""The league's view of the games: keys, seats, bots, options and texts."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engines import bots, registry
from engines.option_specs import OptionSpec, option_specs
from engines.words import say, say_many, told
from matches.assets import playable
from matches.refusals import Refused


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `sides` are the names of all seats, `counts` the numbers of players, `length` the usual duration."""

    key: str
    name: str
    sides: tuple[str, ...]
    counts: tuple[int, ...]
    bots: tuple[str, ...]
    about: str
    hidden: str
    length: str

    @property
    def choices(self) -> tuple[OptionSpec, ...]:
        return option_specs(self.key)

    @property
    def seats_text(self) -> str:
        """Return the possible numbers of players as text.

        >>> Game("g", "G", (), (2,), (), "", "", "").seats_text
        '2 players'
        """
        least, most = self.counts[0], self.counts[-1]
        if least == most:
            return say_many("{n} player", "{n} players", most)
        return say("{least} to {most} players", least=least, most=most)


def game(key: str) -> Game | None:
    """Return the game of this key; None if it is unknown."""
    return _game(key) if key in playable() else None


def get_game(key: str) -> Game:
    """Return the game of this key. Raises Refused("not-found")."""
    found = game(key)
    if found is None:
        raise Refused("not-found", say("Game not found."))
    return found


def check_game(key: str) -> None:
    """Raise Refused("unknown-game") if the site has no such game."""
    if key not in playable():
        raise Refused("unknown-game", say("Game not found."), "game")


def games() -> tuple[Game, ...]:
    """Return the site's games."""
    return tuple(_game(key) for key in playable())


def duels() -> tuple[Game, ...]:
    """Return the site's games for two players."""
    return tuple(one for one in games() if 2 in one.counts)


def name_of(key: str) -> str:
    """Return the name of a game, or the key if it is unknown."""
    return registry.get(key).name if key in registry.keys() else key  # noqa: SIM118


def _game(key: str) -> Game:
    engine, texts = registry.get(key), _texts()[key]
    return Game(
        key, engine.name, tuple(map(told, engine.seat_names)), tuple(engine.seat_counts), bots.policies(key),
        told(texts["about"]), told(texts["hidden"]), told(texts["length"]),
    )  # fmt: skip


@cache
def _texts() -> dict[str, dict[str, str]]:
    return tomllib.loads((Path(__file__).parent / "games.toml").read_text(encoding="utf-8"))
