"""The available games: key -> engine, including old versions needed by running matches."""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from engines.contract import Engine
from engines.field_tactics.engine import FieldTactics
from engines.i18n import TranslatedError
from engines.incursion_point_zero.engine import IncursionPointZero
from engines.order_and_chaos.engine import OrderAndChaos
from engines.reported import ReportedGame, is_reported
from engines.zero_day.engine import ZeroDay
from engines.zero_order.engine import ZeroOrder

AnyEngine = Engine[Any, Any]

_ALL: tuple[AnyEngine, ...] = (
    FieldTactics(),
    IncursionPointZero(1),
    IncursionPointZero(),
    OrderAndChaos(1),
    OrderAndChaos(),
    ZeroDay(),
    ZeroOrder(1),
    ZeroOrder(),
)
_ENGINES: dict[tuple[str, int], AnyEngine] = {(engine.key, engine.version): engine for engine in _ALL}
_LATEST: dict[str, AnyEngine] = {key: engine for (key, _), engine in sorted(_ENGINES.items(), key=lambda item: item[0])}

_find_reported: Callable[[str], ReportedGame | None] = ReportedGame


class UnknownGame(TranslatedError, LookupError):
    """An unknown game or version; the message lists the known ones."""


def keys() -> tuple[str, ...]:
    """Return the keys of all games, in order."""
    return tuple(_LATEST)


def versions(key: str) -> tuple[int, ...]:
    """Return all versions of a game's rules, oldest first."""
    return tuple(sorted(version for name, version in _ENGINES if name == key))


def module(key: str, name: str) -> ModuleType:
    """Return a game's module by its name, which is the same in all games (`tests/engines/test_modules.py`)."""
    return import_module(f"engines.{key.replace('-', '_')}.{name}")


def register_reported(find: Callable[[str], ReportedGame | None]) -> None:
    """Set the lookup of games without an engine by their keys; without one, each such key is a game."""
    global _find_reported
    _find_reported = find


def get(key: str, version: int | None = None) -> AnyEngine:
    """Return the engine of a game, in the newest version by default; for a game without an engine what is known of it."""
    engine = _LATEST.get(key) if version is None else _ENGINES.get((key, version))
    if engine is None and is_reported(key) and version in (None, ReportedGame.version):
        engine = _find_reported(key)
    if engine is not None:
        return engine
    if key in _LATEST:
        known = ", ".join(map(str, versions(key)))
        raise UnknownGame("Unknown version of {game}: {version}. Available: {known}.", version=version, game=key, known=known)
    raise UnknownGame("Unknown game: {game}. Available: {known}.", game=repr(key), known=", ".join(_LATEST))
