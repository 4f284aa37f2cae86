"""What the league side needs to know of the games: their keys and the words for them."""

from dataclasses import dataclass

from engines import registry
from matches.queries.boards import playable


@dataclass(frozen=True, slots=True)
class Game:
    key: str
    name: str
    sides: tuple[str, ...]


def game(key: str) -> Game | None:
    """The game of this key, or None where the site has none."""
    return _game(key) if key in playable() else None


def games() -> tuple[Game, ...]:
    """The games that the site offers."""
    return tuple(_game(key) for key in playable())


def duels() -> tuple[Game, ...]:
    """The games on the site that two can play."""
    return tuple(_game(key) for key in playable() if 2 in registry.get(key).seat_counts)


def name_of(key: str) -> str:
    found = game(key)
    return found.name if found else key


def _game(key: str) -> Game:
    engine = registry.get(key)
    return Game(key, engine.name, tuple(engine.seat_names))
