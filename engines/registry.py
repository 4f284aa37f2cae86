"""The installed games: key -> package, and its engines, including old versions needed by running matches.

Games are found by their entry points (`engines.packages`). One that cannot be played is refused, and the others start.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from engines.contract import AnyEngine
from engines.i18n import TranslatedError
from engines.packages import GROUP, BadPackage, GamePackage, check_package
from engines.reported import ReportedGame, is_reported

_OWN = "league-zero"

_find_reported: Callable[[str], ReportedGame | None] = ReportedGame


class UnknownGame(TranslatedError, LookupError):
    """An unknown game or version; the message lists the known ones."""


class NoGames(RuntimeError):
    """No game is installed."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A package that was not registered: the name of its entry point, what it is installed as, and the reason."""

    name: str
    source: str
    reason: str

    def __str__(self) -> str:
        return f"The game {self.name} ({self.source}) was refused: {self.reason}."


def load_packages(points: Iterable[EntryPoint]) -> tuple[dict[str, GamePackage], tuple[Refusal, ...]]:
    """Return the packages by key, League Zero's own games first, and what was refused."""
    packages: dict[str, GamePackage] = {}
    refusals: list[Refusal] = []
    for point in sorted(points, key=lambda point: (_get_source(point) != _OWN, _get_source(point), point.name)):
        try:
            if point.name in packages:
                raise BadPackage("another package has the same key")
            packages[point.name] = check_package(point.name, point.load())
        except BadPackage as error:
            refusals.append(Refusal(point.name, point.value, str(error)))
        except (Exception, SystemExit) as error:
            refusals.append(Refusal(point.name, point.value, f"{type(error).__name__}: {error}"))
    return packages, tuple(refusals)


def _get_source(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else ""


def _load_installed() -> tuple[Mapping[str, GamePackage], tuple[Refusal, ...]]:
    packages, refusals = load_packages(entry_points(group=GROUP))
    if not packages:
        reasons = " ".join(map(str, refusals)) or "League Zero is not installed in this environment: run `make install`."
        raise NoGames(f"No game found. {reasons}")
    return packages, refusals


_PACKAGES, REFUSALS = _load_installed()


def keys() -> tuple[str, ...]:
    """Return the keys of all games, in order."""
    return tuple(_PACKAGES)


def versions(key: str) -> tuple[int, ...]:
    """Return all versions of a game's rules, oldest first."""
    return tuple(sorted(engine.version for engine in get_package(key).engines))


def find_package(key: str) -> GamePackage | None:
    """Return the package of a game; None if it is not installed, or has no engine."""
    return _PACKAGES.get(key)


def get_package(key: str) -> GamePackage:
    """Return the package of a game. Raises UnknownGame."""
    package = _PACKAGES.get(key)
    if package is None:
        raise UnknownGame("Unknown game: {game}. Available: {known}.", game=repr(key), known=", ".join(_PACKAGES))
    return package


def register_reported(find: Callable[[str], ReportedGame | None]) -> None:
    """Set the lookup of games without an engine by their keys; without one, each such key is a game."""
    global _find_reported
    _find_reported = find


def list_catalogues() -> list[Path]:
    """Return the folders `catalogues` of the games' site files: `<language>/LC_MESSAGES/django.mo`."""
    sites = [package.site for package in _PACKAGES.values() if package.site is not None]
    return [site / "catalogues" for site in sites if (site / "catalogues").is_dir()]


def get(key: str, version: int | None = None) -> AnyEngine:
    """Return the engine of a game, in the newest version by default; for a game without an engine what is known of it.

    Raises UnknownGame.
    """
    if is_reported(key) and version in (None, ReportedGame.version) and (reported := _find_reported(key)) is not None:
        return reported
    engines = _get_engines(key)
    engine = engines.get(version)
    if engine is None:
        known = ", ".join(map(str, versions(key)))
        raise UnknownGame("Unknown version of {game}: {version}. Available: {known}.", version=version, game=key, known=known)
    return engine


@cache
def _get_engines(key: str) -> Mapping[Any, AnyEngine]:
    package = get_package(key)
    return {None: package.latest, **{engine.version: engine for engine in package.engines}}
