"""What a game hands over to be played: a GamePackage, named by an entry point of the group `league_zero.games`.

    [project.entry-points."league_zero.games"]
    connect-four = "connect_four:GAME"

The name of the entry point is the game's key.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from engines.board_description import BoardDescription, has_generic_board
from engines.contract import AnyEngine, Engine, Seat
from engines.data_files import BadData
from engines.fair_play.adapter import FairPlay
from engines.levels import load_levels
from engines.package_files import check_files, check_views
from engines.puzzle_files import load_puzzles
from engines.reported import PREFIX, is_reported
from engines.search_adapter import SearchAdapter
from engines.training_plan import TrainingPlan
from engines.usage import LogReader

GROUP = "league_zero.games"
PROTOCOL = 1
"""The version of this protocol: of `engines.contract.Engine` and GamePackage."""

Chooser: TypeAlias = Callable[[Seat, Any, "list[str] | None", Random], str]
Previewer: TypeAlias = Callable[[str, Mapping[str, Any], Seat, "list[str]"], "str | None"]

_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_KEY_LENGTH = 40
_VALUES: Mapping[str, type | tuple[type, ...]] = {
    "version": int, "name": str, "seat_names": Sequence, "seat_counts": Sequence, "reasons": Mapping, "view_type": type,
}  # fmt: skip
_DEFAULTS = tuple(name for name in Engine.__annotations__ if hasattr(Engine, name))
_METHODS = tuple(name for name, _ in inspect.getmembers(Engine, inspect.isfunction) if not name.startswith("_"))


class BadPackage(Exception):
    """A package that cannot be played; the message gives the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePackage:
    """A game: its rules, bots and texts. Only `engines` is required.

    `engines` has one engine for each version of the rules that running matches and records may need.
    `choices` is the TOML file that describes the options (`engines.option_specs`); None for a game without options.
    `option_sets` is the TOML file of options whose balance is measured (`engines.bot_matches.command`).
    `levels` is the TOML file of the bots' levels and `level_ratings` that of their measured ratings (`engines.levels`).
    `choose(seat, view, legal, rng)` is the greedy bot. Without it and `search`, only the random bot plays.
    `trained` is the adapter of a search with a trained evaluation, and `training` how to train it.
    `fair_play` compares choices with what players couldn't know, in a game with hidden information (docs/fair-play.md).
    `board(view)` draws the board in a terminal and `legend` explains it.
    `describe_board(view)` is the description of the board from which pictures are drawn, for a game whose view has none.
    `preview(side, view, seat, words)` tells what an action would do (`engines.action_previews`).
    `puzzles` is the file of its puzzles (`engines.puzzle_files`).
    `stats` counts what a log tells of the use of pieces and places (`engines.usage`).
    `site` is the folder of the files for the site (docs/games.md).
    """

    engines: Sequence[AnyEngine]
    choices: Path | None = None
    option_sets: Path | None = None
    levels: Path | None = None
    level_ratings: Path | None = None
    choose: Chooser | None = None
    search: SearchAdapter | None = None
    trained: SearchAdapter | None = None
    training: TrainingPlan | None = None
    fair_play: FairPlay | None = None
    board: Callable[[Any], str] | None = None
    legend: str = ""
    describe_board: Callable[[Any], BoardDescription] | None = None
    preview: Previewer | None = None
    puzzles: Path | None = None
    stats: LogReader | None = None
    site: Path | None = None
    protocol: int = PROTOCOL

    @property
    def key(self) -> str:
        return self.engines[0].key

    def find_site_file(self, name: str) -> Path | None:
        """Return a file of the folder `site`; None if the game has none of this name."""
        file = None if self.site is None else self.site / name
        return file if file is not None and file.is_file() else None

    def find_description(self, view: Mapping[str, Any]) -> BoardDescription | None:
        """Return the description of a view's board; None if the game has none."""
        if self.describe_board is not None:
            return self.describe_board(view)
        return view["board"] if has_generic_board(self.latest) else None

    @property
    def latest(self) -> AnyEngine:
        """Return the engine with the newest version of the rules."""
        return max(self.engines, key=lambda engine: engine.version)


def check_package(name: str, package: object) -> GamePackage:
    """Return the object that an entry point of this name has led to. Raises BadPackage unless it can be played."""
    if not isinstance(package, GamePackage):
        raise BadPackage(f"the entry point must name a GamePackage, not {type(package).__name__}")
    if package.protocol != PROTOCOL:
        newer = "newer " * (package.protocol > PROTOCOL)
        raise BadPackage(f"it has the {newer}protocol version {package.protocol}; this site supports {PROTOCOL}")
    if not package.engines:
        raise BadPackage("it has no engine")
    for engine in package.engines:
        _check_engine(name, engine)
    if len({engine.version for engine in package.engines}) < len(package.engines):
        raise BadPackage("two of its engines have the same version")
    files = (package.choices, package.option_sets, package.levels, package.level_ratings, package.puzzles, package.site)
    for part in files:
        if part is not None and not part.exists():
            raise BadPackage(f"{part} not found")
    try:
        check_files(package.choices, package.site, package.latest)
        load_levels(package)
        if package.puzzles is not None:
            load_puzzles(package.puzzles, package.key)
    except BadData as error:
        raise BadPackage(str(error)) from error
    return package


def _check_engine(name: str, engine: AnyEngine) -> None:
    kind = type(engine).__name__
    key = getattr(engine, "key", None)
    if key != name:
        raise BadPackage(f"the entry point is named {name}, but the key of {kind} is {key}")
    if len(key) > _KEY_LENGTH or not _KEY.fullmatch(key) or is_reported(key):
        raise BadPackage(
            f"the key must be of lower-case letters, digits and single hyphens, at most {_KEY_LENGTH} characters, and must "
            f"not begin with {PREFIX}"
        )
    for attribute, wanted in _VALUES.items():
        if not isinstance(getattr(engine, attribute, None), wanted):
            raise BadPackage(f"{kind} has no valid {attribute}")
    _check_members(engine, kind)
    if not engine.seat_counts or max(engine.seat_counts) > len(engine.seat_names):
        raise BadPackage(f"{kind} has no name for each seat")
    for count in engine.seat_counts:
        engine.start(engine.options({}), count)
    try:
        check_views(engine)
    except BadData as error:
        raise BadPackage(f"{kind}: {error}") from error


def _check_members(engine: AnyEngine, kind: str) -> None:
    """Raise BadPackage unless the engine has all methods and attributes of the contract."""
    missing = [method for method in _METHODS if getattr(type(engine), method, None) is getattr(Engine, method)]
    missing = [method for method in missing if method not in _OPTIONAL_METHODS]
    missing += [method for method in _METHODS if not callable(getattr(engine, method, None))]
    if missing:
        raise BadPackage(f"{kind} lacks the method {missing[0]}")
    for attribute in _DEFAULTS:
        if not hasattr(engine, attribute):
            raise BadPackage(f"{kind} has no {attribute}: inherit from engines.contract.Engine")


_OPTIONAL_METHODS = frozenset(
    {"time_limit", "can_undo", "is_forced", "sample", "outcome", "opened", "open_view", "secret", "describe_end"}
)
"""Methods that the contract itself defines."""
