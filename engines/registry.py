"""The installed games: key -> package, and its engines, including old versions needed by running matches.

Games are found by their entry points (`engines.packages`). One that cannot be played is refused, and the others start.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from engines.contract import AnyEngine
from engines.i18n import TranslatedError
from engines.missing_game import MissingGame
from engines.option_specs import OptionSpec, load_option_specs, translate_spec
from engines.package_files import CATALOGUES, SCRIPT_MESSAGES
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
    """A game that was not registered: the name of its entry point, what that leads to, the reason, and who installed it."""

    name: str
    source: str
    reason: str
    distribution: str = ""

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
            refusals.append(Refusal(point.name, point.value, str(error), _get_source(point)))
        except (Exception, SystemExit) as error:
            refusals.append(Refusal(point.name, point.value, f"{type(error).__name__}: {error}", _get_source(point)))
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


def find_installed(name: str) -> tuple[tuple[str, ...], tuple[Refusal, ...]]:
    """Return the keys and the refusals of the games of this key, or else of this distribution, as pip names it."""
    if name in _PACKAGES:
        return (name,), ()
    refused = tuple(refusal for refusal in REFUSALS if name == refusal.name)
    if refused:
        return (), refused
    wanted = _normalise(name)
    refused = tuple(refusal for refusal in REFUSALS if _normalise(refusal.distribution) == wanted)
    names = {point.name for point in entry_points(group=GROUP) if _normalise(_get_source(point)) == wanted}
    return tuple(sorted(names & set(_PACKAGES) - {refusal.name for refusal in refused})), refused


def _normalise(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def register_reported(find: Callable[[str], ReportedGame | None]) -> None:
    """Set the lookup of games without an engine by their keys; without one, each such key is a game."""
    global _find_reported
    _find_reported = find


def list_catalogues() -> list[Path]:
    """Return the folders `catalogues` of the games' site files: `<language>/LC_MESSAGES/django.mo`."""
    sites = [package.site for package in _PACKAGES.values() if package.site is not None]
    return [site / CATALOGUES for site in sites if (site / CATALOGUES).is_dir()]


def find_script_messages(language: str) -> dict[str, Path]:
    """Return the files with the translations of the games' scripts into a language, by key."""
    found = {key: package.find_site_file(f"{CATALOGUES}/{language}/{SCRIPT_MESSAGES}") for key, package in _PACKAGES.items()}
    return {key: file for key, file in found.items() if file is not None}


def get_option_specs(key: str) -> tuple[OptionSpec, ...]:
    """Return the options of a game in display order, in the reader's language. Raises UnknownGame."""
    return tuple(map(translate_spec, _load_option_specs(key)))


@cache
def _load_option_specs(key: str) -> tuple[OptionSpec, ...]:
    return load_option_specs(get_package(key).choices, get(key))


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


def get_or_missing(key: str, version: int | None = None) -> AnyEngine:
    """Return the engine of a game; for one that is not installed what can be shown of it (`engines.missing_game`)."""
    try:
        return get(key, version)
    except UnknownGame:
        return MissingGame(key)


@cache
def _get_engines(key: str) -> Mapping[Any, AnyEngine]:
    package = get_package(key)
    return {None: package.latest, **{engine.version: engine for engine in package.engines}}
